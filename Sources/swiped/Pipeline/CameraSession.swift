import Camera
import EventProtocol
import Imaging
import Platform
import Settings

/// The camera from opening to closing: opens it when that is due, restarts it after a stall, slows it down while nothing moves, yields it
/// to other programs, and opens it again after a failure.
struct CameraSession: ~Copyable {
  /// The time without motion after which a lower frame rate suffices.
  private static let longStillNs: UInt64 = 60_000_000_000
  /// The time for which services query a camera that has appeared.
  private static let queriedNs: UInt64 = 3_000_000_000

  private var name: String
  private var settings: CameraSettings
  private let output: EventOutput
  private let foundHolders: @Sendable (CameraError) -> Void
  private let useChanged: @Sendable () -> Void
  private var stream: CameraStream?
  private var recovery = CameraRecovery()
  /// Watches for other programs while the camera is open here or yielded; nil for a camera that is not to be yielded.
  private var watch: CameraWatch?
  private var yieldRule = CameraYield()
  private var yielded: YieldedCamera?
  /// When devices changed last, or the daemon started.
  private var devicesChangedNs = monotonicNs()
  private var damage = DamageMonitor()
  private var rate: FrameRateMonitor?
  private var lastFrame: (sequence: UInt64, capturedNs: UInt64) = (0, 0)
  /// The frames that previous streams lost.
  private var lostBefore = LostFrames()
  /// Whether the open camera is fed by a program.
  private var isLoopback = false
  /// The facts that were logged last about the camera.
  private var announcement = ""

  /// - Parameters:
  ///   - name: the name of the camera, as the user gave it.
  ///   - reportHolders: receives the error of a busy camera once the programs that hold it are known. Called on any thread.
  ///   - reportUse: called on any thread when another program has opened or closed the camera, so that ``next(wake:_:)`` is to be called.
  init(
    _ name: String, _ settings: CameraSettings, _ output: EventOutput, reportHolders: @escaping @Sendable (CameraError) -> Void,
    reportUse: @escaping @Sendable () -> Void
  ) {
    (self.name, self.settings, self.output, foundHolders, useChanged) = (name, settings, output, reportHolders, reportUse)
  }

  var isOpen: Bool { stream.read { _ in true } ?? false }
  var description: SourceDescription? { stream.read { $0.description } }
  var lost: LostFrames { lostBefore + lostNow }

  /// Whether another program has the camera.
  var isYielded: Bool { yielded != nil }

  /// When the camera is due to be opened; nil: when a device appears, or the watch reports a change.
  var retryNs: UInt64? { isYielded ? nil : recovery.dueNs }

  /// Makes the next attempt to open the camera due now, because a device has appeared or a pause has ended.
  mutating func retry() {
    devicesChangedNs = monotonicNs()
    recovery.devicesChanged(at: devicesChangedNs)
    // The watch may not notice that a camera was unplugged while another program has it open.
    if let device = yielded?.device, !Files.exists(device) { endWatch() }
  }

  /// Waits for the next frame and passes it to `body`, or opens the camera when that is due.
  ///
  /// - Throws: what `body` throws. Failures of the camera are reported, not thrown.
  mutating func next(wake: Int32, _ body: (borrowing Frame) throws -> Void) throws -> PipelineSource.Step {
    if let step = handleUse() { return step }
    guard isOpen else {
      guard !isYielded, let due = recovery.dueNs, due <= monotonicNs() else { return .absent }
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

  /// Closes the camera, and stops watching a yielded one.
  ///
  /// - Returns: whether the camera was open.
  mutating func close() -> Bool {
    endWatch()
    return closeStream()
  }

  private mutating func closeStream() -> Bool {
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
  mutating func apply(_ name: String, _ settings: CameraSettings) {
    (self.name, self.settings) = (name, settings)
    if settings.yield == .never { endWatch() } else if isOpen, watch == nil { beginWatch() }
  }

  // MARK: Yielding

  /// Handles what the watch has noticed about other programs.
  ///
  /// - Returns: the step if the camera was closed or opened.
  private mutating func handleUse() -> PipelineSource.Step? {
    var step: PipelineSource.Step?
    for change in watch?.takeChanges() ?? [] {
      switch change {
      case .yield: step = yield()
      case .held(let holders): name(holders)
      case .takeBack: step = takeBack()
      case .removed: endWatch()
      }
    }
    return step
  }

  private mutating func yield() -> PipelineSource.Step {
    guard let device = description?.path else { return .woken }
    output.board.noteLost(lost)
    _ = closeStream()
    yielded = YieldedCamera(device: device)
    output.report(.paused, because: .yielded(to: nil))
    return .lost
  }

  /// Reports the programs that the camera is yielded to.
  private mutating func name(_ holders: [CameraHolder]) {
    guard let reason = yielded?.name(holders) else { return }
    output.log.notice("\(reason.line)")
    output.report(.paused, because: reason.pause)
  }

  private mutating func takeBack() -> PipelineSource.Step {
    let wasNamed = yielded?.isNamed == true
    endWatch()
    let step = open()
    if isOpen {
      output.log.notice(
        wasNamed ? "the camera is taken back" : "the camera was yielded for 2 s to a program that opened it, and is taken back")
    }
    return step
  }

  /// Starts to watch for other programs. The camera must be open here.
  private mutating func beginWatch() {
    // Several programs can read a loopback device, and the one that feeds it has it open, too.
    guard settings.yield == .always, let device = description?.path, !isLoopback else { return }
    yieldRule.begin(queriedUntilNs: devicesChangedNs + Self.queriedNs)
    do { watch = try CameraWatch(device, yieldRule, onChange: useChanged) } catch {
      output.log.warning("\(label) cannot be yielded to other programs: it cannot be watched: \(error); close programs that watch files")
    }
  }

  private mutating func endWatch() {
    if let rule = watch?.stop() { yieldRule = rule }
    (watch, yielded) = (nil, nil)
  }

  // MARK: Opening and recovery

  private mutating func open() -> PipelineSource.Step {
    do throws(CameraError) {
      let device = try CameraDevice.find(name)
      let opened = try CameraStream(device, request: CameraRequest(settings))
      announce((name == "auto" ? [device.autoReason] : ["watching \(opened.label)"]) + opened.notices)
      rate = opened.makeFrameRateMonitor()
      stream = consume opened
      isLoopback = device.isLoopback
      beginWatch()
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
      HolderSearch.begin(device) { [foundHolders] use in foundHolders(error.naming(use.holders)) }
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
