import EventProtocol
import Foundation
import Glibc
import TestTime
import Testing

extension EndToEnd {
  /// What a subscriber of frames and hands gets of the rendered hand, as a stream that begins when all is set up.
  struct FrameEvents {
    @Test("Each frame is published with its hands and the decision, and the hand's appearance before its first frame")
    func stream() async throws {
      let home = Scratch()
      let pipe = Pipe()
      let daemon = try Program("swiped", source("y4m:-", home), home: home, input: pipe)
      let client = try await home.connect()
      try client.send(#"{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"topics":["hand","frame"]}}"#)
      while let line = try await client.lines.next(), try ServerMessage(line: line.utf8) != .other {}
      let frames = try Program("bench-frames", ["4"], home: home, output: pipe)

      var (last, lost) = (-1, 0)
      // The first frame that was published, received or not.
      var earliest = 0
      var hands: [HandEvent] = []
      var seen: [FrameEvent] = []
      var swipes: [GestureEvent] = []
      while let line = try await client.lines.next() {
        switch try event(line) {
        case .frame(let frame):
          #expect(frame.frame == last + lost + 1 || last < 0)
          if last < 0 { earliest = frame.frame - lost }
          (last, lost) = (frame.frame, 0)
          #expect(frame.width == 640 && frame.height == 480)
          #expect(frame.hands.isEmpty == (hands.last?.present != true))
          seen.append(frame)
        case .dropped(let dropped) where dropped.topic == .frame: lost = dropped.count
        case .hand(let hand): hands.append(hand)
        case .gesture(let swipe): swipes.append(swipe)
        default: break
        }
      }
      let errors = try await daemon.errors.rest()
      #expect(try await daemon.exitStatus() == 0, "\(errors)")
      #expect(try await frames.exitStatus() == 0)
      let (first, end) = try (#require(seen.first), #require(seen.last))
      #expect(end.frame - first.frame >= 118 && seen.count > 60)
      let coming = try #require(hands.first)
      #expect(coming.present && (earliest...end.frame).contains(coming.frame))
      for (number, hand) in hands.enumerated() { #expect(hand.present == (number % 2 == 0)) }
      for hand in seen.flatMap(\.hands) {
        #expect(hand.points.count == 21 && hand.confidence > 0.5)
        let wrist = try #require(hand.points["wrist"])
        #expect((0...640).contains(wrist.x) && (0...480).contains(wrist.y) && hand.points["thumbTip"] != nil)
      }
      let decided = swipes.compactMap { swipe in seen.first { $0.frame == swipe.frame }.map { (swipe, $0) } }
      #expect(!decided.isEmpty)
      for (swipe, frame) in decided {
        #expect(frame.zone == (swipe.gesture == .thumbUp ? .up : .down) && !frame.armed)
        #expect(frame.distance == swipe.distance && frame.capturedNs == swipe.capturedNs)
      }
      #expect(seen.contains { $0.zone == .rest && $0.armed })
    }

    @Test("swipectl watch prints one line per frame", .long(seconds: 4))
    func watch() async throws {
      let home = Scratch()
      let daemon = try Program("swiped", source("synthetic", home), home: home)
      #expect(eventually { (try? PlainClient(home.socket)) != nil })
      let watch = try Program("swipectl", ["watch", "--topics", "frame", "--socket", home.socket], home: home)
      for _ in 1...10 {
        var line = try #require(try await watch.output.next())
        // On a machine with other work to do a frame may be lost, and the line after it is the next one's.
        if line.contains("of frame lost") { line = try #require(try await watch.output.next()) }
        #expect(
          line.contains(#/^\d\d:\d\d:\d\d\.\d{3}  frame \d+  .*(ready|return to rest)  (no hand|(left|right) hand \d+ %)/#), "\(line)")
      }
      daemon.send(SIGTERM)
      #expect(try await daemon.finish().status == 0)
    }
  }
}
