import People

/// What a process that decodes pictures can do with one.
package enum PictureTask: UInt8, Sendable {
  /// Makes a small JPEG of the bytes of a file.
  case thumbnail = 1
  /// Finds hands, bodies and faces in the bytes of a file, and how they are drawn.
  case people
  /// Makes the line of JSON of a file, of which the message has the name, or of the bytes of one.
  case lineOfFile, lineOfRecord
}

/// How the process answers; the content is the result, or one line that says what is wrong.
package enum PictureOutcome: UInt8, Sendable {
  case done
  /// The file is of no known format.
  case unsupported
  /// It cannot be decoded.
  case damaged
  /// The models cannot be loaded.
  case unavailable
}

/// A message to or from a process that decodes pictures: a record of its kind, in one byte, and its content.
package struct PictureMessage: Sendable {
  /// The bytes of the length and of the kind.
  static let headSize = RecordSplitter.headSize + 1

  /// The number of a ``PictureTask`` or of a ``PictureOutcome``.
  package let kind: UInt8
  package let content: [UInt8]

  package init(_ task: PictureTask, _ content: [UInt8]) { (kind, self.content) = (task.rawValue, content) }

  init(_ outcome: PictureOutcome, _ content: [UInt8]) { (kind, self.content) = (outcome.rawValue, content) }

  init(kind: UInt8, content: [UInt8]) { (self.kind, self.content) = (kind, content) }

  /// The bytes that are sent.
  var framed: [UInt8] { RecordSplitter.framed([kind] + content) }
}
