import EventProtocol
import Glibc

/// Events as lines for people.
struct EventReport {
  let colours: Bool
  let topics: Set<Topic>

  /// Nil for what need not be said.
  func text(_ event: Event) -> String? {
    switch event {
    case .hello: nil
    case .status(let status) where topics.contains(.status): text(status)
    case .status: nil
    case .swipe(let swipe): text(swipe)
    case .hand(let hand): dim(hand.capturedNs, hand.present ? "a hand" : "no hand")
    case .frame(let frame): text(frame)
    case .preview(let preview): dim(nil, "preview of frame \(preview.frame), \(preview.jpeg.utf8.count / 4 * 3) bytes of JPEG")
    case .unsubscribed(let unsubscribed): dim(nil, "no more \(unsubscribed.topic.rawValue): \(unsubscribed.reason)")
    case .dropped(let dropped): dim(nil, "\(dropped.count) of \(dropped.topic.rawValue) lost: they come faster than they are read here")
    }
  }

  private func text(_ frame: FrameEvent) -> String {
    let hands = frame.hands.map { "\($0.chirality.rawValue) hand \((Double($0.confidence) * 100).decimals(0)) %" }
    let distance = frame.distance.map { "\($0.decimals(1)) px" } ?? "–"
    let latch = frame.armed ? "armed" : "spent"
    let decision = "\(distance.padded(9, left: true))  \((frame.zone?.rawValue ?? "–").padded(4))  \(latch)"
    let seen = hands.isEmpty ? "no hand" : hands.joined(separator: ", ")
    return "\(clockTime(monotonicNs: frame.capturedNs))  frame \(frame.frame)  \(decision)  \(seen)"
  }

  private func text(_ swipe: SwipeEvent) -> String {
    let (arrow, colour) = swipe.direction == .left ? ("←", "36") : ("→", "32")
    let direction = swipe.direction.rawValue.padded(5)
    let gesture = (swipe.gesture == .thumbUp ? "thumb up" : "thumb down").padded(10)
    let distance = "\(swipe.distance.decimals(1)) px".padded(9, left: true)
    let time = clockTime(monotonicNs: swipe.capturedNs)
    return "\(time)  \(paint("\(arrow) \(direction)", colour))  \(gesture)  \(distance)  \(swipe.chirality.rawValue) hand"
  }

  private func text(_ status: Status) -> String {
    var parts = [status.stateName]
    if let reason = status.reason { parts.append(reason) }
    if let camera = status.camera { parts.append(camera.summary) }
    parts.append("keys \(status.keys.rawValue)")
    return dim(nil, parts.joined(separator: " · "))
  }

  private func dim(_ monotonicNs: UInt64?, _ text: String) -> String { paint("\(clockTime(monotonicNs: monotonicNs))  · \(text)", "2") }

  private func paint(_ text: String, _ code: String) -> String {
    colours ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}

/// The local time of day at a moment of CLOCK_MONOTONIC, or now, with milliseconds.
private func clockTime(monotonicNs: UInt64?) -> String {
  var wall = timespec()
  var monotonic = timespec()
  clock_gettime(CLOCK_REALTIME, &wall)
  clock_gettime(CLOCK_MONOTONIC, &monotonic)
  let now = monotonic.tv_sec * 1_000_000_000 + monotonic.tv_nsec
  let age = now - (monotonicNs.map { Int(clamping: $0) } ?? now)
  let moment = wall.tv_sec * 1_000_000_000 + wall.tv_nsec - age
  var seconds = moment / 1_000_000_000
  var local = tm()
  localtime_r(&seconds, &local)
  let parts = [local.tm_hour, local.tm_min, local.tm_sec].map { String($0).padded(2, left: true, with: "0") }
  let milliseconds = String(moment / 1_000_000 % 1000).padded(3, left: true, with: "0")
  return parts.joined(separator: ":") + "." + milliseconds
}
