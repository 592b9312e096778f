import UserErrors

/// A picture as a list or a stream of pictures has it.
package enum Picture: Sendable, Equatable {
  /// Most bytes of the file of a picture that comes in a stream.
  package static let sizeLimit = 256 << 20

  case file(FileName)
  /// The bytes of a JPEG or PNG file.
  case record([UInt8])
  /// A record that was left out; the number of its bytes.
  case tooLong(Int)

  package var name: FileName? { if case .file(let name) = self { name } else { nil } }
}
