import EventProtocol
import Gestures
import Glibc
import Platform
import UserErrors

/// Events as human-readable lines.
package struct EventReport: Sendable {
  private let hasColors: Bool
  private let topics: Set<Topic>
  private(set) var clock: ReportClock
  private let saysKeysReason: Bool
  private var noHand = HandSearchNotice()
  /// Why keys are not pressed, by the last status and by the one before: it is said once.
  private var keysReasons: (last: String?, before: String?)

  /// - Parameters:
  ///   - hasColors: whether to add the escape sequences of a terminal.
  ///   - topics: the topics that are shown.
  ///   - clock: gives the times at the beginning of lines.
  ///   - saysKeysReason: whether to say why keys are not pressed.
  package init(hasColors: Bool, topics: Set<Topic>, clock: ReportClock = ReportClock(), saysKeysReason: Bool = true) {
    (self.hasColors, self.topics, self.clock, self.saysKeysReason) = (hasColors, topics, clock, saysKeysReason)
  }

  /// Takes the next event, before its text is asked for.
  package mutating func take(_ event: Event) {
    clock.take(event)
    if case .status(let status) = event { keysReasons = (status.keysReason, keysReasons.last) }
  }

  /// - Returns: nil for an event that people need not see.
  package func text(_ event: Event) -> String? {
    switch event {
    case .hello: nil
    case .status(let status) where topics.contains(.status): text(status)
    case .status: nil
    case .gesture(let swipe): text(swipe)
    case .miss(let miss) where miss.phase == .began: text(miss)
    case .miss: nil
    case .hand(let hand): dim(hand.capturedNs, hand.present ? "a hand" : "no hand")
    case .frame(let frame): text(frame)
    case .preview(let preview): dim(nil, "preview of frame \(preview.frame), \(preview.jpeg.utf8.count / 4 * 3) bytes of JPEG")
    case .unsubscribed(let unsubscribed): dim(nil, "no more \(unsubscribed.topic.rawValue): \(unsubscribed.reason)")
    case .dropped(let dropped): dim(nil, "\(dropped.count) of \(dropped.topic.rawValue) lost: they come faster than they are read here")
    }
  }

  /// A line with the time at which the thumb was shown, and why it makes no swipe; with the hand, if there are several.
  private func text(_ miss: MissEvent) -> String {
    let hand = miss.hands > 1 ? miss.chirality.map { "\($0.rawValue) hand: " } ?? "" : ""
    return "\(clock.time(miss.startedNs))  \(paint("× no swipe: \(hand)\(miss.reason)", "33"))"
  }

  /// A line that says that no hand is seen, if it is time for it.
  ///
  /// - Parameter event: a frame; others change nothing.
  package mutating func handNotice(_ event: Event) -> String? {
    guard case .frame(let frame) = event, noHand.take(frame) else { return nil }
    return dim(frame.capturedNs, HandSearchNotice.words)
  }

  /// Lines with what was watched.
  package func text(_ summary: WatchSummary, lengthNs: UInt64) -> String { paint(summary.text(lengthNs: lengthNs), "2") }

  /// A line with the time of the swipe and what would have prevented it; nil if nothing is known that would.
  package func text(_ prevented: PreventedSwipe) -> String? {
    guard !prevented.preventions.isEmpty else { return nil }
    let changes = prevented.preventions.map(\.description).joined(separator: ", or ")
    return dim(prevented.swipe.capturedNs, "this \(prevented.swipe.gesture.name) swipe would not have come with \(changes)")
  }

  /// A line with the time of a swipe that only `plain` makes, and the command that selects a stricter profile.
  package func advice(_ prevented: PreventedSwipe) -> String {
    let swipe = "this \(prevented.swipe.gesture.name) swipe would not have come under the profile daily"
    return dim(prevented.swipe.capturedNs, "\(swipe); to select it, run `swipectl profile daily`")
  }

  private func text(_ frame: FrameEvent) -> String {
    let hands = frame.hands.map { "\($0.chirality.rawValue) hand \((Double($0.confidence) * 100).decimals(0)) %" }
    let distance = clock.inThresholdUnit(frame).map { height($0, decimals: clock.measuresInPixels ? 1 : 2) } ?? "–"
    let latch = frame.armed ? "ready" : "return to rest"
    let decision = "\(distance.padded(clock.measuresInPixels ? 13 : 20))  \((frame.zone?.rawValue ?? "–").padded(4))  \(latch)"
    let seen = hands.isEmpty ? "no hand" : hands.joined(separator: ", ")
    return "\(clock.time(frame.capturedNs))  frame \(frame.frame)  \(decision)  \(seen)"
  }

  /// Where the thumb is, seen from the wrist. The distances of the socket grow downward.
  private func height(_ distance: Double, decimals: Int = 1) -> String {
    "\(abs(distance).decimals(decimals)) \(clock.measuresInPixels ? "px" : "hand sizes") \(distance > 0 ? "down" : "up")"
  }

  private func text(_ swipe: GestureEvent) -> String {
    let (sign, color) = sign(of: swipe)
    let name = swipe.gesture.name.padded(5)
    let gesture = swipe.gesture.words.padded(10)
    let distance = clock.measuresInPixels ? height(swipe.distance).padded(13) + "  " : ""
    let time = clock.time(swipe.capturedNs)
    return "\(time)  \(paint("\(sign) \(name)", color))  \(gesture)  \(distance)\(swipe.chirality.rawValue) hand"
  }

  /// A sign for what a gesture does, and its color on a terminal.
  private func sign(of event: GestureEvent) -> (String, color: String) {
    switch event.direction {
    case .left: ("←", "36")
    case .right: ("→", "32")
    case nil: (event.phase == .ended ? "○" : "●", "33")
    }
  }

  private func text(_ status: Status) -> String {
    var parts = [status.stateName]
    if let reason = status.reason { parts.append(reason) }
    if let camera = status.camera { parts.append(camera.summary) }
    let isReasonNew = saysKeysReason && keysReasons.last != keysReasons.before
    parts.append("keys \(isReasonNew ? status.keyState : status.keys.rawValue)")
    if let profile = status.profile { parts.append("profile \(profile)") }
    if let wakefulness = status.wakefulness { parts.append("swipes \(wakefulness)") }
    return dim(nil, parts.joined(separator: " · "))
  }

  private func dim(_ monotonicNs: UInt64?, _ text: String) -> String { paint("\(clock.time(monotonicNs))  · \(text)", "2") }

  /// The text, escaped, in a color. Text of events reaches the terminal only through here or ``Swift/String/printable``.
  private func paint(_ text: String, _ code: String) -> String {
    hasColors ? "\u{1B}[\(code)m\(text.printable)\u{1B}[0m" : text.printable
  }
}

/// The status as a human-readable table.
package struct StatusReport {
  /// What a person wants to know first.
  private static let first: Set = ["camera", "keys", "profile", "swipes"]

  package let lines: [String]

  /// - Parameter isVerbose: whether to show all that is known.
  package init(_ status: Status, isVerbose: Bool = true) {
    let uptime = Self.duration(seconds: status.uptimeS)
    let head = "swiped \(status.version) · \(status.stateName) · process \(status.pid), up \(uptime)"
    let rows = isVerbose ? Self.rows(status) : Self.shortRows(status)
    lines = [head] + rows.map { name, value in name.padded(12) + value }
  }

  /// The rows of ``first``; the reason is beside the camera, and whether the swipes are awake beside their counts.
  private static func shortRows(_ status: Status) -> [(name: String, value: String)] {
    rows(status).filter { first.contains($0.name) }.map { name, value in
      let addition: String? =
        switch name {
        case "camera": status.reason
        case "swipes": status.wakefulness
        default: nil
        }
      return (name, addition.map { "\(value): \($0)" } ?? value)
    }
  }

  private static func rows(_ status: Status) -> [(name: String, value: String)] {
    let (frames, swipes) = (status.frames, status.swipes)
    let counts = [
      "\(frames.handled) handled", "\(frames.tracked) tracked", "\(frames.reused) reused", "\(frames.dropped) dropped",
    ]
    let latency = status.latencyMs.map { [("p50", $0.p50), ("p99", $0.p99), ("max", $0.max)] }
    var rows: [(name: String, value: String)] = []
    if let reason = status.reason { rows.append(("reason", reason)) }
    rows.append(("camera", status.camera?.summary ?? "none"))
    if let why = status.camera?.why { rows.append(("picture", why)) }
    rows.append(("source", status.source))
    rows.append(("keys", status.keyState))
    if let profile = status.profile { rows.append(("profile", status.swipesAtAnyHand ? "\(profile): \(PlainProfile.advice)" : profile)) }
    if let apps = status.apps { rows.append(("apps", apps.summary.printable)) }
    if let wakefulness = status.wakefulness { rows.append(("unlock", wakefulness)) }
    if let file = status.configurationFile { rows.append(("settings", file)) }
    rows.append(("precision", status.precision))
    rows.append(("frame rate", status.state == .running ? measured(status.fps?.decimals(1), "fps") : "no frames while \(status.stateName)"))
    rows.append(("CPU", "\(status.cpuPercent.decimals(1)) % of one core, in the last ten seconds"))
    rows.append(("CPU time", measured(status.cpuMsPerFrame?.decimals(2), "ms a frame")))
    rows.append(("memory", (Double(status.residentKb) / 1024).decimals(1) + " MiB resident"))
    let latencies = latency?.map { "\($0.0) \($0.1.decimals(2))" }
    rows.append(("latency", measured(latencies?.joined(separator: ", "), "ms from frame to event")))
    rows.append(("frames", counts.joined(separator: ", ")))
    if let hands = status.handsInView { rows.append(("hands", hands)) }
    let damaged = [(frames.flagged, "flagged by the driver"), (frames.short, "short"), (frames.undecodable, "undecodable")]
    let damages = damaged.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    if !damages.isEmpty { rows.append(("damaged", damages.joined(separator: ", "))) }
    rows.append(("swipes", Gesture.allCases.map { "\(swipes[$0]) \($0.name)" }.joined(separator: ", ")))
    return rows
  }

  private static func measured(_ value: String?, _ unit: String) -> String {
    value.map { "\($0) \(unit)" } ?? "not measured yet"
  }

  /// The two largest units are enough.
  private static func duration(seconds: Double) -> String {
    let total = Int(max(0, min(seconds, 1e12)))
    let parts = [("d", total / 86400), ("h", total / 3600 % 24), ("min", total / 60 % 60), ("s", total % 60)]
    let shown = parts.drop { $0.1 == 0 }.prefix(2)
    return shown.isEmpty ? "0 s" : shown.map { "\($0.1) \($0.0)" }.joined(separator: " ")
  }
}

extension Status {
  package var stateName: String { state == .noCamera ? "no camera" : state.rawValue }

  /// Whether keys are pressed, and why not if that is an error.
  fileprivate var keyState: String { keys.rawValue + (keysReason.map { ": \($0)" } ?? "") }

  /// Whether keys are pressed at any raised hand, which few people want all day.
  fileprivate var swipesAtAnyHand: Bool {
    keys == .ready && PlainProfile.swipesAtAnyHand(self)
  }

  /// The hands in view, with a note on the first one if there are several; nil without a hand.
  fileprivate var handsInView: String? {
    var names = hands.map(\.chirality.rawValue)
    if names.count > 1 { names[0] += " (nearest to a swipe)" }
    return names.isEmpty ? nil : names.joined(separator: ", ")
  }

  /// Whether the swipes are awake; nil if they always are.
  fileprivate var wakefulness: String? {
    guard usesUnlock else { return nil }
    return awakeUntilNs.map { "awake until \(clockTime(monotonicNs: $0).prefix(8))" } ?? "asleep: show a thumb twice"
  }
}

extension Status {
  /// How long a profile holds that is selected in the running daemon alone.
  package var profileDuration: String {
    "until swiped exits, or its configuration selects another profile"
      + (apps == nil ? "" : ", or an application with an [[app]] section comes to the front or leaves it")
  }
}

extension Status.Camera {
  package var summary: String { "\(name) (\(path)), \(width)×\(height) at \(fps.decimals(0)) fps, \(format)" }
}

extension Status.Apps {
  /// Where swipes act, and what is in front.
  fileprivate var summary: String {
    let names = only.map { $0.isEmpty ? "none" : $0.map(\.name).joined(separator: ", ") } ?? "all"
    return "swipes act in \(names); \(front?.name ?? "none that is known") is in front"
  }
}
