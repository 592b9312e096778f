import CSystemd
import Glibc
import Platform

/// The client id of a bridge: a broker ends the connection of a client when another one comes with the same id, so no other machine, user
/// or device has it.
package enum ClientID {
  /// A random number that names this purpose to systemd, whose derived id does not reveal the machine's.
  private static let purpose: [UInt8] = [
    0x6b, 0x1f, 0x0e, 0x5c, 0x2d, 0x94, 0x4a, 0x77, 0x8c, 0x31, 0xe2, 0x5a, 0x90, 0x4d, 0x13, 0xf8,
  ]

  /// The id of this machine's bridge of a device, run by this user.
  ///
  /// - Parameter machine: the machine's name, for one without an id.
  package static func own(device: String, machine: String) -> String {
    id(machine: machineID() ?? Array(machine.utf8), user: getuid(), device)
  }

  /// 22 letters and digits: MQTT 3.1.1 lets a broker refuse an id with others, or with more than 23.
  static func id(machine: [UInt8], user: uid_t, _ device: String) -> String {
    "swiped" + fnv1a(machine + withUnsafeBytes(of: user.littleEndian, Array.init) + Array(device.utf8)).hexadecimal
  }

  private static func machineID() -> [UInt8]? {
    var (purpose, id) = (sd_id128_t(), sd_id128_t())
    withUnsafeMutableBytes(of: &purpose) { $0.copyBytes(from: Self.purpose) }
    guard sd_id128_get_machine_app_specific(purpose, &id) >= 0 else { return nil }
    return withUnsafeBytes(of: id, Array.init)
  }
}
