/// How a person names a camera, as far as cameras of PipeWire have such names. Pure.
package struct CameraName: Sendable, Equatable {
  private static let prefix = "pipewire:"
  /// Nil: the best one.
  private let wanted: String?
  /// Whether the name can only mean a camera of PipeWire.
  package let isOfPipeWire: Bool

  /// - Parameter name: `auto`, `pipewire:NAME`, a path of a device node, a name of /dev/v4l/by-id, or a part of a name.
  package init(_ name: String) {
    isOfPipeWire = name.hasPrefix(Self.prefix)
    let rest = isOfPipeWire ? String(name.dropFirst(Self.prefix.count)) : name
    wanted = ["", "auto"].contains(rest) ? nil : rest
  }

  /// The name of a node, as a person can write it.
  package static func of(_ node: PipeWireNode) -> String { prefix + node.name }

  /// - Parameter machine: says where links lead.
  /// - Throws: `CameraError`: there is no camera, or none of that name.
  package func choose(among nodes: [PipeWireNode], on machine: CameraMachine) throws(CameraError) -> PipeWireNode {
    let ranked = nodes.ranked
    guard let wanted else {
      guard let first = ranked.first else { throw .noCamera }
      return first
    }
    if let exact = ranked.first(where: { $0.name == wanted || $0.serial == wanted || $0.devicePath == wanted }) { return exact }
    let device = wanted.contains("/") ? machine.resolve(wanted) : machine.links().first { $0.name == wanted }?.path
    if let device, let same = ranked.first(where: { $0.isSame(device, machine) }) { return same }
    let part = wanted.lowercased()
    if let match = ranked.first(where: { $0.description.lowercased().contains(part) || $0.name.lowercased().contains(part) }) {
      return match
    }
    let names = ranked.map(\.description)
    throw CameraError(
      .noSuchDevice, "no camera of PipeWire is called \"\(wanted)\"",
      fix: names.isEmpty ? "plug a camera in" : "the cameras there are \(words: names.joined(separator: ", "))")
  }
}

extension [PipeWireNode] {
  /// The cameras in the order in which `auto` prefers them.
  package var ranked: [PipeWireNode] {
    let ranks = map { CameraPreference($0.facts).rank }
    return zip(ranks, self).sorted { ($0.0, $0.1.id) < ($1.0, $1.1.id) }.map(\.1)
  }
}

extension PipeWireNode {
  /// What its rank follows from.
  package var facts: CameraFacts {
    CameraFacts(
      name: description, driver: "", busInfo: CameraFacts.pipeWire, isInfrared: CameraFacts.isInfrared(description),
      offersFormats: formats?.isEmpty != true, panel: ["front", "back"].contains(location) ? location : nil)
  }
}
