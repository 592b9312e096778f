import Glibc
import SystemPackage
import UserErrors

/// The errors of device nodes and their drivers.
extension CameraError {
  /// The error of opening `path`.
  static func opening(_ path: String, errno code: Int32) -> CameraError {
    switch code {
    case ENOENT, ENOTDIR: CameraError(.noSuchDevice, "\(path): no such device")
    case EACCES, EPERM: .permissionDenied(path)
    case EISDIR: .notACamera(path, "it is a folder")
    case ENODEV, ENXIO: .unplugged(path)
    default: CameraError(.failed, "\(path): cannot be opened: \(describe(code))", fix: Fix(errno: code) ?? plugInAgain)
    }
  }

  /// The error of a request to a device that is already open.
  static func requesting(_ request: V4L2Request, of device: String, errno code: Int32) -> CameraError {
    switch code {
    case EACCES, EPERM: .permissionDenied(device)
    case ENODEV, ENXIO: .unplugged(device)
    case ENOSPC:
      CameraError(.failed, "\(device): the USB bus has no bandwidth left for it", fix: "plug it into another port, without a hub")
    default:
      CameraError(
        .failed, "\(device): \(request.name) failed: \(describe(code))", fix: "plug the camera in again, or see `sudo dmesg`")
    }
  }

  private static let plugInAgain: Fix = "plug the camera in again"

  static func notACamera(_ thing: String, _ why: String) -> CameraError {
    CameraError(.notACamera, "\(thing) is not a camera: \(why)")
  }

  /// The same error, with the cameras that could be used instead.
  func offering(_ cameras: [CameraDevice]) -> CameraError {
    let names = cameras.map(\.label).joined(separator: ", ")
    return CameraError(code, summary, fix: cameras.isEmpty ? "plug a camera in" : "the cameras here are \(words: names)")
  }

  static func unfedLoopback(_ thing: String) -> CameraError {
    CameraError(
      .notACamera, "\(thing) is a loopback that no program feeds", fix: "start the program that feeds it", isUnfedLoopback: true)
  }

  static func onlyUnfedLoopback(_ thing: String) -> CameraError {
    CameraError(
      .noCamera, "no camera found but \(thing), a loopback that no program feeds",
      fix: "plug a camera in, or start the program that feeds it", isUnfedLoopback: true)
  }

  static func permissionDenied(_ thing: String) -> CameraError {
    CameraError(
      .permissionDenied, "\(thing): permission denied",
      fix: "log in at this computer's own screen, or run `sudo usermod -aG video $USER` and log in again")
  }

  static func noUsableFormat(_ thing: String, path: String, _ why: String) -> CameraError {
    CameraError(
      .noUsableFormat, "\(thing) has no format that can be read (\(why))",
      fix:
        "use a camera with YUYV, NV12, YU12, MJPG, or a format that libv4l2 converts: \("v4l2-ctl -d \(path) --list-formats" as ShellCommand)"
    )
  }

  /// As of a loopback whose feeding program has just ended.
  static func noFormatNow(_ thing: String) -> CameraError {
    CameraError(.noUsableFormat, "\(thing) offers no format at the moment", fix: "start the program that feeds it, or plug it in again")
  }

  static func failed(_ thing: String) -> CameraError {
    CameraError(.failed, "\(thing) failed for a reason that its driver does not name", fix: "plug it in again, or see `sudo dmesg`")
  }
}

/// The C library's text for an errno, in lower case so that it fits into a sentence.
func describe(_ code: Int32) -> String { "\(Errno(rawValue: code))".lowercased() }
