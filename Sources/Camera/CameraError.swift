import UserErrors

/// Why a camera cannot be used.
package struct CameraError: UserFacingError, Equatable {
  package enum Code: Sendable, Equatable, CaseIterable {
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

  package let code: Code
  let summary: String
  let fix: Fix?
  /// Whether it is a loopback device that no program feeds: one that starts feeding it causes no device event.
  package let isUnfedLoopback: Bool
  /// The busy camera as messages name it, and its device node.
  let busy: Busy?

  package struct Busy: Sendable, Equatable {
    let thing: String, path: String
    var holders: [CameraHolder] = []
  }

  /// - Parameter summary: the camera and the cause, in one line without a final full stop.
  package init(_ code: Code, _ summary: String, fix: Fix? = nil, isUnfedLoopback: Bool = false, busy: Busy? = nil) {
    (self.code, self.summary, self.fix, self.isUnfedLoopback, self.busy) = (code, summary, fix, isUnfedLoopback, busy)
  }

  package var userError: UserError {
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
    // An attempt takes seconds where PipeWire does not answer, and its watch notices when it does.
    case .noCamera, .noSuchDevice, .notACamera, .permissionDenied, .noAnswer: isUnfedLoopback
    case .busy, .noUsableFormat, .unplugged, .stalled, .changed, .failed: true
    }
  }
}

extension CameraError {
  static func unplugged(_ thing: String) -> CameraError {
    CameraError(.unplugged, "\(thing) was unplugged", fix: "plug it in again")
  }

  static let noCamera = CameraError(
    .noCamera, "no camera found", fix: "plug one in, or try the rendered hand: \(DaemonStart.current.renderedHandCommand)")

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
