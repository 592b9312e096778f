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
    #expect(darkness.gain == expected)
  }

  @Test("that are lit by a lamp in view are brightened for what is not the lamp")
  func lamp() {
    var darkness = Darkness()
    darkness.take(LumaGrid(cells: (0..<LumaGrid.count).map { $0 < 12 ? 255 : 30 }))
    #expect(darkness.gain == 6)
    darkness.take(LumaGrid(cells: (0..<LumaGrid.count).map { $0 < 60 ? 255 : 30 }))
    #expect(darkness.gain == nil)
  }

  @Test("keep their factor while the light changes little, and are dark until they are clearly not")
  func steady() {
    var darkness = Darkness()
    let gains = [75, 80, 60, 50, 85, 95, 110, 95, 75].map { (code: Float) -> Float? in
      darkness.take(Self.grid(code))
      return darkness.gain
    }
    let between: Float = 180 / 85
    let expected: [Float?] = [2.4, 2.4, 2.4, 3.6, between, between, nil, nil, 2.4]
    #expect(gains == expected)
  }
}
