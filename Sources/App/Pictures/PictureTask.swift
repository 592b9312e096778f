/// What the process that decodes pictures can do with one.
enum PictureTask: UInt8, Sendable {
  /// Makes a small JPEG.
  case thumbnail = 1
  /// Finds hands, bodies and faces.
  case people = 2
}

/// How the process answers; the content is the result, or one line that says what is wrong.
enum PictureOutcome: UInt8, Sendable {
  case done
  /// The file is of no known format.
  case unsupported
  /// It cannot be decoded.
  case damaged
  /// The models cannot be loaded.
  case unavailable
}
