import EventProtocol
import UserErrors

/// Why a picture could not be read, as a line of JSON that stands in for its report.
package struct PictureFailure: Encodable, Sendable {
  /// The cause and the fix.
  private let error: String
  private let file: String?
  private let fileBytes: String?

  /// - Parameter name: of the picture's file; nil for a picture without one.
  package init(_ error: UserError, of name: FileName?) {
    self.error = "\(error)"
    (file, fileBytes) = (name?.text, name?.base64)
  }

  /// One JSON object.
  package var json: [UInt8] { JSONCoding.encode(self) }

  /// Whether a line is a failure. Members are in the order of their names, and a report has no error.
  package static func isFailure(_ line: some Sequence<UInt8>) -> Bool { line.starts(with: #"{"error":"#.utf8) }
}
