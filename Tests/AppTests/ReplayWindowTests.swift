import App
import Gestures
import Hands
import TestTime
import Testing

private func options(_ change: (inout GestureSettings) -> Void) -> GestureSettings {
  var settings = GestureSettings.plain
  change(&settings)
  return settings
}

struct ReplayWindowTests {
  private static let frameNs: UInt64 = 33_000_000
  private static let windowNs: UInt64 = 10_000_000_000
  /// As long as the page keeps frames from before the window.
  private static let leadNs: UInt64 = 9_000_000_000

  /// Thumbs up and down, each for some frames: held for long and short, with dips of a frame, in quick succession, near a threshold and
  /// far from it, and lost from view.
  private static let trace: [HandFrame] = {
    let gestures: [(up: Float?, frames: Int)] = [
      (0, 20), (90, 40), (0, 12), (-90, 6), (0, 9), (90, 5), (10, 1), (90, 12), (0, 7), (-70, 3), (0, 5), (58, 30), (0, 20), (-90, 9),
      (90, 14), (0, 4), (nil, 8), (90, 20), (nil, 40), (-90, 15), (0, 11), (90, 2), (0, 3), (90, 3), (0, 3), (90, 30), (-20, 1), (90, 4),
      (0, 25), (-90, 150), (0, 30),
    ]
    var (heights, last) = ([Float?](), Float(0))
    for (up, count) in gestures {
      // A thumb takes some frames on its way, so that it reaches a higher threshold later.
      if let up, count > 1 { heights += [0.25, 0.5, 0.75].map { last + (up - last) * $0 } }
      heights += [Float?](repeating: up, count: count)
      last = up ?? 0
    }
    return heights.enumerated().map { index, up in HandFrame(up.map { [hand($0)] } ?? [], at: UInt64(index) * frameNs) }
  }()

  /// A hand whose thumb tip is some pixels above the wrist.
  private static func hand(_ up: Float) -> HumanHandPoseObservation {
    HumanHandPoseObservation(confidence: 1, chirality: .right, imageWidth: 640, imageHeight: 480) { joint in
      (x: 320, y: joint == .thumbTip ? 240 - up : joint == .wrist ? 240 : 200, z: 0)
    }
  }

  /// The rows of ten seconds from a frame on, replayed as the page asks for them.
  private static func rows(from start: Int, _ settings: GestureSettings) -> [Replay.Run] {
    let startNs = trace[start].capturedNs
    let frames = trace.filter { $0.capturedNs + leadNs >= startNs && $0.capturedNs < startNs + windowNs }
    var classifier = SwipeClassifier(settings)
    let areArmed = trace.map { classifier.classify($0).armed }
    let first = Int(clamping: frames[0].capturedNs / frameNs)
    return Replay(frames, areArmed: Array(areArmed[first..<first + frames.count]), fromNs: startNs, settings).replays
  }

  private static let starts = 30..<trace.count - Int(clamping: windowNs / frameNs)

  @Test(
    "A stricter row never has more swipes in the window, wherever it starts", .long(seconds: 5),
    arguments: [
      (.plain, ["threshold = 63", "dwell_ms = 150", "dwell_ms = 300", "cooldown_ms = 500"]),
      (options { $0.dwellMs = 150 }, ["threshold = 63", "dwell_ms = 300", "cooldown_ms = 500"]),
      (
        options {
          ($0.dwellMs, $0.bridgeMs, $0.cooldownMs, $0.rearmAfterLostMs) = (150, 100, 500, 1000)
          ($0.lostGestureMs, $0.releaseMs, $0.hysteresis) = (3000, 800, 0.15)
        }, ["threshold = 63", "dwell_ms = 300", "bridge_ms = 0"]
      ),
    ] as [(GestureSettings, [String])])
  func strict(_ settings: GestureSettings, _ stricter: [String]) throws {
    for start in Self.starts {
      let rows = Self.rows(from: start, settings)
      let configured = try #require(rows.first)
      for name in stricter {
        let row = try #require(rows.first { $0.name == name })
        #expect(row.swipes.count <= configured.swipes.count, "\(name), from frame \(start)")
        // Nor in a shorter window: a gesture from before it would come before its time.
        #expect(zip(row.swipes, configured.swipes).allSatisfy { $0.capturedNs >= $1.capturedNs }, "\(name), from frame \(start)")
      }
    }
  }

  @Test(
    "The configured row has the swipes that the daemon made in the window",
    arguments: [GestureSettings.plain, options { $0.dwellMs = 300 }])
  func configured(_ settings: GestureSettings) throws {
    let made = Self.trace.actions(under: settings).map { Self.trace[$0.frame].capturedNs }
    for start in Self.starts where start % 7 == 0 {
      let startNs = Self.trace[start].capturedNs
      let row = try #require(Self.rows(from: start, settings).first)
      #expect(row.swipes.map(\.capturedNs) == made.filter { $0 >= startNs && $0 < startNs + Self.windowNs }, "from frame \(start)")
    }
  }

  @Test("A looser row keeps the swipe of a gesture that the configured settings swipe in the window")
  func loose() throws {
    let settings = options { $0.dwellMs = 300 }
    let late = try #require(Self.trace.actions(under: settings).map(\.frame).first { $0 > 30 })
    let row = try #require(Self.rows(from: late, settings).first { $0.name == "dwell_ms = 0" })
    #expect(try #require(row.swipes.first).capturedNs < Self.trace[late].capturedNs)
  }

  @Test("A thumb that was held before the first frame makes no swipe, nor takes the place of a later one")
  func rest() throws {
    // Down with a lower threshold than the configured one, under which the latch is armed.
    let heights = [Float](repeating: -45, count: 10) + [Float](repeating: 0, count: 10) + [Float](repeating: 90, count: 30)
    let frames = heights.enumerated().map { HandFrame([Self.hand($1)], at: UInt64($0) * Self.frameNs) }
    let armed = heights.map { abs($0) < 50 }
    let replay = Replay(frames, areArmed: armed, fromNs: frames[15].capturedNs, options { $0.cooldownMs = 3000 })
    #expect(replay.replays.contains { $0.name == "threshold = 40" })
    for row in replay.replays where row.name != "profile = daily" && !row.name.hasPrefix("pose") {
      #expect(row.swipes.map(\.direction) == [.right], "\(row.name)")
    }
  }
}
