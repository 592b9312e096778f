import Imaging

/// Decides when to search for further hands while one is followed: where something moves beside it, and now and then.
///
/// It knows no clock: times are passed in.
package struct HandSearch: Sendable {
  /// The time between searches while something moves in a new place. It doubles up to the longer one while searches find nothing.
  private static let soonNs: UInt64 = 100_000_000, latestNs: UInt64 = 400_000_000
  /// After a pause as long as this, motion is looked into soon again.
  private static let pauseNs: UInt64 = 500_000_000
  /// The time between searches while something moves only where searches have found nothing: a face that talks, an arm, a screen.
  private static let knownNs: UInt64 = 1_500_000_000
  /// The same while all hands that are followed are those of people in the background: about as long as while none is.
  private static let emptyNs: UInt64 = 250_000_000
  /// How often all such places are forgotten, so that a hand that moves there is found, too.
  private static let memoryNs: UInt64 = 6_000_000_000
  /// The time between searches while nothing moves.
  private static let calmNs: UInt64 = 3_000_000_000
  /// For how long after a hand was lost each frame is searched.
  private static let lossNs: UInt64 = 300_000_000
  /// A loss within this time after another one is not searched for.
  private static let nextLossNs: UInt64 = 1_000_000_000

  private var lastNs: UInt64?
  private var waitNs = soonNs
  private var motionNs: UInt64?
  /// What has moved since the last search.
  private var moved = CellSet()
  /// Whether any of it did not move before.
  private var isNew = false
  /// Where something moves without being a hand, and since when that is remembered.
  private var known = CellSet()
  private var knownSinceNs: UInt64 = 0
  private var lostNs: UInt64?

  package init() {}

  /// Whether to search the frame of this moment.
  ///
  /// - Parameters:
  ///   - moving: where something moves outside the hands that are followed; nil if that is unknown.
  ///   - isForegroundEmpty: whether all of these hands are those of people in the background.
  package mutating func isDue(moving: CellSet?, isForegroundEmpty: Bool = false, at ns: UInt64) -> Bool {
    addMotion(moving, at: ns)
    guard let lastNs, ns >= lastNs else { return true }
    if let lostNs, ns <= lostNs &+ Self.lossNs { return true }
    let longestNs = moved.isEmpty ? Self.calmNs : isForegroundEmpty ? Self.emptyNs : Self.knownNs
    return ns - lastNs >= (isNew ? min(waitNs, longestNs) : longestNs)
  }

  private mutating func addMotion(_ moving: CellSet?, at ns: UInt64) {
    if ns < knownSinceNs || ns - knownSinceNs > Self.memoryNs {
      known.removeAll()
      knownSinceNs = ns
    }
    if let moving {
      guard !moving.isEmpty else { return }
      moved.formUnion(moving)
      guard !moving.isSubset(of: known) else { return }
    }
    if motionNs.map({ ns > $0 &+ Self.pauseNs }) ?? true { waitNs = Self.soonNs }
    (motionNs, isNew) = (ns, true)
  }

  /// Records a search.
  ///
  /// - Parameter isRoundOver: whether what has moved was now searched in every size of squares; if it was not, the next one comes soon.
  package mutating func didSearch(hasFound: Bool, isRoundOver: Bool = true, at ns: UInt64) {
    lastNs = ns
    guard hasFound || isRoundOver || !isNew else { return }
    if hasFound { known.removeAll() } else { known.formUnion(moved) }
    moved.removeAll()
    isNew = false
    waitNs = hasFound ? Self.soonNs : min(2 * waitNs, Self.latestNs)
  }

  /// Records that a hand was lost.
  ///
  /// One that is lost again and again is not searched for in every frame.
  package mutating func didLose(at ns: UInt64) {
    guard lostNs.map({ ns < $0 || ns > $0 &+ Self.nextLossNs }) ?? true else { return }
    lostNs = ns
  }
}

/// Cells of a `LumaGrid`.
package struct CellSet: Sendable {
  private static let words = (LumaGrid.count + 63) / 64
  private var bits = [UInt64](repeating: 0, count: words)

  package init() {}

  package var isEmpty: Bool { bits.allSatisfy { $0 == 0 } }

  package var count: Int { bits.reduce(0) { $0 + $1.nonzeroBitCount } }

  /// - Parameter cell: its index in the grid.
  package mutating func insert(_ cell: Int) { bits[cell / 64] |= 1 << UInt64(cell % 64) }

  package func contains(_ cell: Int) -> Bool { bits[cell / 64] & 1 << UInt64(cell % 64) != 0 }

  package func contains(anyOf cells: LumaGrid.Cells) -> Bool {
    cells.rows.contains { row in cells.columns.contains { contains(row * LumaGrid.columns + $0) } }
  }

  package mutating func removeAll() {
    for word in bits.indices { bits[word] = 0 }
  }

  package mutating func formUnion(_ other: CellSet) {
    for word in bits.indices { bits[word] |= other.bits[word] }
  }

  package func isSubset(of other: CellSet) -> Bool {
    for word in bits.indices where bits[word] & ~other.bits[word] != 0 { return false }
    return true
  }
}
