import EventProtocol
import Gestures
import Platform
import Traces

/// What would have prevented a swipe, for the person who did not mean it.
package struct PreventedSwipe: Sendable, Equatable {
  package let swipe: GestureEvent
  /// Changes of the configuration, each of which alone would have prevented it.
  package let preventions: [Prevention]
  /// Whether it was made under `plain`, and `daily` would not have made it.
  package let isOnlyPlain: Bool

  package init(_ swipe: GestureEvent, _ preventions: [Prevention], isOnlyPlain: Bool = false) {
    (self.swipe, self.preventions, self.isOnlyPlain) = (swipe, preventions, isOnlyPlain)
  }
}

/// Keeps the last frames, and finds what would have prevented each swipe.
///
/// It knows no clock: it takes the events in the order of the socket, and answers when the gesture of a swipe is over.
package struct Hindsight: Sendable {
  /// How much of the time before a swipe is kept, and how much after it is waited for.
  private static let beforeNs: UInt64 = 10_000_000_000, afterNs = MarkedSwipe.afterNs

  private var settings = GestureSettings()
  private var isPlain = false
  /// Whether a gesture would have swiped in the first frame that is kept.
  private var isArmed = true
  private var frames: [(frame: HandFrame, isArmedAfter: Bool)] = []
  private var waiting: GestureEvent?

  package init() {}

  /// Takes the next event.
  ///
  /// - Returns: the last swipe, when enough is known of it.
  package mutating func take(_ event: Event) -> PreventedSwipe? {
    switch event {
    case .status(let status):
      isPlain = PlainProfile.swipesAtAnyHand(status)
      // Frames under other settings do not explain a swipe.
      if let options = status.gesture, let new = try? GestureSettings(options), new != settings { (settings, frames) = (new, []) }
      return nil
    case .gesture(let swipe):
      defer { waiting = swipe }
      return end()
    case .frame(let event):
      guard let frame = try? HandFrame(event) else { return nil }
      keep(frame, isArmedAfter: event.armed)
      let isOver = waiting.map { frame.capturedNs.subtractingSaturated($0.capturedNs) > Self.afterNs } ?? false
      return isOver ? end() : nil
    default: return nil
    }
  }

  /// Ends the wait for more of the gesture.
  package mutating func end() -> PreventedSwipe? {
    defer { waiting = nil }
    guard let swipe = waiting, let index = frames.firstIndex(where: { $0.frame.capturedNs == swipe.capturedNs }) else { return nil }
    let frames = frames.map(\.frame)
    return PreventedSwipe(
      swipe, frames.preventions(of: swipe.gesture, in: index, under: settings.withoutUnlock, isArmed: isArmed),
      isOnlyPlain: isPlain && !frames.make(swipe.gesture, near: index, under: .daily, isArmed: isArmed))
  }

  private mutating func keep(_ frame: HandFrame, isArmedAfter: Bool) {
    // Another clock, as of a stream that began again.
    if let last = frames.last, last.frame.capturedNs > frame.capturedNs { frames = [] }
    frames.append((frame, isArmedAfter))
    let old = frames.prefix { frame.capturedNs.subtractingSaturated($0.frame.capturedNs) > Self.beforeNs + Self.afterNs }
    if let last = old.last { isArmed = last.isArmedAfter }
    frames.removeFirst(old.count)
  }
}
