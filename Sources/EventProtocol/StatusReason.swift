/// Stable name of a reason, for programs: `reason_code` in the status.
///
/// More codes may be added at any time, so a client treats one that it does not know as it treats none.
public struct ReasonCode: RawRepresentable, Codable, Hashable, Sendable {
  /// The code as it is sent.
  public let rawValue: String

  /// A code, which may be one that this version does not know.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Paused: a client asked for it.
  public static let pauseRequested = ReasonCode(rawValue: "pause_requested")
  /// Paused: the session is locked.
  public static let sessionLocked = ReasonCode(rawValue: "session_locked")
  /// Paused: no session of the user is in front.
  public static let sessionInBackground = ReasonCode(rawValue: "session_in_background")
  /// Paused: the user has no session at the screen.
  public static let noSession = ReasonCode(rawValue: "no_session")
  /// Paused: the machine is going to sleep.
  public static let systemSleep = ReasonCode(rawValue: "system_sleep")
  /// Paused: keys are off, and no client is subscribed to what needs the camera.
  public static let noDemand = ReasonCode(rawValue: "no_demand")
  /// Paused: a program asks for it, until its connection closes.
  public static let inhibited = ReasonCode(rawValue: "inhibited")
  /// Paused: none of the applications that the configuration names is in front.
  public static let otherApplication = ReasonCode(rawValue: "other_application")
  /// Paused: another program has the camera, see ``Status/holder``.
  public static let cameraYielded = ReasonCode(rawValue: "camera_yielded")

  /// The machine has no camera.
  public static let noCamera = ReasonCode(rawValue: "no_camera")
  /// No camera has the configured name or path.
  public static let noSuchCamera = ReasonCode(rawValue: "no_such_camera")
  /// The configured file exists and is not a camera.
  public static let notACamera = ReasonCode(rawValue: "not_a_camera")
  /// The user may not open the camera.
  public static let cameraPermissionDenied = ReasonCode(rawValue: "camera_permission_denied")
  /// Another program is using the camera.
  public static let cameraBusy = ReasonCode(rawValue: "camera_busy")
  /// The camera has no format that can be read.
  public static let cameraFormatUnsupported = ReasonCode(rawValue: "camera_format_unsupported")
  /// The camera was unplugged.
  public static let cameraUnplugged = ReasonCode(rawValue: "camera_unplugged")
  /// The camera sends no frames.
  public static let cameraStalled = ReasonCode(rawValue: "camera_stalled")
  /// The camera sends another format than was negotiated.
  public static let cameraChanged = ReasonCode(rawValue: "camera_changed")
  /// Any other failure of the camera or its driver.
  public static let cameraFailed = ReasonCode(rawValue: "camera_failed")

  /// All codes of this version.
  package static let all: [ReasonCode] = [
    .pauseRequested, .sessionLocked, .sessionInBackground, .noSession, .systemSleep, .noDemand, .inhibited, .otherApplication,
    .cameraYielded,
    .noCamera, .noSuchCamera, .notACamera, .cameraPermissionDenied, .cameraBusy, .cameraFormatUnsupported, .cameraUnplugged, .cameraStalled,
    .cameraChanged, .cameraFailed,
  ]
}

/// Why the state is what it is: a code for programs and a sentence for people.
package struct StatusReason: Sendable, Equatable {
  package var code: ReasonCode
  /// One line.
  package var text: String
  /// The program that has the camera, if it is known.
  package var holder: Status.Holder?
  /// For what programs keep the camera closed, in their words.
  package var inhibitedFor: [String]?

  package init(_ code: ReasonCode, _ text: String, holder: Status.Holder? = nil, inhibitedFor: [String]? = nil) {
    (self.code, self.text, self.holder, self.inhibitedFor) = (code, text, holder, inhibitedFor)
  }
}

extension StatusReason {
  /// Programs ask that the camera is closed.
  ///
  /// - Parameter whys: their reasons, of which the first three are named.
  package static func inhibited(_ whys: [String]) -> StatusReason {
    let others = whys.count > 3 ? ["\(whys.count - 3) more"] : []
    return StatusReason(
      .inhibited, "closed for \((whys.prefix(3) + others).joined(separator: ", ")); continues when that has ended", inhibitedFor: whys)
  }

  /// Another program has the camera.
  ///
  /// - Parameters:
  ///   - name: the program in messages; nil if it is not known.
  ///   - holder: the same for programs.
  package static func yielded(to name: String?, holder: Status.Holder? = nil) -> StatusReason {
    StatusReason(
      .cameraYielded, "the camera is yielded to \(name ?? "another program"); continues when it has been closed there for 2 s",
      holder: holder)
  }
}
