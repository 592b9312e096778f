import Camera
import FrameSources
import Glibc
import Platform
import SystemPackage
import UserErrors

/// What a machine knows about the name of a source.
package struct SourceFacts: Sendable {
  /// The names of the cameras that are plugged in, if the name is none of them.
  package var cameras: [String] = []
  /// Whether one of the cameras has that name, or could have it: the name of one that cannot be opened is not known.
  package var isCamera = false
  /// Whether it is the path of a device.
  package var isDevice = false
  /// Whether it is the path of a file.
  package var isFile = false

  package init() {}
}

extension SourceFacts {
  /// - Parameter name: the value of `--source`.
  static func gathered(_ name: String) -> SourceFacts {
    var facts = SourceFacts()
    let path = CommandLinePaths.path(for: name)
    let type = (try? Stat(path))?.type
    (facts.isDevice, facts.isFile) = (type == .characterSpecial, type == .regular)
    do throws(CameraError) {
      _ = try CameraSystems.installed.find(name)
      facts.isCamera = true
    } catch {
      facts.isCamera = ![.noCamera, .noSuchDevice, .notACamera].contains(error.code)
    }
    // Listing them opens each; only an error names them.
    if !facts.isCamera { facts.cameras = CameraListing.all().filter { $0.why != nil }.compactMap(\.name) }
    return facts
  }
}

extension FrameSourceChoice {
  /// The values of `--source`, as the error for another one lists them.
  ///
  /// - Parameter cameras: the names of those that are plugged in.
  private static func values(_ cameras: [String]) -> String {
    let names = cameras.isEmpty ? "" : " (\(cameras.joined(separator: ", ")))"
    return "auto, a device such as /dev/video0, part of a camera's name\(names), synthetic, synthetic:fingers, y4m:FILE or trace:FILE"
  }

  /// Those that have one spelling.
  private static let words = ["auto", "synthetic", "synthetic:fingers", "synthetic:thumbs"]

  /// The source that a person names on the command line. The name of a camera must be that of one that is there: a wrong word would wait for
  /// a camera for ever. A device, a link of udev and a camera of PipeWire may come later.
  ///
  /// - Parameters:
  ///   - name: the value of `--source`.
  ///   - facts: what the machine knows about the name.
  /// - Throws: ``UserError`` with the exit status of wrong usage.
  package init(option name: String, facts: (String) -> SourceFacts = SourceFacts.gathered) throws(UserError) {
    guard let choice = Self(name) else {
      let cause =
        switch name {
        case "": "is empty"
        case "y4m:", "trace:": "lacks the name of a file"
        default: "the rendered hand cannot show that"
        }
      throw Self.refusal(name, cause, facts(name))
    }
    self = choice
    guard case .camera(let name) = choice, name != "auto", !name.hasPrefix("/dev/"), !Self.isLinkName(name),
      !CameraName(name).isOfPipeWire
    else { return }
    let facts = facts(name)
    guard !facts.isDevice, !facts.isCamera else { return }
    throw Self.refusal(name, "is neither a source nor the name of a camera", facts)
  }

  /// Whether a name is one of those that udev gives in /dev/v4l/by-id.
  private static func isLinkName(_ name: String) -> Bool { name.contains(/-video-index[0-9]+$/) }

  private static func refusal(_ name: String, _ cause: String, _ facts: SourceFacts) -> UserError {
    let meaning = meaning(of: name)
    if facts.isFile, meaning == nil {
      let pipe = VideoPipe.command(CommandLinePaths.path(for: name), to: "swiped run --source y4m:- --watch")
      return UserError(
        "--source \"\(name)\": a file needs y4m: or trace: before its name", fix: "pipe a video in: \(pipe)", exitStatus: .usage)
    }
    let meant = meaning.map { "did you mean \($0)? Use " } ?? "use "
    return UserError("--source \"\(name.prefix(64))\": \(cause)", fix: "\(words: meant)\(words: values(facts.cameras))", exitStatus: .usage)
  }

  /// The value that was probably meant.
  private static func meaning(of name: String) -> String? {
    let lower = name.lowercased()
    if lower.hasSuffix(".y4m") { return "y4m:\(name)" }
    if lower.hasSuffix(".jsonl") || lower.hasSuffix(".jsonl.gz") { return "trace:\(name)" }
    return nearestName(to: lower, among: words)
  }
}
