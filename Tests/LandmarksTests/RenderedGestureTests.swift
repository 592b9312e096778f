import Imaging
import Inference
import Landmarks
import RenderedHand
import Testing

@Suite("The gestures of the rendered hand")
struct RenderedGestureTests {
  /// The default threshold, in pixels.
  private static let threshold = 50.0

  @Test("are at least 20 pixels beyond the threshold, as the models see them", arguments: Precision.allCases)
  func unmistakable(precision: Precision) throws {
    var tracker = try HandTracker(prefix: .find(), precision: precision, threads: 1)
    var renderer = HandRenderer()
    // The middle of each gesture of four loops, which differ in tremor and drift; downward is positive.
    for loop in 0..<4 {
      for (seconds, direction) in [(1.6, -1.0), (4.1, 1.0)] {
        renderer.render(at: Double(loop) * HandScript.period + seconds)
        let plane = Plane(base: renderer.bytes.baseAddress!, bytesPerRow: HandRenderer.bytesPerRow)
        let frame = Frame(
          width: HandRenderer.width, height: HandRenderer.height, format: .yuyv, range: .limited, planes: (plane, nil, nil))
        tracker.reset()
        try tracker.track(frame)
        let hand = try #require(tracker.hands.first)
        let distance = Double(hand.recognizedPoint(.thumbTip).y - hand.recognizedPoint(.wrist).y)
        #expect(direction * distance >= Self.threshold + 20, "loop \(loop), at \(seconds) s")
      }
    }
  }
}
