import Imaging

/// The models that find things of one kind: a detector, which searches a whole frame, and a landmark model, which sees one region.
package protocol TrackerModels: ~Copyable {
  /// What is kept of a thing from frame to frame.
  associatedtype Tracked: TrackedThing
  /// What the landmark model finds.
  associatedtype Landmarks

  /// Searches a frame.
  ///
  /// - Returns: what the detector found, the best first.
  mutating func detect(_ frame: borrowing Frame) throws -> [Detection]

  /// What is kept of a thing that was detected.
  func tracked(_ detection: Detection) -> Tracked

  /// Finds a thing in its region and updates what is kept of it.
  ///
  /// - Returns: nil if it is no longer there.
  mutating func update(_ thing: inout Tracked, in frame: borrowing Frame) throws -> Landmarks?
}

/// What is kept of a thing from frame to frame.
package protocol TrackedThing {
  /// The region in which the landmark model searches for it in the next frame.
  var region: RotatedRegion { get }
}

/// A thing of which only the region is kept.
extension RotatedRegion: TrackedThing {
  package var region: RotatedRegion { self }
}

/// Tracks things of one kind from frame to frame, as MediaPipe does: the detector runs only while fewer are tracked than asked for.
package struct LandmarkTracker<Models: TrackerModels & ~Copyable>: ~Copyable {
  /// A detected thing whose region overlaps that of a tracked one by more than this is the same one.
  private static var sameThing: Float { 0.5 }

  private var models: Models
  /// Largest number of things to track, at least 1. Of those that are tracked when it is lowered, the ones tracked for longest stay.
  package var maximumCount: Int {
    didSet {
      Self.check(maximumCount)
      if things.count > maximumCount { things.removeLast(things.count - maximumCount) }
    }
  }
  /// What is tracked, the one tracked for longest first.
  package private(set) var things: [Models.Tracked] = []
  /// What was found in the last frame, in the same order.
  package private(set) var landmarks: [Models.Landmarks] = []
  /// Whether the detector ran on the last frame.
  package private(set) var ranDetector = false
  /// Of the last frame.
  private var geometry: FrameGeometry?

  package init(_ models: consuming Models, maximumCount: Int) {
    Self.check(maximumCount)
    self.models = models
    self.maximumCount = maximumCount
    things.reserveCapacity(maximumCount)
    landmarks.reserveCapacity(maximumCount)
  }

  /// Whether more things are searched for than are tracked.
  private var isSearching: Bool { things.count < maximumCount }

  /// Finds the things of the next frame.
  package mutating func track(_ frame: borrowing Frame) throws {
    landmarks.removeAll(keepingCapacity: true)
    // Regions are places in frames of one size.
    if let geometry, geometry != frame.geometry { things.removeAll(keepingCapacity: true) }
    geometry = frame.geometry
    ranDetector = isSearching
    if ranDetector {
      for detection in try models.detect(frame).prefix(maximumCount) where isSearching { track(models.tracked(detection)) }
    }
    var kept = 0
    for index in things.indices {
      guard let found = try models.update(&things[index], in: frame) else { continue }
      landmarks.append(found)
      guard isNew(things[index].region, among: kept) else { continue }
      things.swapAt(kept, index)
      kept += 1
    }
    things.removeLast(things.count - kept)
  }

  /// Tracks another thing, unless it is one that is already tracked.
  package mutating func track(_ thing: Models.Tracked) {
    if isNew(thing.region, among: things.count) { things.append(thing) }
  }

  /// Forgets all things, as before the first frame.
  package mutating func reset() {
    things.removeAll(keepingCapacity: true)
    landmarks.removeAll(keepingCapacity: true)
  }

  /// Whether a region can be searched and is not that of one of the first things.
  private func isNew(_ region: RotatedRegion, among count: Int) -> Bool {
    region.isSane && !things[..<count].contains { $0.region.intersectionOverUnion(region) > Self.sameThing }
  }

  private static func check(_ count: Int) { precondition(count >= 1, "a tracker searches for at least one thing") }
}
