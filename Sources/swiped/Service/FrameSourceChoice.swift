import RenderedHand

/// A frame source, as the user names it.
package enum FrameSourceChoice: Sendable, Equatable, CustomStringConvertible {
  /// `auto`, a path, a by-id name, or a part of a camera's name.
  case camera(String)
  case synthetic(SyntheticScript)
  /// A path, or `-` for standard input.
  case y4m(String)
  /// A path, or `-` for standard input.
  case trace(String)

  /// Nil for an empty name, and for a script that the rendered hand does not have. Any other name may be that of a camera; see
  /// ``init(option:facts:)``.
  package init?(_ text: String) {
    switch text {
    case "", "y4m:", "trace:": return nil
    case "synthetic": self = .synthetic(.thumbs)
    case let text where text.hasPrefix("synthetic:"):
      guard let script = SyntheticScript(text.dropFirst(10)) else { return nil }
      self = .synthetic(script)
    case let text where text.hasPrefix("y4m:"): self = .y4m(String(text.dropFirst(4)))
    case let text where text.hasPrefix("trace:"): self = .trace(String(text.dropFirst(6)))
    default: self = .camera(text)
    }
  }

  package var isCamera: Bool {
    if case .camera = self { true } else { false }
  }

  package var isRendered: Bool {
    if case .synthetic = self { true } else { false }
  }

  /// Whether its frames were recorded: those of a stream or a trace.
  package var isRecorded: Bool {
    switch self {
    case .camera, .synthetic: false
    case .y4m, .trace: true
    }
  }

  package var description: String {
    switch self {
    case .camera(let name): name
    case .synthetic(.thumbs): "synthetic"
    case .synthetic(let script): "synthetic:\(script)"
    case .y4m(let path): "y4m:\(path)"
    case .trace(let path): "trace:\(path)"
    }
  }
}
