import Hands
import Imaging
import Inference
import Landmarks
import RenderedHand
import Testing

@Suite("The follower of hands")
struct HandFollowerTests {
  private static let resting = HandPlacement(turn: 120, roll: 0)

  @Test("finds a hand that is raised beside a resting one within 0.4 s of its first motion, as another one, and keeps the first one first")
  func raised() throws {
    var follower = try HandFollower(prefix: .find(), precision: .f32, reusing: [.stillRoom, .stillHand, .slowSearch, .calmHand])
    var camera = HandsCamera()
    for _ in 0..<45 { try camera.next(left: Self.resting, right: nil) { try follower.track($0) } }
    let first = try #require(follower.hands.first?.id)
    #expect(follower.hands.count == 1)
    var frames = 0
    while follower.hands.count < 2, frames < 60 {
      let isThere = frames >= 3
      let offset: SIMD2<Float> = isThere ? .zero : [0, -300 + 100 * Float(frames)]
      try camera.next(left: Self.resting, right: HandPlacement(turn: 120, roll: 0, offset: offset)) { try follower.track($0) }
      frames += 1
    }
    #expect(follower.hands.count == 2 && frames <= 12)
    #expect(follower.hands.first?.id == first && follower.hands.last?.id != first)
  }

  @Test("keeps a hand that moves by more than half of its size from frame to frame")
  func fast() throws {
    var follower = try HandFollower(prefix: .find(), precision: .f32)
    var camera = HandsCamera()
    var ids: Set<Int?> = []
    var x: Float = -120
    // It starts slowly, as hands do.
    for speed in [0, 0, 10, 25, 40, 50, 50, 50] as [Float] {
      x += speed
      try camera.next(left: HandPlacement(turn: 0, roll: 0, offset: [x, 0]), right: nil) { try follower.track($0) }
      ids.insert(follower.hands.first?.id)
    }
    #expect(ids.count == 1 && !ids.contains(nil))
  }

  @Test("knows a hand again after a frame that does not show it, but not after two seconds")
  func missed() throws {
    var follower = try HandFollower(prefix: .find(), precision: .f32)
    var camera = HandsCamera()
    func id(_ placement: HandPlacement?) throws -> Int? {
      try camera.next(left: placement, right: nil) { try follower.track($0) }
      return follower.hands.first?.id
    }
    let first = try #require(try id(Self.resting))
    #expect(try id(nil) == nil)
    #expect(try id(Self.resting) == first)
    for _ in 0..<60 { #expect(try id(nil) == nil) }
    // The first search after so long may be of a square, in which the hand is too large.
    let second = try #require(try id(Self.resting) ?? id(Self.resting))
    #expect(second != first)
  }

  @Test("starts over with frames of another size, and after a reset")
  func anew() throws {
    var follower = try HandFollower(prefix: .find(), precision: .f32)
    var camera = HandsCamera()
    try camera.next(left: Self.resting, right: nil) { try follower.track($0) }
    let first = try #require(follower.hands.first?.id)
    try withEmptyRoom { try follower.track($0) }
    #expect(follower.hands.isEmpty)
    try camera.next(left: Self.resting, right: nil) { try follower.track($0) }
    let second = try #require(follower.hands.first?.id)
    follower.reset()
    #expect(follower.hands.isEmpty)
    try camera.next(left: Self.resting, right: nil) { try follower.track($0) }
    let third = try #require(follower.hands.first?.id)
    #expect(Set([first, second, third]).count == 3)
  }

  @Test("finds no hand in an empty room, frame after frame")
  func emptyRoom() throws {
    var follower = try HandFollower(prefix: .find(), precision: .f32)
    for _ in 0..<3 {
      try withEmptyRoom { try follower.track($0) }
      #expect(follower.hands.isEmpty)
    }
  }
}
