import Platform

/// Runs the pipeline on its own thread.
final class PipelineRunner: Sendable {
  let messages: MessageQueue
  private let settings: DaemonSettings

  /// - Throws: `Errno` without a free descriptor.
  init(_ settings: DaemonSettings) throws {
    messages = try MessageQueue()
    self.settings = settings
  }

  /// Runs the pipeline until a message stops it or its source ends.
  ///
  /// - Throws: an error that ends the daemon. Errors of a camera do not.
  func run(_ output: EventOutput, _ service: ServiceManager) async throws {
    try await withCheckedThrowingContinuation { continuation in
      do {
        try OwnedThread(name: "pipeline") { [settings, messages] in
          let result = Result { try RunningPipeline(settings, messages, output, service).run() }
          service.endStart()
          messages.close()
          continuation.resume(with: result)
        }.detach()
      } catch {
        continuation.resume(throwing: error)
      }
    }
  }
}

/// Everything that is created, used and released on the pipeline thread.
private final class RunningPipeline {
  private let messages: MessageQueue
  private let output: EventOutput
  private let service: ServiceManager
  private var state: RunState
  private var pipeline: FramePipeline
  private var source: PipelineSource

  init(_ settings: DaemonSettings, _ messages: MessageQueue, _ output: EventOutput, _ service: ServiceManager) throws {
    (self.messages, self.output, self.service) = (messages, output, service)
    state = RunState(settings)
    // Loading the models takes longest. They are loaded before the source is opened, so that no frame waits for them.
    pipeline = try FramePipeline(settings, output, service)
    service.ready()
    source = try PipelineSource(
      settings, output, reportHolders: { messages.post(.holdersFound($0)) }, reportUse: { messages.post(.cameraUseChanged) })
  }

  func run() throws {
    if case .trace(let path) = state.settings.source { return try replay(path) }
    while waitUntilRunning() {
      if source.isOpen { messages.answer(state) }
      switch try source.next(wake: messages.wake, { try pipeline.process($0) }) {
      case .frame:
        source.followUp(stillNs: pipeline.stillNs, idleUntilNs: pipeline.idleUntilNs)
        output.report(.running, source: source.description, lost: source.lost)
      case .woken: break
      case .absent: wait(untilNs: source.retryNs)
      case .lost: pipeline.interrupt(at: monotonicNs())
      case .ended: return output.publishStatus()
      }
    }
  }

  private func replay(_ path: String) throws {
    var replay = try TraceReplay(path: path, state.settings, output)
    while waitUntilRunning() {
      messages.answer(state)
      guard try replay.step(wake: messages.wake, into: &pipeline) else { return }
    }
  }

  /// Handles messages, and waits for more while the pipeline is paused.
  ///
  /// - Returns: false when the pipeline is to stop.
  private func waitUntilRunning() -> Bool {
    while true {
      service.keepAlive(at: monotonicNs())
      state.isYielded = source.isYielded
      messages.take { try state.handle($0).forEach(perform) }
      switch state.phase {
      case .running: return true
      case .stopping: return false
      case .paused(let reason):
        if source.close() { pipeline.interrupt(at: monotonicNs()) }
        output.report(.paused, because: reason)
        wait()
      }
    }
  }

  private func perform(_ action: RunState.Action) throws {
    switch action {
    case .retryCamera: source.retry()
    case .retryKeys: pipeline.retryKeys()
    case .suspendKeys(let isSuspended): pipeline.suspendsKeys = isSuspended
    case .followHands(let count): pipeline.requestedHands = count
    case .announceStarting: output.report(.starting)
    case .reportHolders(let error): source.reportHolders(error)
    case .reopenCamera: if source.reopen() { pipeline.interrupt(at: monotonicNs()) }
    case .refuse(let error): throw error
    case .apply(let new):
      try pipeline.apply(new)
      source.apply(new)
      output.apply(new)
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
