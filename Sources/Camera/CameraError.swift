import Glibc
import Platform
import Product
import SystemPackage

/// Why a camera cannot be used.
public struct CameraError: UserFacingError, Equatable {
  public enum Code: Sendable, Equatable, CaseIterable {
    /// The machine has no camera at all.
    case noCamera
    /// Nothing goes by the name or path that was asked for.
    case noSuchDevice
    /// The file is there, and is no device that pictures come out of.
    case notACamera
    /// The user may not open it.
    case permissionDenied
    /// Another program is streaming from it.
    case busy
    /// None of its formats can be read.
    case noUsableFormat
    /// PipeWire, which may have a camera, runs and does not answer.
    case noAnswer
    /// It was unplugged.
    case unplugged
    /// It is there and delivers nothing.
    case stalled
    /// It delivers another format than was agreed on.
    case changed
    /// Any other failure of the device or its driver.
    case failed
  }

  public let code: Code
  private let summary: String
  private let fix: Fix?
  /// Whether it is a loopback device that no program feeds: one that starts feeding it causes no device event.
  private let isUnfedLoopback: Bool
  /// The busy camera as messages name it, and its device node.
  private let busy: Busy?

  private struct Busy: Sendable, Equatable {
    let thing: String, path: String
    var holders: [CameraHolder] = []
  }

  /// - Parameters:
  ///   - summary: the camera and the cause, in one line without a final full stop.
  public init(_ code: Code, _ summary: String, fix: Fix? = nil) { self.init(code, summary, fix: fix, isUnfedLoopback: false) }

  private init(_ code: Code, _ summary: String, fix: Fix? = nil, isUnfedLoopback: Bool = false, busy: Busy? = nil) {
    self.code = code
    self.summary = summary
    self.fix = fix
    self.isUnfedLoopback = isUnfedLoopback
    self.busy = busy
  }

  public var userError: UserError {
    let exitStatus: ExitStatus =
      switch code {
      case .noCamera, .noSuchDevice, .notACamera: .noInput
      case .permissionDenied: .notPermitted
      case .busy, .noUsableFormat, .noAnswer, .unplugged, .stalled, .changed, .failed: .unavailable
      }
    return UserError(summary, fix: fix, exitStatus: exitStatus)
  }

  /// Whether trying again makes sense: the cause may go away without a device event.
  package var isWorthRetrying: Bool {
    switch code {
    case .noCamera, .noSuchDevice, .notACamera, .permissionDenied: isUnfedLoopback
    // An attempt takes seconds, and the watch of PipeWire notices when it answers.
    case .noAnswer: false
    case .busy, .noUsableFormat, .unplugged, .stalled, .changed, .failed: true
    }
  }
}

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
        .failed, "\(device): \(request.rawValue) failed: \(describe(code))", fix: "plug the camera in again, or see `sudo dmesg`")
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

  /// - Parameter path: the device node behind the thing.
  static func busy(_ thing: String, path: String) -> CameraError {
    CameraError(
      .busy, "\(thing) is in use by another program", fix: "`swipectl cameras` names it", busy: Busy(thing: thing, path: path))
  }

  /// The device node that is busy; nil for other errors.
  package var busyDevice: String? { busy?.path }

  /// The programs that have the busy camera open; none for other errors, and while they are not known.
  package var holders: [CameraHolder] { busy?.holders ?? [] }

  /// The same error, with the names of the programs that use the camera.
  ///
  /// - Parameter holders: the programs that have the camera open, as far as that can be seen.
  package func naming(_ holders: [CameraHolder]) -> CameraError {
    guard let busy else { return self }
    guard !holders.isEmpty else {
      return CameraError(
        .busy, "\(busy.thing) is in use by another user's program", fix: "\("sudo fuser -v \(busy.path)" as ShellCommand) names it",
        busy: busy)
    }
    return CameraError(
      .busy, "\(busy.thing) is in use by \(holders.labels)", fix: holders.count == 1 ? "close it" : "close them",
      busy: Busy(thing: busy.thing, path: busy.path, holders: holders))
  }

  static func unplugged(_ thing: String) -> CameraError {
    CameraError(.unplugged, "\(thing) was unplugged", fix: "plug it in again")
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

  static let noCamera = CameraError(
    .noCamera, "no camera found", fix: "plug one in, or try the rendered hand: \(DaemonStart.current.renderedHandCommand)")

  static let noPipeWireLibrary = CameraError(
    .noCamera, "cameras of PipeWire need its library, which is not installed", fix: .command("sudo apt install pipewire wireplumber"))

  static func noPipeWire(_ cause: String) -> CameraError {
    CameraError(.noCamera, "PipeWire cannot be reached: \(cause)", fix: .command("systemctl --user start pipewire wireplumber"))
  }

  /// - Parameter cause: what the server that runs does, or says; nil if it does nothing.
  static func noAnswer(_ cause: String?) -> CameraError {
    CameraError(
      .noAnswer, "PipeWire does not answer" + (cause.map { ": \($0)" } ?? ""),
      fix: .command("systemctl --user restart pipewire wireplumber"))
  }

  /// The error of a search that found nothing here, while PipeWire, which may have a camera, does not answer.
  func addingSilence(of pipeWire: CameraError) -> CameraError {
    CameraError(pipeWire.code, "\(summary), and \(pipeWire.summary)", fix: pipeWire.fix)
  }

  static func pipeWire(_ cause: String) -> CameraError { CameraError(.failed, "PipeWire's library failed: \(cause)") }

  static func refused(_ thing: String, _ cause: String) -> CameraError {
    CameraError(.failed, "\(thing) cannot be read: \(cause)", fix: "see `journalctl --user -u wireplumber -u pipewire`")
  }

  static func noReadableFormat(_ thing: String) -> CameraError {
    CameraError(.noUsableFormat, "\(thing) has no format that can be read", fix: "use a camera with YUYV, NV12, I420, MJPG, RGB or BGRx")
  }

  static func unreadableMemory(_ thing: String) -> CameraError {
    CameraError(.failed, "\(thing) gives pictures in memory that cannot be mapped", fix: "use another camera, or report this")
  }

  static func failed(_ thing: String) -> CameraError {
    CameraError(.failed, "\(thing) failed for a reason that its driver does not name", fix: "plug it in again, or see `sudo dmesg`")
  }

  /// - Parameter damaged: frames that arrived damaged in that time.
  static func stalled(_ thing: String, seconds: Double, damaged: UInt64) -> CameraError {
    if damaged > 0 {
      return CameraError(
        .stalled, "\(thing) has sent no usable frame for \(seconds) s, only \(damaged) damaged", fix: "try another cable or port")
    }
    return CameraError(
      .stalled, "\(thing) has sent no frame for \(seconds) s", fix: "plug it in again, or open its privacy shutter")
  }

  static func changed(_ thing: String, from agreed: String, to present: String) -> CameraError {
    CameraError(.changed, "\(thing) now delivers \(present), no longer \(agreed)", fix: "open it again")
  }

  static func changed(_ thing: String) -> CameraError {
    CameraError(.changed, "\(thing) now delivers something else: its source has changed", fix: "open it again")
  }
}

/// The C library's text for an errno, in lower case so that it fits into a sentence.
func describe(_ code: Int32) -> String { "\(Errno(rawValue: code))".lowercased() }
