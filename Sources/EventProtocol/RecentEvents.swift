/// A piece of the last ten seconds, the result of `recent`: the frames, swipes and misses of a time in which the gesture settings were the same.
public struct RecentEvents: Codable, Sendable, Equatable {
  /// `swipe`, `miss` and `frame` events from the oldest on, each swipe and miss right before its frame.
  public var events: [Event]
  /// The settings that decided in these frames; nil without any.
  @WritesNull public var gesture: GestureOptions?
  /// Where the next piece begins; nil after the last one.
  @WritesNull public var next: Int?

  /// Creates a piece; see the members.
  public init(events: [Event] = [], gesture: GestureOptions? = nil, next: Int? = nil) {
    (self.events, self.gesture, self.next) = (events, gesture, next)
  }

  /// The bytes that are free for events in the line of a response.
  package static let room = 60_000
  /// More bytes than a frame with its swipe has as JSON, without its hands; than one of its hands has; and than a miss has.
  package static let frameSize = 1200, handSize = 2500, missSize = 800
}

/// The last ten seconds of a daemon, in all pieces.
package struct RecentRecording: Sendable, Equatable {
  /// The version of the daemon.
  package var version = Version.current
  /// The status after the last frame.
  package var status: Status?
  package var pieces: [RecentEvents] = []

  package init() {}
}
