import Glibc

/// A YUV4MPEG2 stream that cannot be read, told in one line: the stream, the cause and the mend.
public struct Y4MError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The file's path, or "-" for standard input.
  public let path: String
  public let problem: Y4MProblem

  public init(path: String, problem: Y4MProblem) {
    self.path = path
    self.problem = problem
  }

  public var description: String { "\(path == "-" ? "standard input" : path): \(problem.sentence)" }
}

extension Y4MProblem {
  private static let makeOne = "make one with `ffmpeg -i VIDEO -pix_fmt yuv420p -f yuv4mpegpipe FILE.y4m`"

  fileprivate var sentence: String {
    switch self {
    case .cannotOpen(let code): "cannot be opened (\(text(of: code))); check the path and its permissions"
    case .cannotRead(let code): "cannot be read further (\(text(of: code))); check the disk or what writes the stream"
    case .isDirectory: "is a directory; name a YUV4MPEG2 file, or - for standard input"
    case .empty: "the stream is empty; check the program that should write it"
    case .notY4M: "is no YUV4MPEG2 stream; \(Y4MProblem.makeOne)"
    case .headerCutShort: "the stream ends within its header; check the program that writes it"
    case .lineTooLong(let limit): "a header line is longer than \(limit) bytes, so this is no sound YUV4MPEG2 stream; \(Y4MProblem.makeOne)"
    case .missing(let parameter): "the header has no \(name(of: parameter)) (\(parameter)…); \(Y4MProblem.makeOne)"
    case .badParameter(let text, let expected): "the header says \(quoted(text)) where it must have \(expected); \(Y4MProblem.makeOne)"
    case .unsupportedChroma(let tag):
      "pixels in the layout \(quoted(tag)) are not understood; convert them with ffmpeg's `-pix_fmt yuv420p`"
    case .notAFrame(let frame): "there is no FRAME where frame \(frame) must begin, so the stream is damaged; write it anew"
    case .cutShort(let frame, let got, let wanted):
      "the stream ends in the middle of frame \(frame), after \(got) of \(wanted) bytes; the frames before it were handled; write it anew"
    }
  }

  private func text(of code: Int32) -> String { String(cString: strerror(code)) }

  private func name(of parameter: Character) -> String {
    switch parameter {
    case "W": "width"
    case "H": "height"
    default: "parameter"
    }
  }

  /// Shown on one line, whatever bytes the stream holds.
  private func quoted(_ text: String) -> String {
    let shown = text.unicodeScalars.prefix(40).map { $0.value < 32 || $0.value == 127 ? "?" : String($0) }.joined()
    return "\"\(shown)\""
  }
}
