import Imaging
import Platform
import UserErrors

/// What a session wants of its camera.
package struct CameraOptions: Sendable, Equatable {
  /// `auto`, a path, the name of a link in `/dev/v4l/by-id`, a part of a camera's name, or `pipewire:` and a name.
  package var name: String
  package var backend: CameraBackend
  package var request: CameraRequest
  /// Whether another program that opens the camera gets it.
  package var yields: Bool
  package var memory: ControlMemory

  package init(
    name: String, backend: CameraBackend = .auto, request: CameraRequest = CameraRequest(), yields: Bool = false,
    memory: ControlMemory = ControlMemory()
  ) {
    (self.name, self.backend, self.request, self.yields, self.memory) = (name, backend, request, yields, memory)
  }
}

/// The camera from opening to closing: opens it when that is due, restarts it after a stall, slows it down while nothing moves, yields it
/// to other programs, and opens it again after a failure.
///
/// It reports what has happened by ``takeEvents()``, which is to be called after each call of ``next(wake:_:)``.
package struct CameraSession: ~Copyable {
  /// The time without motion after which a lower frame rate suffices.
  private static let longStillNs: UInt64 = 60_000_000_000

  private var options: CameraOptions
  private let systems: CameraSystems
  private let now: @Sendable () -> UInt64
  private var camera: (any OpenCamera & ~Copyable)?
  private var events: [CameraEvent] = []
  private var recovery = CameraRecovery()
  private var health = CameraHealth()
  private var sharing: CameraSharing
  private var busySearch: BusySearch
  /// Watches for cameras while none is open, if no device event would announce them.
  private var listWatch: CameraListWatch?
  private let onChange: @Sendable () -> Void
  /// Whether larger pictures are taken, if the camera can stream them.
  private var isEnlarged = false
  /// Whether none came when they were asked for, so that they are not asked for again until another camera may be there.
  private var largerPicturesFail = false
  /// The frames that were lost before the camera was opened last.
  private var lostBefore = LostFrames()

  /// - Parameters:
  ///   - search: searches for the programs that hold a busy camera.
  ///   - onChange: called on any thread when another program has opened or closed the camera, or the programs that hold it are known, so
  ///     that ``next(wake:_:)`` is to be called.
  package init(
    _ options: CameraOptions, systems: CameraSystems = .installed, search: @escaping CameraWatch.Search = HolderSearch.begin,
    onChange: @escaping @Sendable () -> Void
  ) {
    (self.options, self.onChange, self.systems, now) = (options, onChange, systems, systems.v4l2.now)
    sharing = CameraSharing(search: search, onChange: onChange)
    busySearch = BusySearch(search, onChange: onChange)
  }

  package var isOpen: Bool { camera.read { _ in true } ?? false }
  package var description: SourceDescription? { camera.read { $0.description } }
  /// The frames that came and were not handled since the session began.
  package var lost: LostFrames { lostBefore + (camera.read { $0.lost } ?? LostFrames()) }

  /// Whether another program has the camera.
  package var isYielded: Bool { sharing.isYielded }

  /// When the camera is due to be opened; nil: when a device appears, or another program has closed it.
  package var retryNs: UInt64? { isYielded ? nil : recovery.dueNs }

  /// Makes the next attempt to open the camera due now, because a pause has ended.
  package mutating func retry() { recovery.retry(at: now()) }

  /// Makes the next attempt to open the camera due now, because a camera has appeared or disappeared. Services query one that has appeared.
  package mutating func camerasChanged() {
    retry()
    largerPicturesFail = false
    sharing.camerasChanged(at: now())
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
  /// - Returns: `absent` if there is no camera until ``retryNs``.
  /// - Throws: what `body` throws. Failures of the camera are events.
  package mutating func next(wake: Int32, _ body: (borrowing Frame) throws -> Void) throws -> FrameStep {
    reportHolders()
    if listWatch?.take() == true { recovery.retry(at: now()) }
    handle(sharing.takeChanges())
    guard events.isEmpty else { return .woken }
    guard isOpen else {
      guard let due = retryNs, due <= now() else { return .absent }
      open()
      return .woken
    }
    do {
      var taken: (sequence: UInt64, capturedNs: UInt64)?
      let step = try camera?.next(wake: wake) { frame in
        taken = (frame.sequence, frame.capturedNs)
        try body(frame)
      }
      if let taken { health.handled(sequence: taken.sequence, capturedNs: taken.capturedNs) }
      return step ?? .woken
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
  ///   - wantsLargerSize: whether larger pictures would find a hand, so that they are taken for as long as they would.
  package mutating func followUp(stillNs: UInt64, idleUntilNs: UInt64, wantsLargerSize: Bool = false) {
    camera?.idleUntilNs = idleUntilNs
    let isSlow = stillNs >= Self.longStillNs
    if let fps = camera?.setFrameRateReduced(isSlow) {
      health.expect(fps: fps)
      events.append(.detail("\(label) makes \(isSlow ? "half of its frames while nothing moves" : "all of its frames again")"))
    }
    if let warning = health.checkRate() { events.append(warning) }
    checkDamage()
    let isSilent = busySearch.works()
    if recovery.works(at: now()), !isSilent { events.append(.works) }
    resize(takesLarger: wantsLargerSize)
  }

  /// Opens the camera again with larger pictures, if it has them, or with its usual ones.
  private mutating func resize(takesLarger: Bool) {
    guard takesLarger != isEnlarged else { return }
    guard isEnlarged || !largerPicturesFail && camera.read({ $0.offersLargerSize }) == true else { return }
    open(takesLarger: takesLarger)
  }

  private mutating func open(takesLarger: Bool) {
    let before = description
    sharing.end()
    _ = closeCamera()
    isEnlarged = takesLarger
    open()
    if takesLarger, let before, let description, (description.width, description.height) == (before.width, before.height) {
      (isEnlarged, largerPicturesFail) = (false, true)
    }
  }

  /// Closes the camera, and stops watching a yielded one.
  ///
  /// - Returns: whether the camera was open.
  package mutating func close() -> Bool {
    endListWatch()
    sharing.end()
    return closeCamera()
  }

  private mutating func endListWatch() {
    listWatch?.stop()
    listWatch = nil
  }

  private mutating func closeCamera() -> Bool {
    isEnlarged = false
    guard isOpen else { return false }
    lostBefore = lost
    camera = nil
    return true
  }

  /// Closes the camera and forgets its failures, so that the camera of the options is opened at once.
  ///
  /// - Returns: whether the camera was open.
  package mutating func reopen() -> Bool {
    recovery = CameraRecovery()
    largerPicturesFail = false
    return close()
  }

  /// Applies new options. Another name or mode takes effect when the camera is opened again.
  package mutating func apply(_ new: CameraOptions) {
    options = new
    if !new.yields { sharing.end() } else if isOpen, !sharing.isWatching { beginSharing() }
  }

  // MARK: Yielding

  /// Handles what the watch has noticed about other programs.
  package mutating func handle(_ changes: [CameraWatch.Change]) {
    for change in changes {
      switch change {
      case .yield:
        guard closeCamera() else { continue }
        sharing.yield()
        events.append(.yielded)
      case .held(let holders): if sharing.learn(holders) { events.append(.yieldedTo(holders)) }
      case .takeBack:
        let wasNamed = sharing.areHoldersKnown
        sharing.end()
        open()
        if isOpen { events.append(.takenBack(wasNamed: wasNamed)) }
      case .removed: sharing.end()
      }
    }
  }

  /// Starts to watch for other programs. The camera must be open here.
  private mutating func beginSharing() {
    guard options.yields, let device = camera.read({ $0.exclusiveDevice }) ?? nil else { return }
    do { try sharing.begin(device) } catch {
      events.append(
        .warning("\(label) cannot be yielded to other programs: it cannot be watched: \(error); close programs that watch files"))
    }
  }

  // MARK: Opening and recovery

  private mutating func open() {
    var options = options
    options.request.takesLargerSize = isEnlarged
    do throws(CameraError) {
      let facts = try systems.open(options, isDeniedAgain: recovery.isDenied, into: &camera)
      if let monitor = camera.read({ $0.makeFrameRateMonitor() }) { health.begin(monitor) }
      endListWatch()
      events.append(.opened(facts))
      beginSharing()
    } catch {
      lose(error)
    }
  }

  private mutating func recover(from error: CameraError) {
    checkDamage()
    guard error.code == .stalled else { return lose(error) }
    let (restarts, isNew) = recovery.stalled(error, mostRestarts: isEnlarged ? 1 : CameraRecovery.mostRestarts)
    guard restarts || isEnlarged else { return lose(error, wasNew: isNew) }
    events.append(.stalled(error, isNew: isNew))
    guard restarts else {
      largerPicturesFail = true
      return open(takesLarger: false)
    }
    do throws(CameraError) { try camera?.restart() } catch { lose(error) }
  }

  /// Closes a camera that failed.
  ///
  /// - Parameter wasNew: whether the failure is new and was recorded already.
  private mutating func lose(_ error: CameraError, wasNew: Bool = false) {
    sharing.end()
    _ = closeCamera()
    // A watch that is connected to a server that hangs does not notice that it answers again.
    if error.code == .noAnswer { endListWatch() }
    if listWatch == nil { listWatch = systems.watch(options, after: error, isDeniedAgain: recovery.isDenied, onChange: onChange) }
    let now = self.now()
    let isNew = recovery.failed(error, at: now) || wasNew
    events.append(.failed(recovery.reported(error), isNew: isNew && error.busyDevice == nil))
    busySearch.begin(error, isNew: isNew, at: now)
  }

  /// Reports the result of the last search for the programs that hold a busy camera.
  private mutating func reportHolders() {
    guard let (error, isNew) = busySearch.take() else { return }
    let (isCurrent, isOther) = recovery.learn(error)
    if isNew || isOther { events.append(.held(error, isCurrent: isCurrent)) }
  }

  private mutating func checkDamage() {
    guard let damaged = camera.read({ $0.lost.damaged }) else { return }
    if let warning = health.checkDamage(damaged, from: label, at: now()) { events.append(warning) }
  }

  private var label: String { camera.read { $0.label } ?? "" }
}

extension (any OpenCamera & ~Copyable)? {
  /// Borrows the camera if there is one, since optional chaining would consume it.
  fileprivate borrowing func read<Result>(_ body: (borrowing any OpenCamera & ~Copyable) -> Result) -> Result? {
    switch self {
    case .some(let camera): body(camera)
    case .none: nil
    }
  }
}
