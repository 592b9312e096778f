import Glibc
import Platform
import Synchronization
import UserErrors

/// Watches the device node of a camera on a thread of its own, from the time that it is open here until it is closed or taken back: when
/// another program wants it, the camera is to be yielded.
package final class CameraWatch: Sendable {
  package enum Change: Sendable, Equatable {
    /// Close the camera: another program wants it.
    case yield
    /// These programs have it open, as far as this user may see them.
    case held(by: [CameraHolder])
    /// Open the camera again, and start a new watch.
    case takeBack
    /// The device node is gone; the watch has ended.
    case removed
  }

  /// Searches for the programs that have a device open, and passes them to a function, on any thread.
  package typealias Search = @Sendable (_ device: String, _ report: @escaping @Sendable (CameraUse) -> Void) -> Void

  private struct State {
    var rule: CameraYield
    var changes: [Change] = []
    var found: CameraUse?
    var isStopped = false
  }

  private let device: String
  private let driver: DriverUse
  private let isQuery: @Sendable (_ device: String) -> Bool
  private let search: Search
  private let onChange: @Sendable () -> Void
  private let wakeup: Wakeup
  private let state: Mutex<State>

  /// Starts to watch a camera that has just been opened here.
  ///
  /// - Parameters:
  ///   - rule: what ``stop()`` of the previous watch returned, after ``CameraYield/begin(queriedUntilNs:)``.
  ///   - isQuery: returns whether the program that has just opened the device only queries it.
  ///   - onChange: called on the watch's thread when there are changes to take.
  /// - Throws: `Errno`: the node cannot be watched.
  package init(
    _ device: String, _ rule: CameraYield,
    isQuery: @escaping @Sendable (String) -> Bool = { CameraProbers.haveJustOpened($0, at: bootNs()) },
    search: @escaping Search = HolderSearch.begin, onChange: @escaping @Sendable () -> Void
  ) throws {
    (self.device, self.isQuery, self.search, self.onChange) = (device, isQuery, search, onChange)
    driver = DriverUse(of: device)
    wakeup = try Wakeup()
    state = Mutex(State(rule: rule))
    let watch = try OpenWatch(device)
    try OwnedThread(name: "camera watch") { [self, watch = Box(watch)] in run(watch) }.detach()
  }

  /// Takes the changes since the last call.
  package func takeChanges() -> [Change] {
    state.withLock { state in
      defer { state.changes = [] }
      return state.changes
    }
  }

  /// Ends the watch.
  ///
  /// - Returns: the state of the rule, for the next watch.
  package func stop() -> CameraYield {
    defer { wakeup.signal() }
    return state.withLock { state in
      state.isStopped = true
      return state.rule
    }
  }

  // MARK: The thread

  /// A descriptor that a thread takes along.
  private final class Box {
    let watch: OpenWatch
    init(_ watch: consuming OpenWatch) { self.watch = watch }
  }

  private func run(_ box: Box) {
    while true {
      _ = wait(for: box.watch.descriptor, wake: wakeup.descriptor, untilNs: state.withLock { $0.rule.dueNs })
      wakeup.reset()
      guard handle(box.watch.takeEvents()) else { return }
    }
  }

  /// - Returns: whether the watch goes on.
  private func handle(_ events: [OpenWatch.Event]) -> Bool {
    let now = monotonicNs()
    // Outside the lock, which the pipeline takes: it reads the names of all processes.
    let isProber = events.contains(.opened) && isQuery(device)
    let isUnused = events.contains(.closed) && driver.isUnused
    let (isNew, isOver, searches) = state.withLock { state -> (Bool, Bool, Bool) in
      guard !state.isStopped else { return (false, true, false) }
      let count = state.changes.count
      for event in events {
        switch event {
        case .opened: state.rule.opened(byProber: isProber, at: now)
        case .closed: state.rule.closed(at: now)
        case .removed: state.changes.append(.removed)
        }
      }
      let isRemoved = events.contains(.removed)
      if state.rule.isYielded, isUnused || state.rule.needsCheck(at: now) && driver.isUnused { state.rule.nobodyHasItOpen() }
      if let use = state.found.take() {
        state.rule.searched(isUsed: use.isUsed, at: now)
        if state.rule.isHeld { state.changes.append(.held(by: use.holders)) }
      }
      let decision = isRemoved ? nil : state.rule.decide(at: now)
      switch decision {
      case .yield: state.changes.append(.yield)
      case .takeBack: state.changes.append(.takeBack)
      case nil: break
      }
      return (state.changes.count > count, isRemoved || decision == .takeBack, state.rule.needsSearch(at: now))
    }
    if isNew { onChange() }
    if searches, !isOver { search(device) { [weak self] in self?.put($0) } }
    return !isOver
  }

  private func put(_ use: CameraUse) {
    state.withLock { $0.found = use }
    wakeup.signal()
  }
}
