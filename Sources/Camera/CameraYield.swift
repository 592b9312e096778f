/// Decides when to give a camera to other programs, and when to take it back. Pure: times are passed in, in ns.
///
/// Programs that open a camera without saying so are only known by their opens and closes, which may be merged, so that the number of
/// programs that have it open is an estimate. Proof that nobody has it open corrects it.
package struct CameraYield: Sendable {
  package enum Decision: Sendable, Equatable { case yield, takeBack }

  /// A program that has the camera open for this long wants pictures.
  package static let heldNs: UInt64 = 50_000_000
  /// The same for a program that is known to only query cameras.
  package static let probedNs: UInt64 = 1_500_000_000
  /// How long after a known query of the camera other programs that open it count as queries, too: one that ends within a millisecond, as in
  /// a loop, may end before it is recognized.
  package static let queriesNs: UInt64 = 2_000_000_000
  /// The time after a brief opening in which a known query explains it.
  package static let doubtNs: UInt64 = 100_000_000
  /// The camera is taken back when no program has held it for this long.
  package static let absenceNs: UInt64 = 2_000_000_000
  /// The time between searches for proof that no program has the camera open, while one seems to.
  package static let recheckNs: UInt64 = 2_000_000_000
  /// A holder that does not use the camera counts after this time as none.
  package static let idleNs: UInt64 = 5_000_000_000
  /// The time between searches for the programs that have the camera open.
  package static let searchNs: UInt64 = 60_000_000_000
  /// The number of programs that are followed at a time.
  private static let mostOpeners = 64

  private struct Opener {
    let sinceNs: UInt64
    let isProber: Bool

    /// When it counts as a holder.
    var holdsFromNs: UInt64 { sinceNs + (isProber ? probedNs : heldNs) }
  }

  private enum Phase {
    case streaming
    /// - ownClose: whether the event of closing the camera here is still to come.
    /// - heldSinceNs: since when there is a holder; nil without one.
    case yielded(ownClose: Bool, heldSinceNs: UInt64?, absentSinceNs: UInt64)
  }

  /// The programs that have the camera open, in the order in which they opened it.
  private var openers: [Opener] = []
  private var phase = Phase.streaming
  /// Until when programs that open the camera count as such that only query it.
  private var queriedUntilNs: UInt64 = 0
  /// When a program closed the camera that was probably refused, since it was in use here; nil if none was.
  private var refusedNs: UInt64?
  /// Whether a holder has come since the camera was yielded.
  private var hasServed = false
  private var nextSearchNs: UInt64?
  /// When to look for proof of absence.
  private var nextCheckNs: UInt64?
  private var patience = Patience()

  package init() {}

  /// Starts with a camera that streams here, and that nobody has opened since.
  ///
  /// - Parameter queriedNs: until when services query the camera, as they do when it has appeared.
  package mutating func begin(queriedUntilNs queriedNs: UInt64 = 0) {
    self = CameraYield(patience)
    queriedUntilNs = queriedNs
  }

  private init(_ patience: Patience) { self.patience = patience }

  package var isYielded: Bool { if case .yielded = phase { true } else { false } }

  /// Whether a holder has been seen since the camera was yielded.
  package var isHeld: Bool { if case .yielded(_, .some, _) = phase { true } else { false } }

  // MARK: Events

  /// Records that a program has opened the camera.
  ///
  /// - Parameter isProber: whether it is known to only query cameras.
  package mutating func opened(byProber isProber: Bool, at now: UInt64) {
    if isProber {
      queriedUntilNs = max(queriedUntilNs, now + Self.queriesNs)
      refusedNs = nil
    }
    guard openers.count < Self.mostOpeners else { return }
    openers.append(Opener(sinceNs: now, isProber: isProber || now < queriedUntilNs))
  }

  /// Records that a program has closed the camera: of several, probably the one that opened it last.
  package mutating func closed(at now: UInt64) {
    if case .yielded(ownClose: true, let held, let absent) = phase {
      phase = .yielded(ownClose: false, heldSinceNs: held, absentSinceNs: absent)
      return
    }
    guard let last = openers.popLast() else { return }
    if case .streaming = phase, !last.isProber, patience.allows(at: now) { refusedNs = refusedNs ?? now }
  }

  /// Records proof that no other program has the camera open.
  package mutating func nobodyHasItOpen() { openers = [] }

  /// Records the result of a search for the programs that have the camera open.
  ///
  /// - Parameter isUsed: whether one of them uses it, or may use it.
  package mutating func searched(isUsed: Bool, at now: UInt64) {
    guard case .yielded(_, let since?, _) = phase else { return }
    nextSearchNs = now + Self.searchNs
    guard !isUsed else { return }
    if now >= since + Self.idleNs { nobodyHasItOpen() } else { nextSearchNs = since + Self.idleNs }
  }

  // MARK: Decisions

  /// Decides at the time of an event, and when ``dueNs`` has come.
  package mutating func decide(at now: UInt64) -> Decision? {
    let isHeld = openers.contains { $0.holdsFromNs <= now }
    switch phase {
    case .streaming:
      guard isHeld || refusedNs.map({ $0 + Self.doubtNs <= now }) == true else { return nil }
      refusedNs = nil
      phase = .yielded(ownClose: true, heldSinceNs: nil, absentSinceNs: now)
      update(isHeld, at: now)
      return .yield
    case .yielded:
      update(isHeld, at: now)
      guard case .yielded(_, nil, let absentSince) = phase, now >= absentSince + Self.absenceNs else { return nil }
      // One that has just come may stay.
      if openers.contains(where: { !$0.isProber }) { return nil }
      patience.end(hasServed: hasServed, at: now)
      self = CameraYield(patience)
      return .takeBack
    }
  }

  /// Records whether there is a holder while the camera is yielded.
  private mutating func update(_ isHeld: Bool, at now: UInt64) {
    guard case .yielded(let ownClose, let heldSince, let absentSince) = phase else { return }
    if isHeld, heldSince == nil {
      hasServed = true
      (nextSearchNs, nextCheckNs) = (now, now + Self.recheckNs)
      phase = .yielded(ownClose: ownClose, heldSinceNs: now, absentSinceNs: absentSince)
    } else if !isHeld, heldSince != nil {
      (nextSearchNs, nextCheckNs) = (nil, nil)
      phase = .yielded(ownClose: ownClose, heldSinceNs: nil, absentSinceNs: now)
    }
  }

  /// When ``decide(at:)``, ``needsCheck(at:)`` and ``needsSearch(at:)`` are to be called again; nil: after the next event.
  package var dueNs: UInt64? {
    let holds = openers.map(\.holdsFromNs).min()
    switch phase {
    case .streaming: return [holds, refusedNs.map { $0 + Self.doubtNs }].compactMap { $0 }.min()
    case .yielded(_, nil, let absentSince):
      let young = openers.filter { !$0.isProber }.map(\.holdsFromNs).min()
      return [max(absentSince + Self.absenceNs, young ?? 0), holds].compactMap { $0 }.min()
    case .yielded where openers.isEmpty: return 0
    case .yielded(let ownClose, .some, _): return [ownClose ? nil : nextSearchNs, nextCheckNs].compactMap { $0 }.min()
    }
  }

  /// Whether to look for proof that no program has the camera open: call ``nobodyHasItOpen()`` if there is.
  package mutating func needsCheck(at now: UInt64) -> Bool {
    guard let due = nextCheckNs, due <= now else { return false }
    nextCheckNs = now + Self.recheckNs
    return true
  }

  /// Whether to search for the programs that have the camera open: call ``searched(isUsed:at:)`` with the result.
  package mutating func needsSearch(at now: UInt64) -> Bool {
    // Not before the camera is closed here, as it would seem to be used.
    guard case .yielded(ownClose: false, .some, _) = phase, let due = nextSearchNs, due <= now else { return false }
    nextSearchNs = now + Self.searchNs
    return true
  }
}

/// How often a camera is yielded to programs that open it briefly, since they may have been refused: one that opens it again and again
/// and never stays must not take it away for good.
private struct Patience: Sendable {
  /// The number of times that cost nothing.
  private static let free = 3
  private static let firstNs: UInt64 = 15_000_000_000
  private static let longestNs: UInt64 = 600_000_000_000

  /// The number of times in a row that the camera was yielded to nobody.
  private var failures = 0
  private var quietUntilNs: UInt64 = 0

  func allows(at now: UInt64) -> Bool { now >= quietUntilNs }

  /// Records that the camera is taken back.
  ///
  /// - Parameter hasServed: whether a holder has come.
  mutating func end(hasServed: Bool, at now: UInt64) {
    failures = hasServed ? 0 : failures + 1
    quietUntilNs = failures < Self.free ? 0 : now + min(Self.firstNs << min(failures - Self.free, 8), Self.longestNs)
  }
}
