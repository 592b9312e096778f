/// Where frames come from, as a user names it.
package enum FrameOrigin: Sendable, Equatable, CustomStringConvertible {
  /// `auto`, a path, a by-id name, or a part of a camera's name.
  case camera(String)
  case synthetic
  /// A path, or `-` for standard input.
  case y4m(String)
  /// A path.
  case trace(String)

  /// Nil for an empty name.
  package init?(_ text: String) {
    switch text {
    case "", "y4m:", "trace:": return nil
    case "synthetic": self = .synthetic
    case let text where text.hasPrefix("y4m:"): self = .y4m(String(text.dropFirst(4)))
    case let text where text.hasPrefix("trace:"): self = .trace(String(text.dropFirst(6)))
    default: self = .camera(text)
    }
  }

  package var isCamera: Bool {
    if case .camera = self { true } else { false }
  }

  package var description: String {
    switch self {
    case .camera(let name): name
    case .synthetic: "synthetic"
    case .y4m(let path): "y4m:\(path)"
    case .trace(let path): "trace:\(path)"
    }
  }
}
