import Glibc
import Platform
import SystemPackage
import UserErrors

/// What is wrong with a YUV4MPEG2 stream, without its name, which the reader adds.
package enum Y4MProblem: Error, Equatable, Sendable {
  /// It could not be opened; the system's error number.
  case cannotOpen(errno: Int32)
  /// Reading failed; the system's error number.
  case cannotRead(errno: Int32)
  case isDirectory
  /// It ended before its first byte.
  case empty
  /// It does not begin with `YUV4MPEG2`.
  case notY4M
  /// It ended within its header.
  case headerCutShort
  /// The header or a frame's header has no end within `limit` bytes.
  case lineTooLong(limit: Int)
  /// The header does not have this parameter.
  case missing(parameter: Character)
  /// The header's parameter is not what it must be.
  case badParameter(String, expected: String)
  /// Pixels laid out in a way that cannot be read.
  case unsupportedChroma(String)
  /// Frame `frame` (the first is 0) does not begin with `FRAME`.
  case notAFrame(frame: UInt64)
  /// It ended in the middle of frame `frame`, after `got` of `wanted` bytes of pixels.
  case cutShort(frame: UInt64, got: Int, wanted: Int)
}

extension Y4MProblem: CustomStringConvertible {
  package var description: String { sentence.cause }

  /// The error for a person.
  ///
  /// - Parameter path: of the stream; "-" is standard input.
  package func error(of path: String) -> UserError {
    let (cause, fix) = sentence
    let isDenied = self == .cannotOpen(errno: EACCES) || self == .cannotOpen(errno: EPERM)
    return UserError(
      "\(path == "-" ? "standard input" : path): \(cause)", fix: fix, exitStatus: isDenied ? .notPermitted : .noInput)
  }

  private static let convert: Fix = "make one with `ffmpeg -i VIDEO -pix_fmt yuv420p -f yuv4mpegpipe FILE.y4m`"

  private var sentence: (cause: String, fix: Fix) {
    switch self {
    case .cannotOpen(let code): ("cannot be opened (\(text(of: code)))", Fix(errno: code) ?? "check the path and its permissions")
    case .cannotRead(let code):
      ("cannot be read further (\(text(of: code)))", Fix(errno: code) ?? "check the disk or the program that writes the stream")
    case .isDirectory: ("is a directory", "name a YUV4MPEG2 file, or - for standard input")
    case .empty: ("the stream is empty", "check the program that should write it")
    case .notY4M: ("is not a YUV4MPEG2 stream", Self.convert)
    case .headerCutShort: ("the stream ends within its header", "check the program that writes it")
    case .lineTooLong(let limit): ("a header line is longer than \(limit) bytes, so this is not a valid YUV4MPEG2 stream", Self.convert)
    case .missing(let parameter): ("the header has no \(name(of: parameter)) (\(parameter)…)", Self.convert)
    case .badParameter(let text, let expected): ("the header has \(quoted(text)) in place of \(expected)", Self.convert)
    case .unsupportedChroma(let tag):
      ("the pixel layout \(quoted(tag)) is not supported", "convert the stream with ffmpeg's `-pix_fmt yuv420p`")
    case .notAFrame(let frame): ("there is no FRAME where frame \(frame) must begin, so the stream is damaged", "write it again")
    case .cutShort(let frame, let got, let wanted):
      (
        "the stream ends in the middle of frame \(frame), after \(got) of \(wanted) bytes; the frames before it were handled",
        "write it again"
      )
    }
  }

  private func text(of code: Int32) -> String { "\(Errno(rawValue: code))" }

  private func name(of parameter: Character) -> String {
    switch parameter {
    case "W": "width"
    case "H": "height"
    default: "parameter"
    }
  }

  /// The text, shortened, and on one line for any bytes of the stream.
  private func quoted(_ text: String) -> String { "\"\(String(text.prefix(40)).printable)\"" }
}
