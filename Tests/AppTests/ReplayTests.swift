import App
import EventProtocol
import Foundation
import Gestures
import Hands
import Testing

struct ReplayTests {
  private struct Replays: Decodable, Equatable {
    struct Run: Decodable, Equatable {
      let name: String
      let swipes: [Swipe]
    }

    struct Swipe: Decodable, Equatable {
      let direction: String, capturedNs: UInt64
    }

    let replays: [Run]

    subscript(_ name: String) -> [Swipe]? { replays.first { $0.name == name }?.swipes }
  }

  /// A hand whose thumb tip is some pixels above the wrist.
  private func hand(_ up: Float) -> Hand {
    let points = JointName.allCases.map { joint in
      (joint.name, Hand.Point(x: 320, y: joint == .thumbTip ? 240 - up : 240, z: 0, confidence: 1))
    }
    return Hand(confidence: 1, chirality: .right, points: Dictionary(uniqueKeysWithValues: points))
  }

  /// Frames 30 ms apart, with the thumb at some heights.
  private func frames(_ heights: [Float]) -> [FrameEvent] {
    heights.enumerated().map { index, up in
      FrameEvent(frame: index, capturedNs: UInt64(index) * 30_000_000, width: 640, height: 480, hands: [hand(up)], armed: true)
    }
  }

  private func body(_ frames: [FrameEvent], _ gesture: GestureOptions?, fromNs: UInt64? = nil) -> [UInt8] {
    struct Input: Encodable {
      let frames: [FrameEvent], fromNs: UInt64?, gesture: GestureOptions?
    }
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    return Array(try! encoder.encode(Input(frames: frames, fromNs: fromNs, gesture: gesture)))
  }

  private func replay(_ frames: [FrameEvent], _ gesture: GestureOptions?, fromNs: UInt64? = nil) throws -> Replays {
    let answer = try AppFixture().send("POST", "/replay", body: body(frames, gesture, fromNs: fromNs))
    try #require(answer.status == 200, "\(answer.text)")
    return try answer.json(Replays.self)
  }

  @Test("Recorded frames make the swipes that the daemon's settings make of them, and those of each changed option")
  func swipes() throws {
    // A flick of the thumb of one frame, rest, and a thumb down that lasts.
    let recording = frames([0, 60, 0, 0] + [Float](repeating: -90, count: 20))
    let plain = try replay(recording, GestureOptions())
    let both = [Replays.Swipe(direction: "right", capturedNs: 30_000_000), Replays.Swipe(direction: "left", capturedNs: 120_000_000)]
    #expect(plain.replays.first?.name == "as configured")
    #expect(plain["as configured"] == both)
    #expect(plain["threshold = 63"] == [both[1]])
    #expect(plain["dwell_ms = 150"]?.map(\.direction) == ["left"])
    // Nothing changes by what is configured already.
    #expect(plain["dwell_ms = 0"] == nil)
    let slow = try replay(recording, GestureOptions { $0.dwellMs = 150 })
    #expect(slow["as configured"]?.map(\.direction) == ["left"])
    #expect(slow["dwell_ms = 0"] == both)
  }

  @Test("Swipes before the time of a request are left out, also where other settings make them after it")
  func window() throws {
    let recording = frames([0, 0] + [Float](repeating: 90, count: 20) + [0, 0] + [Float](repeating: -90, count: 20))
    #expect(try replay(recording, nil)["dwell_ms = 300"]?.map(\.direction) == ["right", "left"])
    let replays = try replay(recording, nil, fromNs: 90_000_000)
    for row in ["as configured", "dwell_ms = 150", "dwell_ms = 300", "threshold = 63"] {
      #expect(replays[row]?.map(\.direction) == ["left"], "\(row)")
    }
  }

  @Test("The settings of everyday life have a row of their own, after the configured ones, unless they are configured")
  func daily() throws {
    let recording = frames([0, 60, 0, 0])
    let plain = try replay(recording, nil)
    #expect(plain.replays.prefix(2).map(\.name) == ["as configured", "profile = daily"])
    #expect(plain["profile = daily"]?.isEmpty == true)
    #expect(try replay(recording, GestureOptions(.daily))["profile = daily"] == nil)
  }

  @Test("Gestures are compared as if the swipes were awake")
  func awake() throws {
    let recording = frames([0, 60, 0, 0])
    #expect(try replay(recording, GestureOptions { $0.unlock = .double }) == replay(recording, GestureOptions()))
  }

  @Test("A gesture that was held before the first frame makes no swipe")
  func held() throws {
    var recording = frames([90, 90])
    for index in recording.indices { recording[index].armed = false }
    #expect(try replay(recording, nil)["as configured"]?.isEmpty == true)
  }

  @Test("A recording without frames makes no swipes")
  func empty() throws {
    #expect(try replay([], nil)["as configured"]?.isEmpty == true)
  }

  @Test("What is no recording is answered with an error")
  func damaged() throws {
    let app = try AppFixture()
    var (backwards, flat, lacking, endless) = (frames([0, 0]), frames([0]), frames([0]), frames([60]))
    backwards[1].capturedNs = 0
    backwards[0].capturedNs = 1
    flat[0].width = 0
    lacking[0].hands[0].points["wrist"] = nil
    endless[0].capturedNs = .max
    var bodies = [backwards, flat, lacking, endless].map { body($0, nil) }
    bodies += [("pose", .text("wink")), ("view", .size(width: 0, height: 0))].map { (key: String, value: OptionValue) in
      var options = GestureOptions()
      options[key] = value
      return body(frames([0]), options)
    }
    bodies += ["", "{}", "[]", #"{"frames":7}"#, #"{"frames":[{}]}"#, #"{"frames":[null]}"#].map { Array($0.utf8) }
    for body in bodies {
      let answer = try app.send("POST", "/replay", body: body)
      #expect(answer.status == 422)
      // A person reads it: no value of the program as it is in memory.
      #expect(
        answer.error?.isEmpty == false
          && !["Problem(", "Error(", "Mismatch(", "Corrupted(", "Found("].contains { answer.text.contains($0) })
    }
  }
}
