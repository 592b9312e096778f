import EventProtocol
import Gestures
import Hands
import Landmarks

/// What is kept of a frame, without its hands and without its picture.
package struct RecentFrame: Sendable {
  package var number: Int
  /// When it was captured, by the clock of its source, and when it was taken for handling; in ns of CLOCK_MONOTONIC.
  package var capturedNs: UInt64, handledNs: UInt64
  /// Size of the upright picture, in pixels.
  package var width: Int, height: Int
  package var decision: Decision
  /// The settings that decided.
  package var settings: GestureSettings
  /// The time at which the source was interrupted, if that was after the previous frame.
  package var interruptedNs: UInt64?
  /// What a gesture did in it.
  package var event: GestureEvent?
  /// The misses that ended and began in it.
  package var misses: FrameMisses

  package init(
    number: Int, capturedNs: UInt64, handledNs: UInt64, width: Int, height: Int, decision: Decision, settings: GestureSettings,
    interruptedNs: UInt64? = nil, event: GestureEvent? = nil, misses: FrameMisses = FrameMisses()
  ) {
    (self.number, self.capturedNs, self.handledNs, self.width, self.height) = (number, capturedNs, handledNs, width, height)
    (self.decision, self.settings, self.interruptedNs, self.event) = (decision, settings, interruptedNs, event)
    self.misses = misses
  }
}

/// The frames of the last ten seconds.
///
/// Pure. All memory is allocated when it is created, so that a frame allocates nothing.
package struct RecentFrames: Sendable {
  /// The time for which a frame is kept, in ns.
  package static let spanNs: UInt64 = 10_000_000_000
  /// Most frames: ten seconds of a camera at 60 frames a second.
  package static let capacity = 600
  /// Most hands of a frame. The first is the one that the decision is about.
  package static let handLimit = HandFollower.mostHands

  /// Frames in a ring: each is in the slot of its place, modulo the capacity.
  private var frames: [RecentFrame] = []
  private var handCounts = [Int](repeating: 0, count: capacity)
  private var hands = [HumanHandPoseObservation](repeating: .none, count: capacity * handLimit)
  /// The places of the frames that are kept. Places count up from the start, and none is used again.
  private var places = 0..<0

  package init() { frames.reserveCapacity(Self.capacity) }

  /// Takes the next frame. One whose time is before that of the previous frame starts again: nothing goes on from what was before.
  package mutating func append(_ frame: RecentFrame, hands: [HumanHandPoseObservation]) {
    if let last = places.last, frame.capturedNs < frames[Self.slot(last)].capturedNs { removeAll() }
    while let first = places.first, places.count == Self.capacity || isOld(first, at: frame) { places.removeFirst() }
    let slot = Self.slot(places.upperBound)
    if slot < frames.count { frames[slot] = frame } else { frames.append(frame) }
    handCounts[slot] = min(hands.count, Self.handLimit)
    for index in 0..<handCounts[slot] { self.hands[slot * Self.handLimit + index] = hands[index] }
    places = places.lowerBound..<places.upperBound + 1
  }

  package mutating func removeAll() { places = places.upperBound..<places.upperBound }

  /// Returns the frames of the next piece.
  ///
  /// - Parameters:
  ///   - start: where the piece before ended; nil for the oldest frame.
  ///   - ns: the current time. Frames that were handled more than ten seconds ago are not returned.
  package func piece(from start: Int?, at ns: UInt64) -> RecentPiece {
    var piece = RecentPiece()
    let oldest = places.first { frames[Self.slot($0)].handledNs + Self.spanNs >= ns } ?? places.upperBound
    for place in max(oldest, min(start ?? 0, places.upperBound))..<places.upperBound {
      let slot = Self.slot(place)
      guard piece.add(frames[slot], hands[(slot * Self.handLimit)...].prefix(handCounts[slot])) else {
        piece.next = place
        break
      }
    }
    return piece
  }

  private func isOld(_ place: Int, at newest: RecentFrame) -> Bool {
    let frame = frames[Self.slot(place)]
    return frame.capturedNs + Self.spanNs < newest.capturedNs || frame.handledNs + Self.spanNs < newest.handledNs
  }

  private static func slot(_ place: Int) -> Int { place % capacity }
}

/// Consecutive frames of the same settings that fit into a line of the socket.
package struct RecentPiece: Sendable {
  private var frames: [(frame: RecentFrame, hands: [HumanHandPoseObservation])] = []
  private var size = 0
  /// Where the next piece begins; nil after the last one.
  fileprivate(set) var next: Int?

  fileprivate mutating func add(_ frame: RecentFrame, _ hands: ArraySlice<HumanHandPoseObservation>) -> Bool {
    let misses = frame.misses.isEmpty ? 0 : 2 * RecentEvents.missSize
    let size = size + RecentEvents.frameSize + misses + hands.count * RecentEvents.handSize
    guard size <= RecentEvents.room, frames.last.map({ $0.frame.settings == frame.settings }) ?? true else { return false }
    frames.append((frame, Array(hands)))
    self.size = size
    return true
  }

  /// The frames, their swipes and their misses as the socket sends them.
  package var events: RecentEvents {
    let events = frames.flatMap { frame, hands in
      (frame.event.map { [Event.gesture($0)] } ?? []) + frame.missEvents(hands: hands.count).map { .miss($0) }
        + [.frame(FrameEvent(frame, hands))]
    }
    return RecentEvents(events: events, gesture: frames.first.map { GestureOptions($0.frame.settings) }, next: next)
  }
}

extension RecentFrame {
  func missEvents(hands: Int) -> [MissEvent] {
    misses.all.map { MissEvent($0, hands: hands, frame: number, capturedNs: capturedNs) }
  }
}

extension FrameEvent {
  init(_ frame: RecentFrame, _ hands: [HumanHandPoseObservation]) {
    self.init(
      number: frame.number, capturedNs: frame.capturedNs, width: frame.width, height: frame.height, hands, frame.decision,
      interruptedNs: frame.interruptedNs)
  }
}

extension HumanHandPoseObservation {
  /// What is in a slot that has no hand.
  fileprivate static let none = HumanHandPoseObservation(confidence: 0, chirality: .left, imageWidth: 0, imageHeight: 0) { _ in (0, 0, 0) }
}
