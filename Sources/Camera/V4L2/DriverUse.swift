import Platform

/// The kernel module of a camera's driver, which counts its open devices.
package struct DriverUse: Sendable {
  /// The file with the number of references; nil for a driver that is not a module, or of a device that has none.
  private let count: String?

  /// - Parameters:
  ///   - device: the device node.
  ///   - sys: where sysfs is mounted.
  package init(of device: String, sys: String = "/sys") {
    let module = Files.resolve("\(sysfsFolder(of: device, sys))/device/driver/module")
    count = module.map { "\($0)/refcnt" }
  }

  /// Whether no process has any device of the driver open; false if that is unknown.
  package var isUnused: Bool { count.flatMap { Files.line(of: $0) } == "0" }
}

/// The folder that sysfs has for a device node, which may be a link.
func sysfsFolder(of device: String, _ sys: String) -> String {
  "\(sys)/class/video4linux/\((Files.resolve(device) ?? device).split(separator: "/").last ?? "")"
}
