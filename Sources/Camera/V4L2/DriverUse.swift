import Platform

/// The kernel module of a camera's driver, which counts its open devices.
package struct DriverUse: Sendable {
  /// The file with the number of references; nil for a driver that is not a module, or of a device that has none.
  private let count: String?

  /// - Parameters:
  ///   - device: the device node.
  ///   - sys: where sysfs is mounted.
  package init(of device: String, sys: String = "/sys") {
    let node = (Files.resolve(device) ?? device).split(separator: "/").last ?? ""
    let module = Files.resolve("\(sys)/class/video4linux/\(node)/device/driver/module")
    count = module.map { "\($0)/refcnt" }
  }

  /// Whether no process has any device of the driver open; false if that is unknown.
  package var isUnused: Bool { count.flatMap { Files.line(of: $0) } == "0" }
}
