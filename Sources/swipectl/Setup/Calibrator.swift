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
    while session.step != .complete {
      switch try next(&client, until: deadline) {
      case .frame(let frame):
        deadline = Deadline(after: Self.framePatience)
        if renewal.hasPassed {
          client.renewSuspension(until: deadline)
          renewal = Deadline(after: Self.renewal)
        }
        try take(frame, &session)
        let line = session.liveLine(columns: screen.columns)
        if screen.isTerminal { try screen.live(line) } else if session.zone != zone { try screen.line(line) }
        zone = session.zone
      case .status(let status): try check(status)
      default: break
      }
    }
    return session.recording
  }

  /// Subscribes to frames, and keeps thumbs from pressing keys in whatever application has the focus.
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
    _ = try client.request(.subscribe([.frame]), until: deadline, before: note)
    if let other = first?.fileInUse(insteadOf: file) {
      try screen.line("note: the running swiped uses \(other), but this command changes \(file)")
    }
    // The camera opens for this subscription, if it was closed for want of one.
    if let first, first.reasonCode != .noDemand { try check(first) }
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

  private func take(_ frame: FrameEvent, _ session: inout CalibrationSession) throws {
    let recorded: HandFrame
    do throws(EventProblem) { recorded = try HandFrame(frame) } catch {
      throw SocketError(.badAnswer, error.cause, fix: "check that --socket names the socket of swiped")
    }
    for notice in session.take(recorded) { try show(notice) }
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
