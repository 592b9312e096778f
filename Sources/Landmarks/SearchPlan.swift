import Imaging

/// Decides where the palm detector searches next while no near hand is followed: the whole picture, or a square of it, in which small hands
/// are large enough for the detector.
///
/// Every second search is of the whole picture, unless something begins to move beside what moves all the time: then a square comes next. The
/// squares take turns among three sizes, beginning with the smallest in which what begins to move has room. Of each size the square is next in
/// which most has moved since it was last searched. Where nothing moves, the squares that were not searched for longest come first. It knows
/// no clock: times are passed in.
package struct SearchPlan: Sendable {
  /// Sides of the squares as fractions of the picture's shorter side, in the order of their turns. The detector finds palms whose length
  /// from wrist to middle knuckle is between a tenth and a half of the side, so that two neighboring sizes overlap.
  private static let fractions: [Float] = [0.44, 0.67, 0.28]
  /// Smallest side in pixels: below, the detector's input of 192 pixels shows no more than the picture has.
  private static let leastSide: Float = 160
  /// A square that is nearly as large as the picture, as a fraction of its shorter side, shows nothing that the whole picture does not.
  private static let mostFraction: Float = 0.8
  /// A square shows nothing else than one that is smaller by less than this, as a part of its side.
  private static let leastDifference: Float = 0.1
  /// Margin of a square, as a fraction of its side, in which a hand may be cut off: it does not count as searched.
  private static let margin: Float = 0.15
  /// After a pause of motion as long as this, the whole picture is searched first: most hands are near.
  private static let pauseNs: UInt64 = 500_000_000
  /// How long after a hand was lost the place where it was comes first.
  private static let lossNs: UInt64 = 1_000_000_000
  /// Width of a hand's region, as a fraction of the picture's longer side, above which a search of the whole picture finds the hand.
  private static let nearFraction: Float = 0.18
  /// The same of a hand that such a search has found: of those that are smaller, it finds a third.
  private static let leastNearFraction: Float = 0.1
  /// Width of a hand's region, as a fraction of a square's side, at which the hand still has room to move in the square.
  private static let roomyFraction: Float = 0.5

  private var geometry: FrameGeometry?
  private var sizes: [SquareSize] = []
  private var interest = SearchInterest()
  /// Number of searches since the last pause of motion, or since something new began to move.
  private var turn = 0
  /// The number of the size of the first square after that.
  private var firstSize = 0
  /// What has moved since the last search, whether that is known, and whether it began after a pause.
  private var moved = CellSet(), isMotionKnown = true, hasPaused = false
  private var motionNs: UInt64?
  private var lost: (region: RotatedRegion, ns: UInt64)?

  package init() {}

  /// Takes what moves in a frame, whether or not it is searched.
  ///
  /// - Parameter moving: nil if that is unknown.
  package mutating func add(_ moving: CellSet?, at ns: UInt64) {
    isMotionKnown = moving != nil
    guard let moving, !moving.isEmpty else { return }
    if motionNs.map({ ns < $0 || ns > $0 &+ Self.pauseNs }) ?? true { hasPaused = true }
    motionNs = ns
    moved.formUnion(moving)
  }

  /// Forgets what has moved since the last search: the whole picture is searched, whatever it was.
  package mutating func forgetMotion() {
    moved.removeAll()
    hasPaused = false
  }

  /// Whether the last search is of a square because something has begun to move beside what moves all the time.
  package private(set) var isOfNewMotion = false

  /// Whether a square of every size was searched since something began to move.
  package var isRoundOver: Bool { turn >= 2 * sizes.count }

  /// The place of the next search.
  ///
  /// - Parameters:
  ///   - geometry: that of the frame. With another one, the plan starts over.
  ///   - ns: capture time of the frame.
  /// - Returns: an upright square of the upright picture; nil for the whole picture.
  package mutating func next(in geometry: FrameGeometry, at ns: UInt64) -> RotatedRegion? {
    if geometry != self.geometry { startOver(geometry) }
    let begun = interest.add(isMotionKnown ? moved : nil)
    isOfNewMotion = false
    if hasPaused {
      (turn, firstSize) = (0, smallestSize(for: moved.count) ?? 0)
    } else if begun > 0, turn > 2 * sizes.count, let size = smallestSize(for: begun) {
      // Beside what moves all the time, at once; but only after a search of each size.
      (turn, firstSize, isOfNewMotion) = (1, size, true)
    }
    forgetMotion()
    defer { turn += 1 }
    let lost = recentlyLost(at: ns)
    guard !sizes.isEmpty, turn % 2 == 1, lost.map({ !Self.isNear($0, in: geometry) }) ?? true else { return nil }
    // Every second square is where a hand was lost: it may have moved away.
    if let lost, turn % 4 == 1 { return square(around: lost, geometry) }
    let index = (turn / 2 + firstSize) % sizes.count
    let window = interest.mostInteresting(index, sizes[index].window)
    interest.didSearch(index, window, margin: Self.margin)
    return sizes[index].square(at: window, in: geometry)
  }

  /// Records that a hand was lost.
  ///
  /// - Parameter region: where it was, in the upright picture.
  package mutating func didLose(_ region: RotatedRegion, at ns: UInt64) { lost = (region, ns) }

  private mutating func startOver(_ geometry: FrameGeometry) {
    let shorter = Float(min(geometry.width, geometry.height))
    // In a small picture, several become the least side.
    let sides = Self.fractions.map { max($0 * shorter, Self.leastSide) }.filter { $0 <= Self.mostFraction * shorter }
    let distinct = sides.enumerated().filter { index, side in
      !sides[..<index].contains { abs($0 - side) < Self.leastDifference * side }
    }
    sizes = distinct.map { SquareSize(side: $0.element, in: geometry) }
    interest = SearchInterest(sizes: sizes.count)
    (self.geometry, turn, firstSize, lost) = (geometry, 0, 0, nil)
  }

  /// The number of the smallest size in whose squares as many cells as move have room; nil for none. What moves is a cell larger on each side:
  /// see ``MotionDetector/findEnergy(above:in:except:)``.
  private func smallestSize(for cells: Int) -> Int? {
    sizes.indices.filter { cells <= (sizes[$0].window.columns + 2) * (sizes[$0].window.rows + 2) }.min { sizes[$0].side < sizes[$1].side }
  }

  private func recentlyLost(at ns: UInt64) -> RotatedRegion? {
    guard let lost, ns >= lost.ns, ns <= lost.ns &+ Self.lossNs else { return nil }
    return lost.region
  }

  /// Whether a search of the whole picture finds a hand, by its region.
  ///
  /// - Parameter isFoundInWhole: whether one has found it.
  static func isNear(_ region: RotatedRegion, in geometry: FrameGeometry, isFoundInWhole: Bool = false) -> Bool {
    region.width > (isFoundInWhole ? leastNearFraction : nearFraction) * Float(max(geometry.width, geometry.height))
  }

  /// The smallest square around a hand in which it has room to move; the largest if it has room in none.
  private func square(around region: RotatedRegion, _ geometry: FrameGeometry) -> RotatedRegion? {
    let sides = sizes.map(\.side)
    let side = sides.filter { region.width <= Self.roomyFraction * $0 }.min() ?? sides.max()
    return side.map { geometry.square(around: SIMD2(region.centerX, region.centerY), side: $0) }
  }
}

/// A size of squares, and the cells of the grid of motion that such a square covers.
private struct SquareSize {
  /// In pixels.
  let side: Float
  let window: (columns: Int, rows: Int)

  init(side: Float, in geometry: FrameGeometry) {
    self.side = side
    func cells(_ all: Int, in pixels: Int) -> Int { min(max(Int(side * Float(all) / Float(pixels)), 1), all) }
    window = (cells(LumaGrid.columns, in: geometry.width), cells(LumaGrid.rows, in: geometry.height))
  }

  /// The square in the upright picture whose center is that of a window.
  func square(at window: LumaGrid.Cells, in geometry: FrameGeometry) -> RotatedRegion {
    func center(_ cells: ClosedRange<Int>, of all: Int, in pixels: Int) -> Float {
      Float(cells.lowerBound + cells.upperBound + 1) / 2 * Float(pixels) / Float(all)
    }
    let center = SIMD2(
      center(window.columns, of: LumaGrid.columns, in: geometry.width), center(window.rows, of: LumaGrid.rows, in: geometry.height))
    return geometry.square(around: geometry.upright(center), side: side)
  }
}

extension FrameGeometry {
  /// A square of the upright picture, moved into the picture where it would leave it.
  func square(around center: SIMD2<Float>, side: Float) -> RotatedRegion {
    func inside(_ center: Float, _ pixels: Int) -> Float { max(min(center, Float(pixels) - side / 2), side / 2) }
    return RotatedRegion(
      centerX: inside(center.x, uprightSize.width), centerY: inside(center.y, uprightSize.height), width: side, height: side)
  }
}
