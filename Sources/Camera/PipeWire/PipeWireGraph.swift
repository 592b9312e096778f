import JSON
import Platform

/// The part of PipeWire's graph that says which programs it captures for: the output of pw-dump(1).
package struct PipeWireGraph: Sendable {
  /// The name of PipeWire's process, which opens the cameras.
  package static let server = "pipewire"
  /// The names of its session managers' processes, which keep cameras open.
  static let managers: Set<String> = ["wireplumber", "pipewire-media-"]
  /// Those of all its processes that keep cameras open.
  static let services = managers.union([server])

  private struct Object: Decodable {
    let id: Int
    let type: String
    let info: Info?

    func isA(_ interface: String) -> Bool { type == "PipeWire:Interface:\(interface)" }
    subscript(_ property: String) -> Value? { info?.props?[property] }
  }

  private struct Info: Decodable {
    let props: [String: Value]?
    let outputNode: Int?
    let inputNode: Int?

    private enum CodingKeys: String, CodingKey {
      case props
      case outputNode = "output-node-id"
      case inputNode = "input-node-id"
    }
  }

  /// A property: a text or a number. Others are not needed.
  private enum Value: Decodable {
    case text(String)
    case number(Int)
    case other

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      if let number = try? value.decode(Int.self) {
        self = .number(number)
      } else if let text = try? value.decode(String.self) {
        self = .text(text)
      } else {
        self = .other
      }
    }

    var text: String? { if case .text(let text) = self { text } else { nil } }

    var number: Int? {
      switch self {
      case .number(let number): number
      case .text(let text): Int(text)
      case .other: nil
      }
    }
  }

  private let objects: [Object]

  /// Nil if the text is not a graph.
  package init?(_ json: [UInt8]) {
    guard let objects = try? JSONReader().decode([Object].self, from: json) else { return nil }
    self.objects = objects
  }

  /// Most bytes of a graph: some ten times what a desktop has.
  private static let limit = 1 << 23

  /// The output of `pw-dump`; nil if it is not installed, PipeWire does not answer, or the answer is too long.
  package static func dump() -> [UInt8]? { dump(["pw-dump"], within: .seconds(5)) }

  package static func dump(_ command: [String], within patience: Duration) -> [UInt8]? {
    let result = try? ChildProcess.output(of: command, mergingErrors: false, limit: limit, within: patience)
    guard let (bytes, exit) = result else { return nil }
    return exit == .exited(status: 0) ? bytes : nil
  }

  /// What has a camera open, with the programs that PipeWire captures for, if there are any, in place of its services.
  ///
  /// - Parameter device: as for ``clients(of:)``.
  func naming(_ holders: [CameraHolder], of device: String) -> [CameraHolder] {
    guard holders.contains(where: { $0.name == Self.server }) else { return holders }
    let clients = clients(of: device)
    return clients.isEmpty ? holders : clients + holders.filter { !Self.services.contains($0.name) }
  }

  /// The programs that PipeWire captures for from a camera.
  ///
  /// - Parameter device: the device node. A camera of the graph without one, as libcamera's are, may be any.
  package func clients(of device: String) -> [CameraHolder] {
    let cameras = objects.filter { object in
      // Screens that are shared are sources, too.
      object.isA("Node") && object["media.class"]?.text == "Video/Source" && object["media.role"]?.text == "Camera"
        && [nil, device].contains(object["api.v4l2.path"]?.text)
    }.map(\.id)
    let links = objects.filter { $0.isA("Link") && $0.info?.outputNode.map(cameras.contains) == true }
    let nodes = Set(links.compactMap { $0.info?.inputNode })
    let clients = Set(objects.filter { $0.isA("Node") && nodes.contains($0.id) }.compactMap { $0["client.id"]?.number })
    return objects.filter { $0.isA("Client") && clients.contains($0.id) }.compactMap { client in
      let pid = client["application.process.id"]?.number ?? client["pipewire.sec.pid"]?.number
      guard let pid = pid.flatMap(Int32.init(exactly:)) else { return nil }
      let name = client["application.process.binary"]?.text ?? client["application.name"]?.text ?? "a program"
      return CameraHolder(pid: pid, name: name, through: "PipeWire")
    }
  }
}
