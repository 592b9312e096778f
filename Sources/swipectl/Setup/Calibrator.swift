import Calibration
import EventProtocol
import EventSocket
import Gestures
import Platform
import Traces
import UserErrors

/// Records a calibration over the socket, and shows it.
struct Calibrator {
  /// The time without a frame after which the camera does not work.
  private static let framePatience = Duration.seconds(20)

  /// Of what keeps a thumb from swiping, what a calibration turns off itself.
  private static let unsaid: Set<NoSwipeReason.Code> = [.asleep, .woke, .held, .keysSuspended]

  /// The time between requests to suspend keys, each of which is good for three of these.
  private static let renewal = Duration.seconds(2)

  let connection: ConnectionOptions
  /// The configuration file that is to be changed.
  let file: String
  /// The name of the profile.
  let profile: String
  let settings: GestureSettings
  let screen: LiveScreen

  func record() throws -> CalibrationRecording {
    var client = try connection.connect(until: Deadline())
    try suspendKeys(&client)
    var session = CalibrationSession(profile: settings)
    try show(.began(.showHand))
    try screen.open()
    defer { screen.close() }
    var zone = session.zone
    var deadline = Deadline(after: Self.framePatience)
    var renewal = Deadline(after: Self.renewal)
    /// The code of the reason that was shown last, which is not repeated until something else is shown.
    var shown: String?
    while session.step != .complete {
      switch try next(&client, until: deadline) {
      case .frame(let frame):
        deadline = Deadline(after: Self.framePatience)
        if renewal.hasPassed {
          client.renewSuspension(until: deadline)
          renewal = Deadline(after: Self.renewal)
        }
        if try take(frame, &session) { shown = nil }
        let line = session.liveLine(columns: screen.columns)
        if screen.isTerminal { try screen.live(line) } else if session.zone != zone { try screen.line(line) }
        zone = session.zone
      case .miss(let miss) where miss.phase == .began && miss.reasonCode != shown && session.asksForThumbs:
        guard NoSwipeReason.Code(rawValue: miss.reasonCode).map(Self.unsaid.contains) != true else { break }
        shown = miss.reasonCode
        try screen.line("  no swipe: \(miss.reason)")
      case .status(let status): try check(status)
      default: break
      }
    }
    return session.recording
  }

  /// Subscribes to frames and to reasons, and keeps thumbs from pressing keys in whatever application has the focus.
  private func suspendKeys(_ client: inout EventClient) throws {
    let deadline = Deadline()
    var first: Status?
    let note: (_ line: [UInt8], _ event: Event) -> Void = { if case .status(let status) = $1 { first = status } }
    do {
      _ = try client.request(.control(.suspendKeys), until: deadline, before: note)
    } catch {
      guard case .refused(let refusal) = error.code, refusal.code == RPCError.methodNotFoundCode else { throw error }
      try screen.line("note: this older swiped still presses keys; bring a window to the front where arrow keys do no harm")
    }
    do {
      _ = try client.request(.subscribe([.frame, .miss]), until: deadline, before: note)
    } catch {
      // An older swiped gives no reasons.
      guard case .refused = error.code else { throw error }
      _ = try client.request(.subscribe([.frame]), until: deadline, before: note)
    }
    if let other = first?.fileInUse(insteadOf: file) {
      try screen.line("note: the running swiped uses \(other), but this command changes \(file)")
    }
    if let source = first?.source, let thing = Self.notAPerson(source) {
      try screen.line("note: swiped follows \(thing): settings from this fit nobody")
    }
    // The camera opens for this subscription, if it was closed for want of one.
    if let first, first.reasonCode != .noDemand { try check(first) }
  }

  /// What is followed if it is no person in front of a camera; nil for one.
  private static func notAPerson(_ source: String) -> String? {
    switch source.prefix(while: { $0 != ":" }) {
    case "synthetic": "the rendered hand"
    case "y4m", "trace": "a file"
    default: nil
    }
  }

  private func next(_ client: inout EventClient, until deadline: Deadline) throws -> Event? {
    do {
      guard case .line(let line) = try client.next(until: deadline) else {
        throw UserError("swiped has stopped", fix: DaemonStart.current.fix, exitStatus: .unavailable)
      }
      return try client.event(in: line)
    } catch let error as SocketError where error.code == .silent {
      throw UserError(
        "no frame has come for \(Self.framePatience.components.seconds) s", fix: .command("swipectl status"), exitStatus: .unavailable)
    }
  }

  /// - Returns: whether something was shown.
  private func take(_ frame: FrameEvent, _ session: inout CalibrationSession) throws -> Bool {
    let recorded: HandFrame
    do throws(EventProblem) { recorded = try HandFrame(frame) } catch {
      throw SocketError(.badAnswer, error.cause, fix: "check that --socket names the socket of swiped")
    }
    let notices = session.take(recorded)
    for notice in notices { try show(notice) }
    return !notices.isEmpty
  }

  private func show(_ notice: CalibrationSession.Notice) throws {
    if case .gaveUp(let failure) = notice {
      throw UserError(failure.cause, fix: "run it again, or see `swipectl watch --topics frame`", exitStatus: .unavailable)
    }
    if case .began(let step) = notice {
      try screen.line("")
      for line in step.lines { try screen.line(line) }
    } else if let line = notice.line(profile: profile) {
      try screen.line("  \(line)")
    }
  }

  /// - Throws: `UserError` when no frames can come.
  private func check(_ status: Status) throws {
    guard status.state == .paused || status.state == .noCamera else { return }
    let cause = status.state == .paused ? "swiped is paused" : "swiped has no camera"
    let fix: Fix =
      switch status.reasonCode {
      case .cameraYielded: "close the program that has it"
      case .otherApplication: .command("swipectl apps add")
      default: status.state == .noCamera ? .command("swipectl cameras") : .command("swipectl resume")
      }
    throw UserError(status.reason.map { "\(cause): \($0)" } ?? cause, fix: fix, exitStatus: .unavailable)
  }
}

extension CalibrationSession {
  /// Whether a thumb that does not swipe needs a reason.
  fileprivate var asksForThumbs: Bool {
    switch step {
    case .showHand, .gestures: true
    case .desk, .complete: false
    }
  }
}
