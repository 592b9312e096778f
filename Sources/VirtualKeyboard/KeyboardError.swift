import Glibc

/// Why keys cannot be pressed: one line that names the thing, the cause and the mend.
public struct KeyboardError: Error, Sendable, Equatable, CustomStringConvertible {
  public enum Code: Sendable, Equatable {
    /// The kernel's uinput module is not loaded.
    case moduleMissing
    /// The user may not open the uinput device.
    case permissionDenied
    /// What was opened is not uinput.
    case notUinput
    /// Any other failure of the kernel.
    case failed
  }

  public let code: Code
  public let description: String

  /// The exit status that sysexits.h has for it: 77 permission, 69 unavailable.
  public var exitStatus: Int32 { code == .permissionDenied ? 77 : 69 }
}

extension KeyboardError {
  private static let mendAccess =
    "install 70-swiped.rules in /etc/udev/rules.d, then `sudo udevadm control --reload && sudo udevadm trigger /dev/uinput`"

  /// The error of opening `path`.
  ///
  /// - Parameter isModuleLoaded: a node without its module behind it looks as if permission were all that is missing.
  package static func opening(_ path: String, errno code: Int32, isModuleLoaded: Bool) -> KeyboardError {
    switch code {
    case ENOENT, ENODEV, ENXIO:
      KeyboardError(
        code: .moduleMissing, description: "\(path) is not there: the kernel module uinput is not loaded; run `sudo modprobe uinput`")
    case EACCES where !isModuleLoaded, EPERM where !isModuleLoaded:
      KeyboardError(
        code: .moduleMissing,
        description: "\(path): permission denied, and the kernel module uinput is not loaded; run `sudo modprobe uinput`, and \(mendAccess)"
      )
    case EACCES, EPERM:
      KeyboardError(
        code: .permissionDenied,
        description: "\(path): permission denied; \(mendAccess) (and `sudo modprobe uinput` at each start), in a session at this computer")
    case EISDIR: .notUinput(path)
    default: KeyboardError(code: .failed, description: "\(path) cannot be opened: \(reason(code)); run `sudo modprobe uinput`")
    }
  }

  /// The error of making a keyboard out of `path`.
  static func creating(_ path: String, errno code: Int32) -> KeyboardError {
    switch code {
    // A file and a device that is not uinput refuse its requests in these words.
    case ENOTTY, EINVAL, EBADF: .notUinput(path)
    default:
      KeyboardError(code: .failed, description: "\(path): the kernel makes no keyboard: \(reason(code)); see `sudo dmesg`")
    }
  }

  /// The error of pressing `chord`.
  static func pressing(_ chord: KeyChord, errno code: Int32) -> KeyboardError {
    KeyboardError(code: .failed, description: "\(chord) could not be pressed: \(reason(code)); restart swiped")
  }

  private static func notUinput(_ path: String) -> KeyboardError {
    KeyboardError(
      code: .notUinput, description: "\(path) is not the uinput device; run `sudo modprobe uinput`, and remove \(path) if it stays")
  }

  private static func reason(_ code: Int32) -> String { String(cString: strerror(code)).lowercased() }
}
