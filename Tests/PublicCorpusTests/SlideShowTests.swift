import Gestures
import Hands
import Testing

/// Rendered pictures, each for a while, as if one hand changed its shape.
struct SlideShow: CustomTestStringConvertible {
  /// Each shape and for how many frames it is shown; `nil` for no hand.
  let slides: [(shape: String?, frames: Int)]
  let plain: [SwipeDirection], daily: [SwipeDirection]

  var testDescription: String { slides.map { "\($0.shape ?? "no hand") for \($0.frames) frames" }.joined(separator: ", ") }

  init(_ slides: [(String?, Int)], plain: [SwipeDirection], daily: [SwipeDirection]) {
    (self.slides, self.plain, self.daily) = (slides.map { ($0.0, $0.1) }, plain, daily)
  }

  static let all = [
    SlideShow([("up", 60)], plain: [.right], daily: [.right]),
    SlideShow([("down", 60)], plain: [.left], daily: [.left]),
    SlideShow([("rest", 60)], plain: [], daily: []),
    SlideShow([("rest", 15), ("up", 30), ("rest", 15), ("up", 30)], plain: [.right, .right], daily: [.right, .right]),
    SlideShow([("rest", 15), ("down", 30), ("rest", 15), ("up", 30)], plain: [.left, .right], daily: [.left, .right]),
    SlideShow([("up", 30), ("down", 30)], plain: [.right], daily: [.right]),
    SlideShow([("up", 30), (nil, 15), ("up", 30)], plain: [.right], daily: [.right]),
    SlideShow([("up", 30), (nil, 45), ("up", 30)], plain: [.right], daily: [.right, .right]),
    SlideShow([("rest", 15), ("up", 3), ("rest", 15)], plain: [.right], daily: []),
    SlideShow([("rest", 15), ("up", 7), ("rest", 2), ("up", 7)], plain: [.right, .right], daily: [.right]),
  ]

  /// The frames at 30 a second, of hands that keep their wrist where it is.
  func frames() throws -> [HandFrame] {
    let found = try Found.rendered.get()
    func hand(_ shape: String) throws -> HumanHandPoseObservation {
      try #require(found.first { $0.picture.file == "rendered/\(shape)-00.jpg" }?.hands.first)
    }
    let wrist = try hand("rest").recognizedPoint(.wrist)
    let hands = try slides.flatMap { shape, count in
      Array(repeating: try shape.map { [try hand($0).moved(to: wrist)] } ?? [], count: count)
    }
    return hands.enumerated().map { HandFrame($0.element, at: UInt64($0.offset) * 1_000_000_000 / 30) }
  }
}

extension HumanHandPoseObservation {
  /// The hand with its wrist at another place.
  fileprivate func moved(to place: RecognizedPoint) -> HumanHandPoseObservation {
    let wrist = recognizedPoint(.wrist)
    return HumanHandPoseObservation(
      confidence: confidence, chirality: chirality, imageWidth: imageWidth, imageHeight: imageHeight
    ) { joint in
      let point = recognizedPoint(joint)
      return (point.x + place.x - wrist.x, point.y + place.y - wrist.y, point.z)
    }
  }
}

@Suite("Rendered pictures shown one after the other")
struct SlideShowTests {
  @Test("A thumb swipes once, and again after rest or after the hand has been away", arguments: SlideShow.all)
  func swipes(show: SlideShow) throws {
    let frames = try show.frames()
    #expect(frames.actions(under: .plain).map(\.action.direction) == show.plain)
    #expect(frames.actions(under: .daily).map(\.action.direction) == show.daily)
  }
}
