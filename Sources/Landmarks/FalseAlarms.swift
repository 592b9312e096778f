import Imaging

/// Places in squares of the picture where something resembled a far palm and no hand was found: mostly faces that talk.
///
/// Searching there again in a square of the same size would find none again, at the cost of a search. But for two seconds nothing follows from
/// one, so that a hand that is raised there is found. Afterwards it counts for as long as something keeps moving there, until a hand is found
/// there, but at most for twenty seconds. And since a face that fills the picture has many such places, only one look in nine may lead to a
/// search that finds nothing. All of this does not hold where something has just begun to move. Nor is there a reason to search where a hand is
/// followed. It knows no clock: times are passed in.
package struct FalseAlarms: Sendable {
  private static let patienceNs: UInt64 = 2_000_000_000
  private static let memoryNs: UInt64 = 20_000_000_000
  /// What has not moved for as long as this may have been a hand that is now held still.
  private static let stillNs: UInt64 = 1_000_000_000
  /// How far around a place something is the same, as a fraction of the square's side: faces move.
  private static let reach: Float = 0.25

  /// How many searches in a row may find nothing, and what part of one more each look without one allows.
  private static let mostSearches: Float = 3, searchesPerLook: Float = 0.125

  private struct Alarm {
    /// That of the square.
    let side: Float
    /// Upright, ``reach`` to each side of the place.
    let region: RotatedRegion
    /// What the region touches.
    let cells: LumaGrid.Cells
    let ns: UInt64
    var movedNs: UInt64
  }

  private var alarms: [Alarm] = []
  /// The regions of the hands that are followed: what resembles a palm there is theirs.
  package var followed: [RotatedRegion] = []
  /// How many searches may find nothing from now on.
  private var searchesLeft = mostSearches
  private var isSuspended = false

  package init() {}

  /// Takes what moves, and forgets where nothing does any more.
  ///
  /// - Parameter moving: cells of the frame; nil if that is unknown, which counts as if all moved.
  package mutating func update(moving: CellSet?, at ns: UInt64) {
    alarms.removeAll { ns < $0.movedNs || ns - $0.ns > Self.memoryNs }
    for index in alarms.indices where moving?.contains(anyOf: alarms[index].cells) ?? true { alarms[index].movedNs = ns }
    alarms.removeAll { ns - $0.movedNs > Self.stillNs }
  }

  /// Whether something is known to be no further hand.
  ///
  /// - Parameters:
  ///   - place: in pixels of the upright picture.
  ///   - side: that of the square, in pixels.
  package func isKnown(_ place: SIMD2<Float>, inSquareOf side: Float, at ns: UInt64) -> Bool {
    guard !followed.contains(where: { Self.contains($0, place) }) else { return true }
    guard !isSuspended else { return false }
    return alarms.contains { ns >= $0.ns && ns - $0.ns >= Self.patienceNs && $0.side == side && Self.contains($0.region, place) }
  }

  /// Knows nothing in the next look, which is at what has just begun to move: it may be a hand that is raised where a face was searched in vain.
  /// It, or the first look after it that sees something, may lead to a search.
  package mutating func suspend() {
    isSuspended = true
    searchesLeft = max(searchesLeft, 1)
  }

  /// Records that a hand was found: what resembled one there may have been it, before it was clear.
  ///
  /// - Parameter place: in pixels of the upright picture.
  package mutating func didFindHand(at place: SIMD2<Float>) { alarms.removeAll { Self.contains($0.region, place) } }

  /// Whether one more search may find nothing.
  package var allowsSearch: Bool { searchesLeft >= 1 }

  /// Records a look at a square.
  ///
  /// - Parameters:
  ///   - wasSearched: whether it led to a search.
  ///   - hasFound: whether a hand was found.
  package mutating func didLook(wasSearched: Bool, hasFound: Bool) {
    isSuspended = false
    searchesLeft = hasFound ? Self.mostSearches : min(searchesLeft + (wasSearched ? -1 : Self.searchesPerLook), Self.mostSearches)
  }

  /// Records that no hand was found in a square in which something resembled one.
  ///
  /// - Parameters:
  ///   - place: that of what resembled one, in pixels of the upright picture.
  ///   - side: that of the square, in pixels.
  ///   - geometry: that of the frame.
  package mutating func add(_ place: SIMD2<Float>, inSquareOf side: Float, _ geometry: FrameGeometry, at ns: UInt64) {
    guard !alarms.contains(where: { $0.side == side && Self.contains($0.region, place) }) else { return }
    let region = RotatedRegion(centerX: place.x, centerY: place.y, width: 2 * Self.reach * side, height: 2 * Self.reach * side)
    alarms.append(Alarm(side: side, region: region, cells: LumaGrid.cells(around: region, of: geometry), ns: ns, movedNs: ns))
  }

  private static func contains(_ region: RotatedRegion, _ place: SIMD2<Float>) -> Bool {
    max(abs(place.x - region.centerX), abs(place.y - region.centerY)) <= region.width / 2
  }
}
