import Glibc
import Hands
import Imaging

/// The cases in which the previous result is reused instead of running the models.
public struct InferenceReuse: OptionSet, Sendable {
  /// A bit for each case.
  public let rawValue: Int

  /// Creates a set from the bits of its cases.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// No hand is tracked and the picture does not change.
  public static let stillRoom = InferenceReuse(rawValue: 1)
  /// A hand is tracked and does not move.
  public static let stillHand = InferenceReuse(rawValue: 2)
  /// No hand has surely been seen for ten seconds: only four frames a second are compared.
  public static let slowSearch = InferenceReuse(rawValue: 4)
  /// A hand is tracked of which every second frame shows what comes next early enough.
  public static let calmHand = InferenceReuse(rawValue: 8)
}

/// Decides whether the models must run on a frame.
///
/// A result is reused for as long as the picture that it belongs to has not changed. Because motion can be misjudged, it is never
/// reused for long.
package struct InferenceSchedule: Sendable {
  /// Longest time between two inferences without a hand: how late a hand that caused no motion is searched for.
  private static let longestWaitInRoomNs: UInt64 = 5_000_000_000
  /// Longest time between two inferences while a hand is tracked.
  private static let longestWaitForHandNs: UInt64 = 150_000_000
  /// Energies (see ``MotionDetector/largestEnergy(in:)``) above those of noise. The limit for a tracked hand is lower: missed motion
  /// there is a missed swipe, and a false alarm costs one inference.
  private static let roomMotion: Float = 70, handMotion: Float = 33
  /// Motion in this many widths around a hand's region is that of the hand; and so far below, in heights of the region, that of its arm.
  private static let surroundings: Float = 1.5, arm: Float = 1.5
  /// A hand has moved when its joints have moved this fraction of its region's width on average. Noise alone moves the average by
  /// half of that, and single joints by three times as much.
  private static let movedFraction: Float = 0.015
  /// How long after a hand was lost the detector runs on every frame with motion.
  private static let searchAfterLossNs: UInt64 = 1_000_000_000
  /// A hand is surely one from this presence on. A neck that is taken for one again and again has up to 0.92; in twelve clips, each hand has more
  /// at least every 3.5 s.
  private static let sure: Float = 0.95
  /// While no hand is followed: how long after the last sure one every frame is still compared, if fewer may be.
  private static let slowSearchAfterNs: UInt64 = 10_000_000_000
  /// Longest time for which a calm hand waits: of a slow camera, every frame counts.
  package static let longestCalmNs: UInt64 = 50_000_000
  /// Longest time between two frames that are compared after that, and so the longest time until a hand that has come is searched for first: at
  /// 30 frames a second it is every seventh.
  private static let longestIdleNs: UInt64 = 250_000_000
  /// The same of large JPEG pictures while nothing moves: each takes as long to compare as two or three of 640×480.
  private static let longestStillNs: UInt64 = 600_000_000
  /// How long nothing has moved in a still room.
  private static let stillAfterNs: UInt64 = 2_000_000_000
  /// How long after the first motion in a still room all frames are compared: while a hand is raised, and for a search of each size of squares.
  private static let attentiveNs: UInt64 = 500_000_000

  private let reuse: InferenceReuse
  private var motion = MotionDetector()
  private var backoff = InferenceBackoff()
  private var darkness = Darkness()
  /// Of the last frame; nil if it was not compared with earlier ones.
  private var geometry: FrameGeometry?
  /// The hands when they last moved.
  private var hands: [HumanHandPoseObservation] = []
  /// Time of the first inference that found no hand; nil while there is one.
  private var emptySinceNs: UInt64?
  /// Time of the first inference after the last sure hand; nil while there is one.
  private var unsureSinceNs: UInt64?
  private var searchedPreviousFrame = false
  /// Whether inference was due on the last frame and was put off, because its hand was calm.
  private var hasWaited = false
  private var isLargeJPEG = false
  /// Time of the last frame that showed a change, and of the first that did in a still room.
  private var movedNs: UInt64?, stirredNs: UInt64?
  /// Time of the last frame.
  private var lastNs: UInt64 = 0
  /// The time between the last two frames; 0 if it is unknown.
  private var intervalNs: UInt64 = 0
  /// Frames captured before this time are not compared with earlier ones: the previous result is reused for them. 0 if all are compared.
  package private(set) var idleUntilNs: UInt64 = 0

  /// Whether the last frame was not compared with earlier ones, as its pixels are not worth reading.
  private(set) var isIdle = false

  /// The mean brightness of the last frame that was compared with earlier ones, 0…255; nil if none was.
  var brightness: Double? { geometry == nil ? nil : motion.brightness }

  /// How the last frame must be brightened for the models to see hands in it; nil if it is bright enough, or was not compared.
  var brightening: Brightening? { geometry == nil ? nil : darkness.brightening }

  package init(reusing reuse: InferenceReuse) { self.reuse = reuse }

  /// Whether the models must run on the next frame.
  ///
  /// - Parameters:
  ///   - regions: regions of the tracked hands.
  ///   - need: how soon a change of a tracked hand must be seen.
  mutating func needsInference(_ frame: borrowing Frame, around regions: [RotatedRegion], need: TrackingNeed) -> Bool {
    guard LumaGrid.fits(frame) else {
      (geometry, isIdle) = (nil, false)
      return true
    }
    if geometry != frame.geometry { reset() }
    (geometry, isLargeJPEG) = (frame.geometry, frame.isLargeJPEG)
    guard compares(around: regions, at: frame.capturedNs) else { return false }
    motion.update(frame)
    darkness.take(motion.picture)
    return needsInference(around: regions, need: need, at: frame.capturedNs)
  }

  /// Whether the models must run on a grid, taken as a frame of 640×480 pixels.
  ///
  /// - Parameter isLargeJPEG: whether it takes as long to compare as a large JPEG picture.
  package mutating func needsInference(
    _ grid: LumaGrid, around regions: [RotatedRegion] = [], need: TrackingNeed = .whenMoved, isLargeJPEG: Bool = false, at ns: UInt64
  ) -> Bool {
    (geometry, self.isLargeJPEG) = (FrameGeometry(width: 640, height: 480), isLargeJPEG)
    guard compares(around: regions, at: ns) else { return false }
    motion.update(grid)
    return needsInference(around: regions, need: need, at: ns)
  }

  /// Finds what moves in the last frame outside these regions, their surroundings and the arms of their hands.
  ///
  /// - Parameter regions: at most four.
  /// - Returns: whether that is known.
  func findMotion(outside regions: [RotatedRegion], in cells: inout CellSet) -> Bool {
    guard let geometry, motion.hasReference else { return false }
    var places = InlineArray<8, LumaGrid.Cells?>(repeating: nil)
    for (index, region) in regions.prefix(4).enumerated() {
      let hand = region.widened(Self.surroundings)
      places[2 * index] = LumaGrid.cells(around: hand, of: geometry)
      places[2 * index + 1] = LumaGrid.cells(around: hand.movedDown(Self.arm * region.height), of: geometry)
    }
    motion.findEnergy(above: Self.roomMotion, in: &cells) { column, row in
      places.indices.contains { places[$0].map { $0.columns.contains(column) && $0.rows.contains(row) } ?? false }
    }
    return true
  }

  /// Time since which there has been neither a hand nor motion; nil while there is either, or without ``InferenceReuse/stillRoom``.
  package var idleSinceNs: UInt64? {
    guard reuse.contains(.stillRoom), geometry != nil, let emptySinceNs else { return nil }
    return max(emptySinceNs, backoff.changedNs)
  }

  private mutating func needsInference(around regions: [RotatedRegion], need: TrackingNeed, at ns: UInt64) -> Bool {
    let hasChanged =
      !motion.hasReference || regions.isEmpty && motion.largestEnergy(in: MotionDetector.allCells) > Self.roomMotion
      || regions.contains { region in
        geometry.map { motion.largestEnergy(in: LumaGrid.cells(around: region, of: $0)) > Self.handMotion } ?? true
      }
    let longestNs = regions.isEmpty ? Self.longestWaitInRoomNs : Self.longestWaitForHandNs
    let skipsSearch = skipsSearch(regions, at: ns)
    let isDue = backoff.isDue(hasChanged: hasChanged, longestNs: longestNs, at: ns) && !skipsSearch
    adaptPace(hasChanged: hasChanged, at: ns)
    if regions.isEmpty { return isDue || !reuse.contains(.stillRoom) }
    let mayWait = need == .soon && reuse.contains(.calmHand) && (1...Self.longestCalmNs).contains(intervalNs)
    hasWaited = mayWait && !hasWaited
    return !hasWaited && (isDue || !reuse.contains(.stillHand) || need == .always)
  }

  /// Whether to compare a frame at all. Most of a day, nobody shows a hand: then few frames need even be compared with earlier ones.
  private mutating func compares(around regions: [RotatedRegion], at ns: UInt64) -> Bool {
    // Times of a source that has started again are lower.
    let goesOn = ns >= lastNs
    intervalNs = goesOn ? min(ns - lastNs, Self.longestIdleNs) : 0
    lastNs = ns
    isIdle = regions.isEmpty && goesOn && ns < idleUntilNs
    guard !isIdle else { return false }
    let isEmpty = regions.isEmpty && unsureSinceNs.map { ns > $0 &+ Self.slowSearchAfterNs } == true
    let isAttentive = stirredNs.map { ns >= $0 && ns <= $0 &+ Self.attentiveNs } ?? false
    // The first frame after this time is the last that is in time.
    idleUntilNs = isEmpty && !isAttentive && reuse.contains(.slowSearch) ? ns + Self.longestIdleNs - intervalNs : 0
    return true
  }

  /// The first motion in a still room may be a hand that is raised: for a moment, all frames are compared. Until then, fewer large JPEG pictures
  /// are compared than others.
  private mutating func adaptPace(hasChanged: Bool, at ns: UInt64) {
    let wasStill = movedNs.map { ns < $0 || ns > $0 &+ Self.stillAfterNs } ?? true
    if hasChanged { movedNs = ns }
    guard wasStill, idleUntilNs > 0 else { return }
    if hasChanged { (stirredNs, idleUntilNs) = (ns, 0) } else if isLargeJPEG { idleUntilNs = ns + Self.longestStillNs - intervalNs }
  }

  /// People move in a room without showing a hand: where there has been none for a while, only every second frame is searched.
  private mutating func skipsSearch(_ regions: [RotatedRegion], at ns: UInt64) -> Bool {
    defer { searchedPreviousFrame = false }
    guard let emptySinceNs, regions.isEmpty, idleUntilNs == 0 else { return false }
    return searchedPreviousFrame && ns > emptySinceNs &+ Self.searchAfterLossNs
  }

  /// Records that the models ran on the last frame.
  ///
  /// - Parameters:
  ///   - found: hands in that frame.
  ///   - ns: capture time of the frame.
  package mutating func didRunInference(found: [HumanHandPoseObservation], at ns: UInt64) {
    motion.setReference()
    searchedPreviousFrame = found.isEmpty
    emptySinceNs = found.isEmpty ? emptySinceNs ?? ns : nil
    unsureSinceNs = found.contains { $0.confidence >= Self.sure } ? nil : unsureSinceNs ?? ns
    if !found.isEmpty { idleUntilNs = 0 }
    // Compared with the hands when they last moved, so that slow motion adds up here too.
    let hasMoved = found.count != hands.count || zip(found, hands).contains { $0.isFarther(than: Self.movedFraction, from: $1) }
    if hasMoved { keep(found) }
    backoff.didRunInference(at: ns, hasChanged: hasMoved)
  }

  /// Starts again: the next frame is not compared with earlier ones.
  mutating func reset() {
    motion.reset()
    backoff.reset()
    darkness = Darkness()
    (emptySinceNs, unsureSinceNs, movedNs, stirredNs) = (nil, nil, nil, nil)
    (searchedPreviousFrame, hasWaited, idleUntilNs) = (false, false, 0)
  }

  private mutating func keep(_ found: [HumanHandPoseObservation]) {
    hands.removeAll(keepingCapacity: true)
    hands.append(contentsOf: found)
  }
}

/// The waits between two inferences: none while something changes, then growing, so that each wait is about as long as all waits
/// before it.
///
/// It knows no clock: times are passed in.
package struct InferenceBackoff: Sendable {
  /// How long after a change the models run on every frame. A hand is tracked from its place in the previous frame, and that place
  /// settles some frames after the hand stops.
  private static let settlingNs: UInt64 = 300_000_000
  /// Time of the last change.
  private(set) var changedNs: UInt64 = 0
  private var inferredNs: UInt64?

  package init() {}

  /// Whether the models must run on the frame of this moment.
  ///
  /// - Parameters:
  ///   - hasChanged: whether the frame shows a change.
  ///   - longestNs: longest time between two inferences.
  package mutating func isDue(hasChanged: Bool, longestNs: UInt64, at ns: UInt64) -> Bool {
    guard let inferredNs, ns >= inferredNs, !hasChanged else {
      changedNs = ns
      // Inference stays due until it has run: one that fails leaves no result to reuse.
      self.inferredNs = nil
      return true
    }
    let quietNs = inferredNs - changedNs
    return quietNs < Self.settlingNs || ns - inferredNs >= min(longestNs, quietNs - Self.settlingNs)
  }

  /// Records that the models ran.
  ///
  /// - Parameter hasChanged: whether their result differs from the previous one.
  package mutating func didRunInference(at ns: UInt64, hasChanged: Bool) {
    inferredNs = ns
    if hasChanged { changedNs = ns }
  }

  /// Makes inference due on the next frame.
  package mutating func reset() { inferredNs = nil }
}

/// Stored once, so that comparing hands allocates nothing.
private let allJoints = JointName.allCases

extension HumanHandPoseObservation {
  /// Whether the joints are farther from those of another observation, on average, than `fraction` of its region's width.
  fileprivate func isFarther(than fraction: Float, from other: HumanHandPoseObservation) -> Bool {
    var sum: Float = 0
    for joint in allJoints {
      let (a, b) = (recognizedPoint(joint), other.recognizedPoint(joint))
      sum += max(abs(a.x - b.x), abs(a.y - b.y))
    }
    return !(sum <= fraction * HandRegion.around(other).width * Float(allJoints.count))
  }
}

extension LumaGrid {
  package typealias Cells = (columns: ClosedRange<Int>, rows: ClosedRange<Int>)

  /// The cells that a region of the upright picture touches; for a region outside the picture, the nearest cells at its edge.
  package static func cells(around region: RotatedRegion, of geometry: FrameGeometry) -> Cells {
    let region = geometry.inMemory(region)
    func range(_ center: Float, _ reach: Float, of size: Int, cells: Int) -> ClosedRange<Int> {
      func cell(_ place: Float) -> Int { min(max(Int(place * Float(cells) / Float(size)), 0), cells - 1) }
      return cell(center - reach)...cell(center + reach)
    }
    let (across, down) = (abs(cos(region.rotation)), abs(sin(region.rotation)))
    let reach = SIMD2(across * region.width + down * region.height, down * region.width + across * region.height) / 2
    return (
      range(region.centerX, reach.x, of: geometry.width, cells: columns), range(region.centerY, reach.y, of: geometry.height, cells: rows)
    )
  }
}

extension RotatedRegion {
  fileprivate func widened(_ factor: Float) -> RotatedRegion {
    RotatedRegion(centerX: centerX, centerY: centerY, width: factor * width, height: factor * height, rotation: rotation)
  }

  /// Moved from its hand's fingers to the wrist, and on.
  fileprivate func movedDown(_ pixels: Float) -> RotatedRegion {
    RotatedRegion(
      centerX: centerX - pixels * sin(rotation), centerY: centerY + pixels * cos(rotation), width: width, height: height, rotation: rotation
    )
  }
}
