/// What the driver, the kernel and the firmware report about a camera, as far as `auto` uses it.
package struct CameraFacts: Equatable, Sendable {
  /// The name that the driver gives it.
  package var name: String
  /// The kernel driver.
  package var driver: String
  /// Where it is connected, as the driver reports it.
  package var busInfo: String
  package var isInfrared: Bool
  /// Whether it offers a format at present; a loopback device does only while a program feeds it.
  package var offersFormats: Bool
  /// The kernel's `removable` of its USB device: `fixed`, `removable` or `unknown`.
  package var removable: String?
  /// The kernel's `connect_type` of its USB port: `hardwired`, `hotplug`, `not used` or `unknown`.
  package var connectType: String?
  /// The side of the housing that the camera is on, according to the firmware: `front`, `back` and others.
  package var panel: String?
  /// The side of the housing that its USB port is on, according to the firmware.
  package var portPanel: String?

  /// Whether a program or the kernel produces its pictures, instead of a camera.
  package var isVirtual: Bool { Self.virtualDrivers.contains(driver) }

  /// Where a camera is connected about which PipeWire reports nothing more.
  static let pipeWire = "PipeWire"

  private static let virtualDrivers: Set<String> = ["v4l2 loopback", "vivid", "vimc", "akvcam"]

  package init(
    name: String, driver: String = "uvcvideo", busInfo: String = "usb-0000:00:14.0-8", isInfrared: Bool = false,
    offersFormats: Bool = true, removable: String? = nil, connectType: String? = nil, panel: String? = nil, portPanel: String? = nil
  ) {
    (self.name, self.driver, self.busInfo, self.isInfrared) = (name, driver, busInfo, isInfrared)
    (self.offersFormats, self.removable, self.connectType, self.panel) = (offersFormats, removable, connectType, panel)
    self.portPanel = portPanel
  }
}

/// The rank of a camera for `auto`.
package struct CameraPreference: Equatable, Sendable {
  /// The lowest rank is preferred.
  package let rank: Int
  /// The reason for the rank: `built in, faces the user`.
  package let why: String

  package init(_ facts: CameraFacts) {
    let (rank, why) = Self.place(of: facts)
    // A camera without a picture comes after every camera that has one; there are fewer than 10 ranks.
    self.rank = facts.offersFormats ? rank : rank + 10
    self.why = facts.offersFormats ? why : "\(why), offers no picture now"
  }

  private static func place(of facts: CameraFacts) -> (rank: Int, why: String) {
    if facts.isVirtual { return (5, "virtual") }
    if facts.isInfrared { return (4, "infrared") }
    let words = facts.name.lowercased().split { !$0.isLetter }
    let facesUser = !frontWords.isDisjoint(with: words) || (words.contains("user") && words.contains("facing"))
    let facesAway = !backWords.isDisjoint(with: words)
    // Only cameras inside the housing are named after its sides.
    let isBuiltIn =
      facesUser || facesAway || !builtInWords.isDisjoint(with: words) || facts.removable == "fixed" || facts.connectType == "hardwired"
    // The port of an external webcam shows where the socket is, not which way the camera faces.
    let panel = facts.panel ?? (isBuiltIn ? facts.portPanel : nil)
    if facesAway || (panel == "back" && !facesUser) { return (3, "built in, faces away from the user") }
    if facesUser || panel == "front" { return (0, "built in, faces the user") }
    if isBuiltIn { return (1, "built in") }
    if facts.busInfo == CameraFacts.pipeWire { return (2, "read through PipeWire") }
    return (2, facts.busInfo.hasPrefix("usb-") ? "connected by USB" : "connected by \(facts.busInfo)")
  }

  private static let builtInWords: Set<Substring> = ["integrated", "built", "builtin", "internal", "facetime"]
  private static let frontWords: Set<Substring> = ["front", "selfie"]
  private static let backWords: Set<Substring> = ["rear", "back", "world"]
}

extension CameraFacts {
  /// Whether a camera's name says that it captures near infrared.
  static func isInfrared(_ name: String) -> Bool {
    name.lowercased().split { !$0.isLetter }.contains { ["ir", "infrared"].contains($0) }
  }

  /// Reads sysfs for a video device node.
  ///
  /// - Parameter path: the node's path without symbolic links: `/dev/video0`.
  init(_ node: VideoNode, isInfrared: Bool, at path: String, calls: V4L2Calls) {
    self.init(
      name: node.card, driver: node.driver, busInfo: node.busInfo, isInfrared: isInfrared, offersFormats: !node.formats.isEmpty)
    let device = sysfsFolder(of: path) + "/device"
    panel = calls.machine.attribute("\(device)/physical_location/panel")
    // `device` is the USB interface; its parent is the USB device.
    guard busInfo.hasPrefix("usb-") else { return }
    removable = calls.machine.attribute("\(device)/../removable")
    connectType = calls.machine.attribute("\(device)/../port/connect_type")
    portPanel = calls.machine.attribute("\(device)/../physical_location/panel")
  }
}
