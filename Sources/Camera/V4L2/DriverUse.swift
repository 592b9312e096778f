import Platform

/// The kernel module of a camera's driver, which counts its open devices.
package struct DriverUse: Sendable {
  /// The file with the number of references; nil for a driver that is not a module, or of a device that has none.
  private let count: String?

  /// - Parameters:
  ///   - device: the device node.
  ///   - sys: where sysfs is mounted.
  package init(of device: String, sys: String = "/sys") {
    let module = Files.resolve("\(sysfsFolder(of: Files.resolve(device) ?? device, in: sys))/device/driver/module")
    count = module.map { "\($0)/refcnt" }
  }

  /// Whether no process has any device of the driver open; false if that is unknown.
  package var isUnused: Bool { count.flatMap { Files.line(of: $0) } == "0" }
}

/// The folder that sysfs has for a device node.
///
/// - Parameters:
///   - node: its path without symbolic links.
///   - sys: where sysfs is mounted.
func sysfsFolder(of node: String, in sys: String = "/sys") -> String { "\(sys)/class/video4linux/\(node.split(separator: "/").last ?? "")" }
