import EventProtocol
import Reports

/// Finds the attempts that made no swipe in what a page gets.
struct AttemptFinder: Sendable {
  private var explanation = Explanation()
  /// The time of the last frame that ``restart(with:)`` has taken, until a later one comes.
  private var knownNs: UInt64?

  /// Takes the next event.
  ///
  /// - Returns: the attempt that is over now.
  mutating func take(_ event: Event) -> Attempt? {
    switch event {
    case .frame(let frame) where frame.capturedNs <= knownNs ?? 0: return nil
    case .gesture(let gesture) where gesture.capturedNs <= knownNs ?? 0: return nil
    case .frame, .hello: knownNs = nil
    default: break
    }
    return explanation.take(event)
  }

  /// Ends the attempt in progress, since no more frames come for now.
  mutating func end() -> Attempt? {
    knownNs = nil
    return explanation.end()
  }

  /// Begins with the daemon's memory, which goes on in what comes next.
  ///
  /// - Parameter events: the frames and swipes of the last ten seconds.
  /// - Returns: the swipes and attempts in it.
  mutating func restart(with events: [Event]) -> [PastEvent] {
    explanation = Explanation()
    var past: [PastEvent] = []
    for event in events {
      if let attempt = explanation.take(event) { past.append(.attempt(attempt)) }
      if case .gesture = event { past.append(.swipe(event)) }
      if case .frame(let frame) = event { knownNs = frame.capturedNs }
    }
    return past
  }
}

/// What a page has missed, as the notification says it that the page would have got.
enum PastEvent: Encodable {
  case swipe(Event)
  case attempt(Attempt)

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .swipe(let event): try event.encode(to: encoder)
    case .attempt(let attempt): try PageMessage(method: "attempt", params: attempt).encode(to: encoder)
    }
  }
}
