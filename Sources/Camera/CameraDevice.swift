/// A video node that pictures come out of.
public struct CameraDevice: Sendable, Equatable {
  /// The device node: `/dev/video0`.
  public let path: String
  /// The name that the driver gives it: `Integrated Camera: Integrated C`.
  public let name: String
  /// The kernel driver: `uvcvideo`.
  public let driver: String
  /// Where it is plugged in: `usb-0000:00:14.0-8`.
  public let busInfo: String
  /// Names of udev's lasting links to it in `/dev/v4l/by-id`, in the order of the alphabet.
  public let linkNames: [String]
  /// It sees heat or near infrared, as cameras for face unlocking do.
  public let isInfrared: Bool
  /// No camera is behind it, but a program or the kernel itself.
  public let isVirtual: Bool
  /// How gladly `auto` takes it, and why.
  package let preference: CameraPreference

  /// What messages call it.
  package var label: String { "\(path) (\(name))" }

  /// Why `auto` took it, for a log.
  package var autoReason: String { "auto takes \(label): \(preference.why)" }

  /// Opens a node and asks what it is.
  ///
  /// - Throws: `CameraError`: no such device, no camera, permission denied, busy.
  package init(probing path: String, calls: V4L2Calls) throws(CameraError) {
    let node = try VideoNode(probing: path, calls: calls)
    if let objection = node.objection { throw objection }
    self.init(node, calls: calls)
  }

  /// - Parameter node: one that is a camera.
  init(_ node: VideoNode, calls: V4L2Calls) {
    path = node.path
    name = node.card
    driver = node.driver
    busInfo = node.busInfo
    let resolved = calls.resolve(path)
    linkNames = calls.links().filter { $0.path == resolved }.map(\.name).sorted()
    let words = name.lowercased().split { !$0.isLetter }
    isInfrared = words.contains("ir") || words.contains("infrared") || (!node.formats.isEmpty && node.formats.allSatisfy(\.isLuma))
    let facts = CameraFacts(node, isInfrared: isInfrared, at: resolved, calls: calls)
    isVirtual = facts.isVirtual
    preference = CameraPreference(facts)
  }
}
