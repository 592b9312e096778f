import Glibc

/// Why a camera cannot be used: one line that names the thing, the cause and the mend.
public struct CameraError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What kind of trouble it is.
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
  /// One line, without a final full stop or newline.
  public let message: String
  /// What stands in the way is a loopback that nobody feeds: a program that begins to feed it makes no device event.
  private let isUnfedLoopback: Bool
  /// What messages call the camera that is busy, and its device node.
  private let busy: Busy?

  private struct Busy: Sendable, Equatable {
    let thing: String, path: String
  }

  public init(_ code: Code, _ message: String) { self.init(code, message, isUnfedLoopback: false) }

  private init(_ code: Code, _ message: String, isUnfedLoopback: Bool = false, busy: Busy? = nil) {
    self.code = code
    self.message = message
    self.isUnfedLoopback = isUnfedLoopback
    self.busy = busy
  }

  public var description: String { message }

  /// It may go away without a device coming, going or changing its permissions, so that trying again makes sense.
  package var isWorthRetrying: Bool {
    switch code {
    case .noCamera, .noSuchDevice, .notACamera, .permissionDenied: isUnfedLoopback
    case .busy, .noUsableFormat, .unplugged, .stalled, .changed, .failed: true
    }
  }

  /// The exit status that sysexits.h has for it: 66 no input, 77 permission, 69 unavailable.
  public var exitStatus: Int32 {
    switch code {
    case .noCamera, .noSuchDevice, .notACamera: 66
    case .permissionDenied: 77
    case .busy, .noUsableFormat, .unplugged, .stalled, .changed, .failed: 69
    }
  }
}

extension CameraError {
  /// The error of opening `path`.
  static func opening(_ path: String, errno code: Int32) -> CameraError {
    switch code {
    case ENOENT, ENOTDIR:
      CameraError(.noSuchDevice, "\(path): no such device")
    case EACCES, EPERM: .permissionDenied(path)
    case EISDIR: .notACamera(path, "it is a folder")
    case ENODEV, ENXIO: .unplugged(path)
    default: CameraError(.failed, "\(path): cannot be opened: \(describe(code)); plug the camera in again")
    }
  }

  /// The error of a request to a device that is already open.
  static func requesting(_ request: V4L2Request, of device: String, errno code: Int32) -> CameraError {
    switch code {
    case EACCES, EPERM: .permissionDenied(device)
    case ENODEV, ENXIO: .unplugged(device)
    case ENOSPC:
      CameraError(.failed, "\(device): the USB bus has no bandwidth left for it; plug it into another port, without a hub")
    default:
      CameraError(.failed, "\(device): \(request.rawValue) failed: \(describe(code)); plug the camera in again, or see `sudo dmesg`")
    }
  }

  static func notACamera(_ thing: String, _ why: String) -> CameraError {
    CameraError(.notACamera, "\(thing) is no camera: \(why)")
  }

  /// The same trouble, with the cameras that could be used instead.
  func offering(_ cameras: [CameraDevice]) -> CameraError {
    let mend = cameras.isEmpty ? "plug a camera in" : "the cameras here are \(cameras.map(\.label).joined(separator: ", "))"
    return CameraError(code, "\(message); \(mend)")
  }

  static func unfedLoopback(_ thing: String) -> CameraError {
    CameraError(.notACamera, "\(thing) is a loopback that nobody feeds; start the program that feeds it", isUnfedLoopback: true)
  }

  static func onlyUnfedLoopback(_ thing: String) -> CameraError {
    CameraError(
      .noCamera, "no camera found but \(thing), a loopback that nobody feeds; plug a camera in, or start the program that feeds it",
      isUnfedLoopback: true)
  }

  static func permissionDenied(_ thing: String) -> CameraError {
    CameraError(
      .permissionDenied,
      "\(thing): permission denied; log in at this computer's own screen, or run `sudo usermod -aG video $USER` and log in again")
  }

  /// - Parameter path: the device node behind the thing.
  static func busy(_ thing: String, path: String) -> CameraError {
    CameraError(.busy, "\(thing) is in use by another program; `swipectl cameras` names it", busy: Busy(thing: thing, path: path))
  }

  /// The device node that is busy; nil for other trouble.
  package var busyDevice: String? { busy?.path }

  /// The same trouble, with the names of those who make it.
  ///
  /// - Parameter holders: who has the camera open, as far as that can be seen.
  package func naming(_ holders: [CameraHolder]) -> CameraError {
    guard let busy else { return self }
    guard !holders.isEmpty else {
      return CameraError(.busy, "\(busy.thing) is in use by another user's program; `sudo fuser -v \(busy.path)` names it", busy: busy)
    }
    let names = holders.map { "\($0.name) (process \($0.pid))" }.joined(separator: " and ")
    return CameraError(.busy, "\(busy.thing) is in use by \(names); close \(holders.count == 1 ? "it" : "them")", busy: busy)
  }

  static func unplugged(_ thing: String) -> CameraError {
    CameraError(.unplugged, "\(thing) was unplugged; plug it in again")
  }

  static func noUsableFormat(_ thing: String, path: String, _ why: String) -> CameraError {
    CameraError(
      .noUsableFormat,
      "\(thing) has no format that can be read (\(why)); YUYV, NV12, YU12, MJPG and what libv4l2 converts can: `v4l2-ctl -d \(path) --list-formats`"
    )
  }

  /// As of a loopback whose feeder has just gone.
  static func noFormatNow(_ thing: String) -> CameraError {
    CameraError(.noUsableFormat, "\(thing) has no picture to offer now; start the program that feeds it, or plug it in again")
  }

  static func failed(_ thing: String) -> CameraError {
    CameraError(.failed, "\(thing) is in trouble that its driver does not name; plug it in again, or see `sudo dmesg`")
  }

  /// - Parameter dropped: how many frames came in that time that could not be used.
  static func stalled(_ thing: String, seconds: Double, dropped: UInt64) -> CameraError {
    if dropped > 0 {
      return CameraError(
        .stalled, "\(thing) has sent no picture for \(seconds) s that can be used, only \(dropped) damaged; try another cable or port")
    }
    return CameraError(.stalled, "\(thing) has sent no picture for \(seconds) s; plug it in again, or open its privacy shutter")
  }

  static func changed(_ thing: String, from agreed: String, to present: String) -> CameraError {
    CameraError(.changed, "\(thing) now delivers \(present), no longer \(agreed); it has to be opened again")
  }

  static func changed(_ thing: String) -> CameraError {
    CameraError(.changed, "\(thing) now delivers something else: its source has changed; it has to be opened again")
  }
}

/// What the C library says of an errno, in lower case so that it fits into a sentence.
func describe(_ code: Int32) -> String { String(cString: strerror(code)).lowercased() }
