import Logging
import Platform

/// Runs the pipeline on its own thread.
final class PipelineRunner: Sendable {
  let messages: MessageQueue
  private let settings: DaemonSettings
  private let state: DaemonState
  private let memory: RunMemoryFiles
  private let log: Logger

  /// - Parameters:
  ///   - state: what others read of the pipeline.
  ///   - memory: where is written what the next run must know.
  /// - Throws: `Errno` without a free descriptor.
  init(_ settings: DaemonSettings, _ state: DaemonState, _ memory: RunMemoryFiles, log: Logger) throws {
    messages = try MessageQueue()
    (self.settings, self.state, self.memory, self.log) = (settings, state, memory, log)
  }

  /// Runs the pipeline until a message stops it or its source ends.
  ///
  /// - Throws: an error that ends the daemon. Errors of a camera do not.
  func run(_ publisher: Publisher, _ service: SystemdLink) async throws {
    try await OwnedThread.run(name: "pipeline") { [self] in
      defer {
        service.endStart()
        messages.close()
      }
      try RunningPipeline(settings, messages, memory, state, publisher, service, log: log).run()
    }
  }
}

/// Everything that is created, used and released on the pipeline thread.
private final class RunningPipeline {
  private let messages: MessageQueue
  private let daemonState: DaemonState
  private let publisher: Publisher
  private var cameraReports: CameraReports
  private let log: Logger
  private let service: SystemdLink
  private let memory: RunMemoryFiles
  /// What was written last.
  private var remembered: RunMemory
  private var state: RunState
  private var pipeline: FramePipeline
  private var source: PipelineSource
  /// What is logged with the first frame.
  private var note: String?

  init(
    _ settings: DaemonSettings, _ messages: MessageQueue, _ memory: RunMemoryFiles, _ daemonState: DaemonState, _ publisher: Publisher,
    _ service: SystemdLink, log: Logger
  ) throws {
    (self.messages, self.memory, self.daemonState) = (messages, memory, daemonState)
    (self.publisher, self.service, self.log) = (publisher, service, log)
    cameraReports = CameraReports(publisher, log: log)
    remembered = memory.read()
    note = settings.definitionNote
    state = RunState(settings, remembered)
    if state.hold == .request { log.notice("still paused, as before the restart; run `swipectl resume` to resume") }
    // Loading the models takes longest. They are loaded before the source is opened, so that no frame waits for them.
    pipeline = try FramePipeline(settings, publisher, service, log: log)
    pipeline.suspendsKeys = state.suspendsKeys
    service.ready()
    source = try PipelineSource(settings, log: log) { messages.post(.cameraUseChanged) }
  }

  func run() throws {
    if case .trace(let path) = state.settings.source { return try replay(path) }
    while waitUntilRunning() {
      if source.isOpen { messages.answer(state) }
      let step = try source.next(wake: messages.wake) { try pipeline.process($0) }
      if step == .frame {
        source.followUp(stillNs: pipeline.stillNs, idleUntilNs: pipeline.idleUntilNs, wantsLargerSize: pipeline.wantsLargerPictures)
      }
      reportCamera()
      switch step {
      case .frame:
        // It may have been closed after the frame, to be opened with larger pictures, and not have opened.
        guard source.isOpen else { break }
        daemonState.count(source.lost)
        publisher.reportState(.running, source: source.description)
        sayNote()
      case .woken: break
      case .absent: wait(untilNs: source.retryNs)
      case .ended: return publisher.publishStatus()
      }
    }
  }

  private func sayNote() {
    if let note { log.notice("\(note)") }
    note = nil
  }

  /// Reports what has happened to the camera.
  private func reportCamera() {
    for event in source.takeEvents() {
      if event.isInterruption { pipeline.interrupt(at: monotonicNs()) }
      daemonState.count(source.lost)
      cameraReports.report(event)
    }
  }

  private func replay(_ path: String) throws {
    var replay = try TraceReplay(path: path, state.settings, publisher, daemonState, log: log)
    while waitUntilRunning() {
      messages.answer(state)
      guard try replay.step(wake: messages.wake, into: &pipeline) else { return }
      sayNote()
    }
  }

  /// Handles messages, and waits for more while the pipeline is paused.
  ///
  /// - Returns: false when the pipeline is to stop.
  private func waitUntilRunning() -> Bool {
    while true {
      service.keepAlive(at: monotonicNs())
      messages.take { message in
        defer { remember() }
        try state.handle(message, isYielded: source.isYielded).forEach(perform)
        if case .application = message { publisher.reportApps(state.apps) }
      }
      switch state.phase {
      case .running: return true
      case .stopping: return false
      case .waiting: wait()
      case .paused(let reason):
        if source.close() { pipeline.interrupt(at: monotonicNs()) }
        // Who pauses wants nothing of before to be handed out. Without demand, nobody has asked for that.
        if reason != .unwanted { daemonState.forgetFrames() }
        publisher.reportState(.paused, because: state.status(of: reason))
        wait()
      }
    }
  }

  /// After each message, and before its reply, so that a restart after that knows what it says. Not with each frame.
  private func remember() {
    guard state.memory != remembered else { return }
    remembered = state.memory
    memory.write(remembered)
  }

  private func perform(_ action: RunState.Action) throws {
    switch action {
    case .retryCamera: source.retry()
    case .findCamera: source.findAgain()
    case .retryKeys: pipeline.retryKeys()
    case .suspendKeys(let isSuspended): pipeline.suspendsKeys = isSuspended
    case .requireRest: pipeline.requireRest()
    case .announceStarting: if !source.isCameraInUse { publisher.reportState(.starting) }
    case .reopenCamera: if source.reopen() { pipeline.interrupt(at: monotonicNs()) }
    case .refuse(let error): throw error
    case .apply(let new, let tracker):
      try pipeline.apply(new, tracker)
      source.apply(new)
      publisher.applyToClients(new)
      publisher.applyToDesktop(new)
      try state.applied(new).forEach(perform)
    }
  }

  /// Waits for a message, after replying to those that have taken effect.
  ///
  /// - Parameter ns: when to stop waiting, in ns of CLOCK_MONOTONIC; nil waits without a limit.
  private func wait(untilNs ns: UInt64? = nil) {
    messages.answer(state)
    let now = monotonicNs()
    service.keepAlive(at: now)
    messages.wait(milliseconds: service.longestWait(untilNs: ns, at: now))
  }
}
