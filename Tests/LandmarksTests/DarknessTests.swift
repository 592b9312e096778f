import Imaging
import Landmarks
import Testing

/// By how much the pictures of a room are brightened.
@Suite("Pictures of a room")
struct DarknessTests {
  /// A room whose cells have these brightnesses in equal parts.
  private static func grid(_ codes: Float...) -> LumaGrid {
    LumaGrid(cells: (0..<LumaGrid.count).map { codes[$0 % codes.count] })
  }

  @Test(
    "are brightened until their bright parts are bright, at most 32 times, and only where they are dark",
    arguments: [
      (grid(20, 120, 200), nil), (grid(20, 40, 90), nil), (grid(5, 10, 45), 4), (grid(1, 2, 10), 18), (grid(0), 32),
    ] as [(LumaGrid, Float?)])
  func gains(grid: LumaGrid, expected: Float?) {
    var darkness = Darkness()
    darkness.take(grid)
    #expect(darkness.brightening == expected.map { Brightening(gain: $0) })
  }

  /// A room of one brightness, with some cells of another in which the camera shows white.
  private static func room(_ code: Float, white count: Int) -> LumaGrid {
    LumaGrid(cells: (0..<LumaGrid.count).map { $0 < count ? 255 : code })
  }

  @Test("that are lit by a lamp in view are brightened for what is not the lamp")
  func lamp() {
    var darkness = Darkness()
    darkness.take(Self.room(30, white: 12))
    #expect(darkness.brightening == Brightening(gain: 6))
  }

  @Test(
    "with a window in view are brightened by four so that white stays, unless the rest is bright or the window is most of the view",
    arguments: [(30, 60, true), (5, 60, true), (30, 240, true), (30, 480, false), (90, 60, false)] as [(Float, Int, Bool)])
  func window(code: Float, count: Int, isBrightened: Bool) {
    var darkness = Darkness()
    darkness.take(Self.room(code, white: count))
    #expect(darkness.brightening == (isBrightened ? Brightening(gain: 4, keepsHighlights: true) : nil))
  }

  @Test("stay those with a window while it becomes a little smaller")
  func windowEdge() {
    var darkness = Darkness()
    let counts = [20, 30, 20, 14, 11, 20]
    let keeps = counts.map { count in
      darkness.take(Self.room(30, white: count))
      return darkness.brightening?.keepsHighlights
    }
    #expect(keeps == [false, true, true, true, false, false])
  }

  @Test("keep their factor while the light changes little, and are dark until they are clearly not")
  func steady() {
    var darkness = Darkness()
    let gains = [75, 80, 60, 50, 85, 95, 110, 95, 75].map { (code: Float) -> Float? in
      darkness.take(Self.grid(code))
      return darkness.brightening?.gain
    }
    let between: Float = 180 / 85
    let expected: [Float?] = [2.4, 2.4, 2.4, 3.6, between, between, nil, nil, 2.4]
    #expect(gains == expected)
  }
}
