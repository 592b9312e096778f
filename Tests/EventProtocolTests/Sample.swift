import EventProtocol

/// Values without any default, and a status with nothing but defaults.
enum Sample {
  static let swipe = GestureEvent(
    seq: 7, gesture: .thumbUp, distance: -83.4, chirality: .left, confidence: 0.983, frame: 1234,
    capturedNs: 81_234_567_890, emittedNs: .max)
  static let camera = Status.Camera(path: "/dev/video0", name: "Cam", width: 640, height: 480, fps: 29.97, format: "YUYV")
  static let latency = Status.Latency(p50: 3.25, p99: 7.5, max: 12)
  static let bare = Status(state: .noCamera, keys: .unavailable, source: "auto", precision: "f32", pid: 9)
  static let full = Status(state: .running, keys: .unavailable, source: "/dev/video0", precision: "bf16", pid: 9) {
    ($0.reason, $0.reasonCode, $0.camera, $0.holder) = ("dim light", .cameraStalled, camera, .init(name: "cheese", pid: 4242))
    ($0.keysReason, $0.keysReasonCode) = ("permission denied", "permission_denied")
    $0.gesture = GestureOptions { ($0.minConfidence, $0.pose, $0.dwellMs) = (0.1, .thumb, 350) }
    ($0.awakeUntilNs, $0.profile, $0.profiles) = (81_264_567_890, "video", ["plain", "daily", "video"])
    ($0.configurationFile, $0.configurationVersion, $0.version) = ("/home/a/s.toml", "0123456789abcdef", "2")
    $0.apps = .init(
      only: [.init(id: "anki", name: "Anki")], front: .init(id: "org.gnome.Evince", name: "Document Viewer"), obstacle: "no_protocol")
    ($0.uptimeS, $0.fps) = (12.5, 29.9)
    $0.frames = .init(handled: 5, tracked: 4, reused: 1, dropped: 2, flagged: 3, short: 4, undecodable: 5)
    $0.hands = [.init(id: 12, chirality: .right), .init(id: nil, chirality: .left)]
    ($0.swipes, $0.swipesToday) = (.init { $0 == .thumbDown ? 3 : 1 }, (0..<24).map { $0 == 9 ? 4 : 0 })
    ($0.latencyMs, $0.cpuMsPerFrame, $0.cpuPercent, $0.residentKb) = (latency, 4.125, 12.3, 98_304)
  }

  static let joints =
    ["wrist", "thumbCMC", "thumbMP", "thumbIP", "thumbTip"]
    + ["index", "middle", "ring", "little"].flatMap { finger in ["MCP", "PIP", "DIP", "Tip"].map { finger + $0 } }
  static let point = Hand.Point(x: 12.125, y: -3, z: 0.5, confidence: 0.75)
  static let hand = Hand(
    confidence: 0.983, chirality: .left, fingers: [.thumb, .little], points: .init(uniqueKeysWithValues: joints.map { ($0, point) }))
  static let followedHand = Hand(confidence: 0.75, chirality: .right, id: 12, points: hand.points)
  static let empty = FrameEvent(frame: 7, capturedNs: 1000, width: 640, height: 480, armed: true)
  static let frame = FrameEvent(
    frame: 7, capturedNs: 1000, width: 640, height: 480, hands: [hand, followedHand], distance: -51.25, zone: .up, armed: false,
    interruptedNs: 900, reason: "held 90 of 150 ms", reasonCode: "dwell")

  static let recent = RecentEvents(events: [.gesture(swipe), .frame(frame), .frame(empty)], gesture: GestureOptions(), next: 9)

  /// At least one event of every kind.
  static let events: [Event] = [
    .hello(Hello(pid: 1)), .status(bare), .status(full), .gesture(swipe), .hand(HandEvent(present: true, frame: 7, capturedNs: 1000)),
    .frame(empty), .frame(frame), .dropped(DroppedEvent(topic: .frame, count: 3)),
    .preview(PreviewEvent(frame: 7, jpeg: "/9j/2Q==")), .unsubscribed(UnsubscribedEvent(topic: .preview, reason: "no more")),
  ]
}
