import Glibc
import Imaging

/// Kept, so that a frame costs no allocation.
private let allJoints = JointName.allCases

/// What may be left out while nothing moves.
public struct StillSkips: OptionSet, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The search for hands, while there is none and the picture stays the same.
  public static let room = StillSkips(rawValue: 1)
  /// Most looks at a hand that is followed, while it holds still.
  public static let hand = StillSkips(rawValue: 2)
}

/// Decides whether the models have to look at a frame. The one principle: an answer stands as long as the picture that it was
/// given for has not changed. And since that can be misjudged, no answer stands for long.
package struct StillPicture: Sendable {
  /// The longest times between two looks. Nobody waits for a hand that went unnoticed longer than the first.
  private static let longestInRoomNs: UInt64 = 5_000_000_000
  private static let longestAtHandNs: UInt64 = 150_000_000
  /// Energies (see ``PictureChange/largest(in:)``) that noise does not reach. A followed hand is watched more closely: what is
  /// missed there is a swipe, and a false alarm costs one look.
  private static let changedRoom: Float = 70, changedHand: Float = 33
  /// A hand has moved when its joints are this part of the region around it away from where they were, on average. Noise
  /// alone moves the average by half of that, while it moves single joints three times as far.
  private static let movedPart: Float = 0.015

  /// For so long after a hand every picture is searched for it.
  private static let missedNs: UInt64 = 1_000_000_000

  private let skips: StillSkips
  private var change = PictureChange()
  private var attention = Attention()
  private var size = (width: 0, height: 0)
  private var hands: [HandObservation] = []
  /// Since when there is no hand.
  private var emptySinceNs: UInt64?
  private var hasSearchedPrevious = false

  package init(skipping skips: StillSkips) { self.skips = skips }

  /// Whether the models have to look at the next frame.
  ///
  /// - Parameters:
  ///   - regions: where hands are followed.
  ///   - isSearching: more hands than these are looked for.
  ///   - closely: a still hand is not reason enough to leave a look out.
  mutating func needsLook(_ frame: borrowing Frame, around regions: [RotatedRegion], isSearching: Bool, closely: Bool) -> Bool {
    guard !skips.isEmpty, LumaGrid.fits(frame) else {
      size = (0, 0)
      return true
    }
    if size != (frame.width, frame.height) { reset() }
    size = (frame.width, frame.height)
    change.note(frame)
    return isDue(around: regions, isSearching: isSearching, closely: closely, at: frame.capturedNs)
  }

  /// The same of a grid, as if read from a frame of 640×480.
  package mutating func needsLook(
    _ grid: LumaGrid, around regions: [RotatedRegion] = [], isSearching: Bool = true, closely: Bool = false, at ns: UInt64
  ) -> Bool {
    size = (640, 480)
    change.note(grid)
    return isDue(around: regions, isSearching: isSearching, closely: closely, at: ns)
  }

  /// Since when there has been no hand and nothing has moved; nil where that is not so, or not watched.
  package var stillSinceNs: UInt64? {
    guard skips.contains(.room), size != (0, 0), let emptySinceNs else { return nil }
    return max(emptySinceNs, attention.changedNs)
  }

  private mutating func isDue(around regions: [RotatedRegion], isSearching: Bool, closely: Bool, at ns: UInt64) -> Bool {
    let hasChanged =
      !change.hasReference || isSearching && change.largest(in: PictureChange.everywhere) > Self.changedRoom
      || regions.contains { change.largest(in: LumaGrid.cells(around: $0, width: size.width, height: size.height)) > Self.changedHand }
    let longestNs = regions.isEmpty ? Self.longestInRoomNs : Self.longestAtHandNs
    let isSpared = isSparedSearch(regions, at: ns)
    let isDue = attention.isDue(hasChanged: hasChanged, longestNs: longestNs, at: ns) && !isSpared
    return isDue || !skips.contains(regions.isEmpty ? .room : .hand) || closely && !regions.isEmpty
  }

  /// Where there has been no hand for a while, people move about without meaning anything by it: of two pictures one is searched.
  private mutating func isSparedSearch(_ regions: [RotatedRegion], at ns: UInt64) -> Bool {
    defer { hasSearchedPrevious = false }
    guard let emptySinceNs, regions.isEmpty else { return false }
    return hasSearchedPrevious && ns > emptySinceNs &+ Self.missedNs
  }

  /// The models have looked at the picture that was asked about last.
  ///
  /// - Parameters:
  ///   - found: the hands in it.
  ///   - ns: when it was captured.
  package mutating func looked(found: [HandObservation], at ns: UInt64) {
    guard !skips.isEmpty else { return }
    change.lookedAt()
    hasSearchedPrevious = found.isEmpty
    emptySinceNs = found.isEmpty ? emptySinceNs ?? ns : nil
    // Against the hands of the last change, so that slow motion adds up here as well.
    let hasMoved = found.count != hands.count || zip(found, hands).contains { $0.isFarther(than: Self.movedPart, from: $1) }
    if hasMoved { keep(found) }
    attention.looked(at: ns, hasChanged: hasMoved)
  }

  /// The next frame has nothing to do with the ones before.
  mutating func reset() {
    change.forget()
    attention.reset()
    (emptySinceNs, hasSearchedPrevious) = (nil, false)
  }

  private mutating func keep(_ found: [HandObservation]) {
    hands.removeAll(keepingCapacity: true)
    hands.append(contentsOf: found)
  }
}

extension HandObservation {
  /// Whether the joints are farther from their places in another observation, on average, than `part` of the region around it.
  fileprivate func isFarther(than part: Float, from other: HandObservation) -> Bool {
    var sum: Float = 0
    for joint in allJoints {
      let (a, b) = (recognizedPoint(joint), other.recognizedPoint(joint))
      sum += max(abs(a.x - b.x), abs(a.y - b.y))
    }
    return !(sum <= part * HandRegion.around(other).width * Float(allJoints.count))
  }
}

extension LumaGrid {
  /// The cells that a region touches; for one outside of the picture, those at its edge.
  static func cells(around region: RotatedRegion, width: Int, height: Int) -> (columns: ClosedRange<Int>, rows: ClosedRange<Int>) {
    func range(_ center: Float, _ reach: Float, of size: Int, cells: Int) -> ClosedRange<Int> {
      func cell(_ place: Float) -> Int { min(max(Int(place * Float(cells) / Float(size)), 0), cells - 1) }
      return cell(center - reach)...cell(center + reach)
    }
    let (across, down) = (abs(cos(region.rotation)), abs(sin(region.rotation)))
    let reach = SIMD2(across * region.width + down * region.height, down * region.width + across * region.height) / 2
    return (range(region.centerX, reach.x, of: width, cells: columns), range(region.centerY, reach.y, of: height, cells: rows))
  }
}
