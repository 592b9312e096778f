import Glibc
import Platform
import SystemPackage
import UserErrors

/// Why keys cannot be pressed.
package struct KeyboardError: UserFacingError, Equatable {
  package enum Code: String, Sendable, CaseIterable {
    /// The kernel's uinput module is not loaded.
    case moduleMissing = "module_missing"
    /// The user may not open the uinput device.
    case permissionDenied = "permission_denied"
    /// What was opened is not uinput.
    case notUinput = "not_uinput"
    /// Any other failure of the kernel.
    case failed
  }

  package let code: Code
  package let userError: UserError

  private init(_ code: Code, _ summary: String, fix: Fix) {
    self.code = code
    userError = UserError(summary, fix: fix, exitStatus: code == .permissionDenied ? .notPermitted : .unavailable)
  }
}

extension KeyboardError {
  private static var allowKeys: ShellCommand { Installation.current.allowKeysCommand }

  /// The error of opening `path`.
  ///
  /// - Parameter isModuleLoaded: whether the kernel module is loaded. Without it, opening the device node may fail as if only permission
  ///   were missing.
  package static func opening(_ path: String, errno code: Int32, isModuleLoaded: Bool) -> KeyboardError {
    switch code {
    case ENOENT, ENODEV, ENXIO:
      KeyboardError(.moduleMissing, "\(path) is not there: the kernel module uinput is not loaded", fix: .command(allowKeys))
    case EACCES where !isModuleLoaded, EPERM where !isModuleLoaded:
      KeyboardError(
        .moduleMissing, "\(path): permission denied, and the kernel module uinput is not loaded",
        fix: .command(allowKeys))
    case EACCES, EPERM: KeyboardError(.permissionDenied, "\(path): permission denied", fix: .command(allowKeys))
    case EISDIR: .notUinput(path)
    default: KeyboardError(.failed, "\(path) cannot be opened: \(reason(code))", fix: Fix(errno: code) ?? .command(allowKeys))
    }
  }

  /// The error of creating a keyboard with the device at `path`.
  static func creating(_ path: String, errno code: Int32) -> KeyboardError {
    switch code {
    // The answers of a file, or of a device that is not uinput, to requests of uinput.
    case ENOTTY, EINVAL, EBADF: .notUinput(path)
    default: KeyboardError(.failed, "\(path): the kernel creates no keyboard: \(reason(code))", fix: "see `sudo dmesg`")
    }
  }

  /// The error of pressing `chord`.
  static func pressing(_ chord: KeyChord, errno code: Int32) -> KeyboardError {
    KeyboardError(.failed, "\(chord) could not be pressed: \(reason(code))", fix: "restart swiped")
  }

  private static func notUinput(_ path: String) -> KeyboardError {
    KeyboardError(.notUinput, "\(path) is not the uinput device", fix: "run \(allowKeys); if it stays, remove \(FilePath(path)) first")
  }

  private static func reason(_ code: Int32) -> String { "\(Errno(rawValue: code))".lowercased() }
}
