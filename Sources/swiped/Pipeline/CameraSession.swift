import Camera
import EventProtocol
import Imaging
import Platform
import Settings

/// The camera from opening to closing: opens it when that is due, restarts it after a stall, slows it down while nothing moves, and opens
/// it again after a failure.
struct CameraSession: ~Copyable {
  /// The time without motion after which a lower frame rate suffices.
  private static let longStillNs: UInt64 = 60_000_000_000

  private var name: String
  private var settings: CameraSettings
  private let output: EventOutput
  private let foundHolders: @Sendable (CameraError) -> Void
  private var stream: CameraStream?
  private var recovery = CameraRecovery()
  private var damage = DamageMonitor()
  private var rate: FrameRateMonitor?
  private var lastFrame: (sequence: UInt64, capturedNs: UInt64) = (0, 0)
  /// The frames that previous streams lost.
  private var lostBefore = LostFrames()
  /// The facts that were logged last about the camera.
  private var announcement = ""

  /// - Parameters:
  ///   - name: the name of the camera, as the user gave it.
  ///   - reportHolders: receives the error of a busy camera once the programs that hold it are known. Called on any thread.
  init(_ name: String, _ settings: CameraSettings, _ output: EventOutput, reportHolders: @escaping @Sendable (CameraError) -> Void) {
    (self.name, self.settings, self.output, foundHolders) = (name, settings, output, reportHolders)
  }

  var isOpen: Bool { stream.read { _ in true } ?? false }
  var description: SourceDescription? { stream.read { $0.description } }
  var lost: LostFrames { lostBefore + lostNow }

  /// When the camera is due to be opened; nil: when a device appears.
  var retryNs: UInt64? { recovery.dueNs }

  /// Makes the next attempt to open the camera due now, because a device has appeared or a pause has ended.
  mutating func retry() { recovery.devicesChanged(at: monotonicNs()) }

  /// Waits for the next frame and passes it to `body`, or opens the camera when that is due.
  ///
  /// - Throws: what `body` throws. Failures of the camera are reported, not thrown.
  mutating func next(wake: Int32, _ body: (borrowing Frame) throws -> Void) throws -> PipelineSource.Step {
    guard isOpen else {
      guard let due = recovery.dueNs, due <= monotonicNs() else { return .absent }
      return open()
    }
    var taken = lastFrame
    do {
      let step = try stream?.next(wake: wake) { frame in
        taken = (frame.sequence, frame.capturedNs)
        try body(frame)
      }
      lastFrame = taken
      return step == .frame ? .frame : .woken
    } catch let error as CameraError {
      return recover(from: error)
    }
  }

  /// Checks the camera's rate and its damaged frames after a frame, and slows the camera down while nothing moves.
  ///
  /// - Parameters:
  ///   - stillNs: the time without a hand and without motion.
  ///   - idleUntilNs: frames captured before this time need no pixels.
  mutating func followUp(stillNs: UInt64, idleUntilNs: UInt64) {
    stream?.idleUntilNs = idleUntilNs
    let isSlow = settings.slowsWhenStill && stillNs >= Self.longStillNs
    if let fps = stream?.setFrameRateReduced(isSlow) {
      rate?.expect(fps: fps)
      output.log.debug("\(label) makes \(isSlow ? "half of its frames while nothing moves" : "all of its frames again")")
    }
    if let slow = rate?.note(sequence: lastFrame.sequence, capturedNs: lastFrame.capturedNs) { output.log.warning("\(slow)") }
    noteDamage()
    if recovery.works(at: monotonicNs()) { output.log.notice("the camera works again") }
  }

  /// Reports the programs that hold a busy camera.
  mutating func reportHolders(_ error: CameraError) {
    output.log.warning("\(error)")
    if recovery.learn(error) { output.report(.noCamera, because: error) }
  }

  /// - Returns: whether the camera was open.
  mutating func close() -> Bool {
    guard isOpen else { return false }
    lostBefore = lost
    stream = nil
    return true
  }

  /// Closes the camera and forgets its failures, so that the configured camera is opened at once.
  ///
  /// - Returns: whether the camera was open.
  mutating func reopen() -> Bool {
    recovery = CameraRecovery()
    return close()
  }

  /// Applies new settings. Another name or mode takes effect when the camera is opened again.
  mutating func apply(_ name: String, _ settings: CameraSettings) { (self.name, self.settings) = (name, settings) }

  // MARK: Opening and recovery

  private mutating func open() -> PipelineSource.Step {
    do throws(CameraError) {
      let device = try CameraDevice.find(name)
      let opened = try CameraStream(device, request: CameraRequest(settings))
      announce((name == "auto" ? [device.autoReason] : ["watching \(opened.label)"]) + opened.notices)
      rate = opened.makeFrameRateMonitor()
      stream = consume opened
      return .woken
    } catch {
      return lose(error)
    }
  }

  /// Logs facts about the camera once, although it is opened again after each lock of the session.
  private mutating func announce(_ facts: [String]) {
    let line = facts.joined(separator: "; ")
    if line != announcement { output.log.info("\(line)") }
    announcement = line
  }

  private mutating func recover(from error: CameraError) -> PipelineSource.Step {
    noteDamage()
    output.board.noteLost(lost)
    guard error.code == .stalled else { return lose(error) }
    let (restarts, isNews) = recovery.stalled(error)
    if isNews { output.log.warning("\(error)") }
    guard restarts else { return lose(error) }
    output.report(.noCamera, because: error)
    do throws(CameraError) { try stream?.restart() } catch { return lose(error) }
    return .woken
  }

  /// Closes a camera that failed, and reports the error.
  private mutating func lose(_ error: CameraError) -> PipelineSource.Step {
    _ = close()
    let isNews = recovery.failed(error, at: monotonicNs())
    if isNews, let device = error.busyDevice {
      // Logged once the programs that hold it are known.
      HolderSearch.begin(device) { [foundHolders] holders in foundHolders(error.naming(holders)) }
    } else if isNews {
      output.log.warning("\(error)")
    }
    output.report(.noCamera, because: recovery.reported(error))
    return .lost
  }

  private mutating func noteDamage() {
    guard let damaged = stream.read({ $0.damaged }) else { return }
    if let line = damage.note(damaged, from: label, nowNs: monotonicNs()) { output.log.warning("\(line)") }
  }

  private var label: String { stream.read { $0.label } ?? "" }

  private var lostNow: LostFrames { stream.read { LostFrames(dropped: $0.dropped, damaged: $0.damaged) } ?? LostFrames() }
}

extension CameraRequest {
  init(_ settings: CameraSettings) {
    self.init()
    width = settings.width
    height = settings.height
    fps = Double(settings.fps)
    dynamicFramerate = settings.dynamicFramerate
  }
}
