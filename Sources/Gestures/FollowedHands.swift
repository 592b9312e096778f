import Hands

/// The hands that the rule follows, each with its course. One with an identity is known again by that; others by their places, since traces may
/// lack identities, and a hand that was lost may come back with another one.
struct FollowedHands: Sendable {
  struct Followed: Sendable {
    var course: HandCourse
    fileprivate var id: Int?
    /// Where it was last seen; nil before that.
    fileprivate var place: HandPlace?
    fileprivate var seenNs: UInt64 = 0
    /// Its index among the hands of the last frame; nil if that does not show it.
    fileprivate(set) var index: Int?
  }

  /// A hand that is not seen is remembered for at least this long, in ms: it may come back with its gesture held.
  private static let leastMs: UInt32 = 2000
  /// At most so many are remembered: of more, the one that was not seen for longest is forgotten.
  private static let most = 8

  /// At least one.
  var all: [Followed]
  private let rearmAfterLostMs: UInt32
  /// The time of the last frame.
  private var lastNs: UInt64?
  private var isInterrupted = false

  /// - Parameters:
  ///   - course: of the first hand that is seen.
  ///   - rearmAfterLostMs: the time after which a hand that comes back has rested; 0: it has not.
  init(_ course: HandCourse, rearmAfterLostMs: UInt32) {
    all = [Followed(course: course)]
    self.rearmAfterLostMs = rearmAfterLostMs
  }

  /// Finds out which hand of the next frame is which.
  ///
  /// - Parameter makeCourse: makes the course of a hand that was not seen before.
  mutating func update(_ seen: UnsafeBufferPointer<HumanHandPoseObservation>, at ns: UInt64, makeCourse: () -> HandCourse) {
    for position in all.indices { all[position].index = nil }
    if isInterrupted {
      isInterrupted = false
      for position in all.indices { all[position].seenNs = ns }
    }
    defer { lastNs = ns }
    if seen.count == 1, all.count == 1 {
      all[0].see(seen[0], at: 0, ns)
      return
    }
    // A recording may have them in another order than the frame.
    let order = seen.indices.sorted { (seen[$0].id ?? 0, $0) < (seen[$1].id ?? 0, $1) }
    for index in order where seen[index].id != nil {
      let place = HandPlace(seen[index])
      let position = all.firstIndex { $0.id == seen[index].id && $0.index == nil && $0.place?.mayBe(place) ?? true }
      if let position { all[position].see(seen[index], at: index, ns) }
    }
    // The nearest first: of the hands that the last frame showed, and of the others.
    while let (position, index) = nearest(seen, order, of: { $0.seenNs == self.lastNs }) { all[position].see(seen[index], at: index, ns) }
    // A gesture that is still shown is still held, wherever its hand is found again.
    for position in all.indices where all[position].index == nil {
      guard let place = all[position].place else { continue }
      let holding = order.filter {
        !isKnown($0) && seen[$0].chirality == place.chirality && all[position].course.holdsGesture(of: seen[$0])
      }
      let index = holding.min { place.distance(to: HandPlace(seen[$0])) < place.distance(to: HandPlace(seen[$1])) }
      if let index { all[position].see(seen[index], at: index, ns) }
    }
    while let (position, index) = nearest(seen, order, of: { _ in true }) { all[position].see(seen[index], at: index, ns) }
    if !seen.indices.allSatisfy(isKnown) { take(seen, order, at: ns, makeCourse: makeCourse) }
    forget(at: ns)
  }

  /// The source of the frames was interrupted: the time without a hand begins with the next frame.
  mutating func interrupt() {
    isInterrupted = true
    for position in all.indices { all[position].course.interrupt() }
  }

  /// Takes hands that were not known again.
  private mutating func take(
    _ seen: UnsafeBufferPointer<HumanHandPoseObservation>, _ order: [Int], at ns: UInt64, makeCourse: () -> HandCourse
  ) {
    for index in order where !isKnown(index) {
      let hand = seen[index]
      // Some trackers find a hand twice, as a left and as a right one.
      if all.contains(where: { $0.index.map { hand.isSameHand(as: seen[$0]) } ?? false }) { continue }
      if let position = lost(chirality: hand.chirality) {
        all[position].see(hand, at: index, ns)
      } else {
        var followed = Followed(course: makeCourse())
        followed.see(hand, at: index, ns)
        all.append(followed)
      }
    }
  }

  /// The remembered hand that a new one of the frame is taken for. One that held a gesture comes first, so that its gesture does not swipe
  /// again; then one of the same side.
  private func lost(chirality: Chirality) -> Int? {
    let lost = all.indices.filter { all[$0].index == nil }
    return lost.first { !all[$0].course.isArmed } ?? lost.first { all[$0].place?.chirality == chirality } ?? lost.first
  }

  private func isKnown(_ index: Int) -> Bool { all.contains { $0.index == index } }

  /// The hand of the frame that is nearest to the place of one that it may be.
  ///
  /// - Parameter counts: which of those count.
  private func nearest(
    _ seen: UnsafeBufferPointer<HumanHandPoseObservation>, _ order: [Int], of counts: (Followed) -> Bool
  ) -> (position: Int, index: Int)? {
    var best: (position: Int, index: Int)?
    var least = Double.infinity
    for index in order where !isKnown(index) {
      let place = HandPlace(seen[index])
      for (position, followed) in all.enumerated() where followed.index == nil && counts(followed) {
        guard let last = followed.place, last.mayBe(place) else { continue }
        // Of two hands that are as near, the one that is the same hand of the person.
        let distance = last.distance(to: place) + (last.chirality == place.chirality ? 0 : 1)
        if distance < least { (best, least) = ((position, index), distance) }
      }
    }
    return best
  }

  private mutating func forget(at ns: UInt64) {
    while all.count > 1, let oldest = oldest(at: ns) { all.remove(at: oldest) }
  }

  /// The hand that was not seen for longest, if it is to be forgotten.
  private func oldest(at ns: UInt64) -> Int? {
    let gone = all.indices.filter { all[$0].index == nil && (all.count > Self.most || isOver(all[$0], at: ns)) }
    return gone.min { all[$0].seenNs < all[$1].seenNs }
  }

  /// Whether a hand is gone for long enough. Where only rest arms a latch, a gesture is held until its hand has rested.
  private func isOver(_ followed: Followed, at ns: UInt64) -> Bool {
    (rearmAfterLostMs > 0 || followed.course.isArmed) && passed(max(rearmAfterLostMs, Self.leastMs), since: followed.seenNs, at: ns)
  }
}

extension FollowedHands.Followed {
  fileprivate mutating func see(_ hand: HumanHandPoseObservation, at index: Int, _ ns: UInt64) {
    (id, place, seenNs, self.index) = (hand.id, HandPlace(hand), ns, index)
  }
}

/// How a hand is with others. Hands that touch are those of a person who talks.
enum HandContact: Comparable {
  case none, touching, clasped
}

extension FollowedHands {
  /// - Parameter index: of a hand among those of the frame.
  func contact(of index: Int, _ seen: UnsafeBufferPointer<HumanHandPoseObservation>) -> HandContact {
    let others = seen.indices.filter { $0 != index }
    if others.contains(where: { seen[index].isClasped(with: seen[$0]) }) { return .clasped }
    return others.contains { isKnown($0) && seen[index].touches(seen[$0]) } ? .touching : .none
  }
}

extension HumanHandPoseObservation {
  /// Joints of two hands that touch are this near, in hand sizes.
  private static let touching: Float = 0.4

  fileprivate func touches(_ other: HumanHandPoseObservation) -> Bool {
    let near = Self.touching * Float(min(size, other.size))
    return JointName.allCases.contains { joint in
      let one = recognizedPoint(joint)
      return JointName.allCases.contains { joint in
        let two = other.recognizedPoint(joint)
        let (dx, dy) = (one.x - two.x, one.y - two.y)
        return dx * dx + dy * dy <= near * near
      }
    }
  }
}
