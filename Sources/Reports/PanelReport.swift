import EventProtocol
import Platform
import UserErrors

/// The state in a few words, for a desktop's panel.
package struct PanelReport: Sendable, Equatable {
  /// What the panel shows.
  package let text: String
  /// The camera, or the reason of the state.
  package let tooltip: String
  /// The state's name on the wire; `yielded` while another program has the camera, `waiting` while no application is in front in which swipes
  /// act, and `stopped` without a daemon.
  package let name: String

  package init(_ status: Status) {
    name =
      switch status.reasonCode {
      case .cameraYielded?: "yielded"
      case .otherApplication?: "waiting"
      default: status.state.rawValue
      }
    text =
      switch status.state {
      case .running: status.isAsleep ? "swipes asleep" : "swipes on"
      case .noCamera: "no camera"
      case .starting, .paused: "swipes \(name)"
      }
    tooltip = (status.reason ?? status.camera.map { "\($0.name) (\($0.path))" } ?? status.source).printable
  }

  /// - Parameter reason: why there is no status, in one line.
  package init(stopped reason: String) { (text, tooltip, name) = ("swipes off", reason.printable, "stopped") }

  /// The text, the tooltip and the name.
  package var lines: [String] { [text, tooltip, name] }

  /// A JSON object as Waybar reads it, whose texts are Pango markup.
  package var waybar: [UInt8] {
    JSONCoding.encode(WaybarModule(text: text.escapedMarkup, tooltip: tooltip.escapedMarkup, class: name, alt: name))
  }
}

/// The members are those of waybar-custom(5).
private struct WaybarModule: Encodable {
  let text: String, tooltip: String
  /// For a style sheet, and for `format-icons`.
  let `class`: String, alt: String
}

extension String {
  fileprivate var escapedMarkup: String {
    var text = ""
    for character in self {
      switch character {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      default: text.append(character)
      }
    }
    return text
  }
}
