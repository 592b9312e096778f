import Imaging
import Platform
import Product
import Synchronization

/// What a session wants of its camera.
package struct CameraOptions: Sendable, Equatable {
  /// `auto`, a path, the name of a link in `/dev/v4l/by-id`, or a part of a camera's name.
  package var name: String
  package var request: CameraRequest
  /// Whether another program that opens the camera gets it.
  package var yields: Bool
  package var memory: ControlMemory

  package init(
    name: String, request: CameraRequest = CameraRequest(), yields: Bool = false, memory: ControlMemory = ControlMemory()
  ) {
    (self.name, self.request, self.yields, self.memory) = (name, request, yields, memory)
  }
}

/// The camera from opening to closing: opens it when that is due, restarts it after a stall, slows it down while nothing moves, yields it
/// to other programs, and opens it again after a failure.
///
/// It tells what has happened by ``takeEvents()``, which is to be called after each call of ``next(wake:_:)``.
package struct CameraSession: ~Copyable {
  package enum Step: Sendable {
    /// A frame was passed to the caller.
    case frame
    /// No frame was passed: the wait was ended, or something has happened.
    case woken
    /// There is no camera; see ``CameraSession/retryNs``.
    case absent
  }

  /// The time without motion after which a lower frame rate suffices.
  private static let longStillNs: UInt64 = 60_000_000_000
  /// The time for which services query a camera that has appeared.
  private static let queriedNs: UInt64 = 3_000_000_000
  /// The time after which the programs that hold a busy camera are searched for again: another one may have it.
  private static let searchNs: UInt64 = 30_000_000_000

  private var options: CameraOptions
  private let calls: V4L2Calls
  private let search: CameraWatch.Search
  private let onChange: @Sendable () -> Void
  private var stream: CameraStream?
  private var events: [CameraEvent] = []
  private var recovery = CameraRecovery()
  /// Watches for other programs while the camera is open here or yielded; nil for a camera that is not to be yielded.
  private var watch: CameraWatch?
  private var yieldRule = CameraYield()
  /// The device that another program has instead, and who has it once that is known.
  private var yielded: (device: String, holders: [CameraHolder]?)?
  private var holders = HolderNews()
  /// When devices changed last, or the session began.
  private var devicesChangedNs: UInt64
  private var damage = DamageMonitor()
  private var rate: FrameRateMonitor?
  private var lastFrame: (sequence: UInt64, capturedNs: UInt64) = (0, 0)
  /// The frames that previous streams lost.
  private var lostBefore = LostFrames()
  /// Whether the open camera is fed by a program.
  private var isLoopback = false

  /// - Parameters:
  ///   - search: searches for the programs that hold a busy camera.
  ///   - onChange: called on any thread when another program has opened or closed the camera, or the programs that hold it are known, so
  ///     that ``next(wake:_:)`` is to be called.
  package init(
    _ options: CameraOptions, calls: V4L2Calls = .libv4l2, search: @escaping CameraWatch.Search = HolderSearch.begin,
    onChange: @escaping @Sendable () -> Void
  ) {
    (self.options, self.calls, self.search, self.onChange) = (options, calls, search, onChange)
    devicesChangedNs = calls.now()
  }

  package var isOpen: Bool { stream.read { _ in true } ?? false }
  package var description: SourceDescription? { stream.read { $0.description } }
  /// The frames that came and were not handled since the session began.
  package var lost: LostFrames {
    lostBefore + (stream.read { LostFrames(dropped: $0.dropped, damaged: $0.damaged) } ?? LostFrames())
  }

  /// Whether another program has the camera.
  package var isYielded: Bool { yielded != nil }

  /// When the camera is due to be opened; nil: when a device appears, or another program has closed it.
  package var retryNs: UInt64? { isYielded ? nil : recovery.dueNs }

  /// Makes the next attempt to open the camera due now, because a device has appeared or a pause has ended.
  package mutating func retry() {
    devicesChangedNs = calls.now()
    recovery.devicesChanged(at: devicesChangedNs)
    // The watch may not notice that a camera was unplugged while another program has it open.
    if let device = yielded?.device, !Files.exists(device) { endWatch() }
  }

  /// What has happened since the last call, in its order.
  package mutating func takeEvents() -> [CameraEvent] {
    defer { events = [] }
    return events
  }

  /// Waits for the next frame and passes it to `body`, or opens the camera when that is due.
  ///
  /// - Parameters:
  ///   - wake: a descriptor that ends the wait when it becomes readable.
  ///   - body: called with the frame, which is valid only during the call.
  /// - Throws: what `body` throws. Failures of the camera are events.
  package mutating func next(wake: Int32, _ body: (borrowing Frame) throws -> Void) throws -> Step {
    noteHolders()
    handle(watch?.takeChanges() ?? [])
    guard events.isEmpty else { return .woken }
    guard isOpen else {
      guard let due = retryNs, due <= calls.now() else { return .absent }
      open()
      return .woken
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
      recover(from: error)
      return .woken
    }
  }

  /// Checks the camera's rate and its damaged frames after a frame, and slows the camera down while nothing moves.
  ///
  /// - Parameters:
  ///   - stillNs: the time without a hand and without motion.
  ///   - idleUntilNs: frames captured before this time need no pixels.
  package mutating func followUp(stillNs: UInt64, idleUntilNs: UInt64) {
    stream?.idleUntilNs = idleUntilNs
    let isSlow = stillNs >= Self.longStillNs
    if let fps = stream?.setFrameRateReduced(isSlow) {
      rate?.expect(fps: fps)
      events.append(.detail("\(label) makes \(isSlow ? "half of its frames while nothing moves" : "all of its frames again")"))
    }
    if let slow = rate?.note(sequence: lastFrame.sequence, capturedNs: lastFrame.capturedNs) { events.append(.warning("\(slow)")) }
    noteDamage()
    if recovery.works(at: calls.now()) { events.append(.works) }
  }

  /// Closes the camera, and stops watching a yielded one.
  ///
  /// - Returns: whether the camera was open.
  package mutating func close() -> Bool {
    endWatch()
    return closeStream()
  }

  private mutating func closeStream() -> Bool {
    guard isOpen else { return false }
    lostBefore = lost
    stream = nil
    return true
  }

  /// Closes the camera and forgets its failures, so that the camera of the options is opened at once.
  ///
  /// - Returns: whether the camera was open.
  package mutating func reopen() -> Bool {
    recovery = CameraRecovery()
    return close()
  }

  /// Applies new options. Another name or mode takes effect when the camera is opened again.
  package mutating func apply(_ new: CameraOptions) {
    options = new
    if !new.yields { endWatch() } else if isOpen, watch == nil { beginWatch() }
  }

  // MARK: Yielding

  /// Handles what the watch has noticed about other programs.
  package mutating func handle(_ changes: [CameraWatch.Change]) {
    for change in changes {
      switch change {
      case .yield:
        guard let device = description?.path else { continue }
        _ = closeStream()
        yielded = (device, nil)
        events.append(.yielded)
      case .held(let holders):
        guard isYielded, yielded?.holders != holders else { continue }
        yielded?.holders = holders
        events.append(.yieldedTo(holders))
      case .takeBack:
        let wasNamed = yielded?.holders != nil
        endWatch()
        open()
        if isOpen { events.append(.takenBack(wasNamed: wasNamed)) }
      case .removed: endWatch()
      }
    }
  }

  /// Starts to watch for other programs. The camera must be open here.
  private mutating func beginWatch() {
    // Several programs can read a loopback device, and the one that feeds it has it open, too.
    guard options.yields, let device = description?.path, !isLoopback else { return }
    yieldRule.begin(queriedUntilNs: devicesChangedNs + Self.queriedNs)
    do { watch = try CameraWatch(device, yieldRule, search: search, onChange: onChange) } catch {
      events.append(
        .warning("\(label) cannot be yielded to other programs: it cannot be watched: \(error); close programs that watch files"))
    }
  }

  private mutating func endWatch() {
    if let rule = watch?.stop() { yieldRule = rule }
    (watch, yielded) = (nil, nil)
  }

  // MARK: Opening and recovery

  private mutating func open() {
    do throws(CameraError) {
      let device = try CameraDevice.find(options.name, calls: calls)
      let opened = try CameraStream(device, request: options.request, calls: calls, memory: options.memory)
      let facts = (options.name == "auto" ? [device.autoReason] : ["watching \(opened.label)"]) + opened.notices
      rate = opened.makeFrameRateMonitor()
      stream = consume opened
      isLoopback = device.isLoopback
      events.append(.opened(facts))
      beginWatch()
    } catch {
      lose(error)
    }
  }

  private mutating func recover(from error: CameraError) {
    noteDamage()
    guard error.code == .stalled else { return lose(error) }
    let (restarts, isNews) = recovery.stalled(error)
    guard restarts else { return lose(error, wasNews: isNews) }
    events.append(.stalled(error, isNews: isNews))
    do throws(CameraError) { try stream?.restart() } catch { lose(error) }
  }

  /// Closes a camera that failed.
  ///
  /// - Parameter wasNews: whether the failure is news that was recorded already.
  private mutating func lose(_ error: CameraError, wasNews: Bool = false) {
    _ = close()
    let now = calls.now()
    let isNews = recovery.failed(error, at: now) || wasNews
    events.append(.failed(recovery.reported(error), isNews: isNews && error.busyDevice == nil))
    if let device = error.busyDevice, holders.isDue(isNews: isNews, at: now, after: Self.searchNs) {
      search(device) { [found = holders.found, onChange] use in
        found.put(error.naming(use.holders))
        onChange()
      }
    }
  }

  /// Takes the result of the last search for the programs that hold a busy camera.
  private mutating func noteHolders() {
    guard let error = holders.found.take() else { return }
    let (isCurrent, isOther) = recovery.learn(error)
    if holders.takeNews() || isOther { events.append(.held(error, isCurrent: isCurrent)) }
  }

  private mutating func noteDamage() {
    guard let damaged = stream.read({ $0.damaged }) else { return }
    if let line = damage.note(damaged, from: label, nowNs: calls.now()) { events.append(.warning("\(line)")) }
  }

  private var label: String { stream.read { $0.label } ?? "" }
}

/// The search for the programs that hold a busy camera.
private struct HolderNews {
  /// The error with the programs, which a search puts here on its own thread.
  final class Found: Sendable {
    private let error = Mutex<CameraError?>(nil)

    func put(_ new: CameraError) { error.withLock { $0 = new } }

    func take() -> CameraError? { error.withLock { $0.take() } }
  }

  let found = Found()
  private var isNews = false
  private var searchedNs: UInt64?

  /// Whether to search now.
  ///
  /// - Parameter isNews: whether the camera was not known to be busy.
  mutating func isDue(isNews: Bool, at now: UInt64, after ns: UInt64) -> Bool {
    self.isNews = self.isNews || isNews
    guard isNews || searchedNs.map({ now - $0 >= ns }) ?? true else { return false }
    searchedNs = now
    return true
  }

  /// Whether what the search has found is the first that is told of this failure.
  mutating func takeNews() -> Bool {
    defer { isNews = false }
    return isNews
  }
}

extension Optional where Wrapped: ~Copyable {
  /// Borrows the value if there is one, since optional chaining would consume it.
  fileprivate borrowing func read<Result>(_ body: (borrowing Wrapped) -> Result) -> Result? {
    switch self {
    case .some(let value): body(value)
    case .none: nil
    }
  }
}
