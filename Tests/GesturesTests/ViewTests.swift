import Gestures
import Hands
import Testing

@Suite("The view")
struct ViewTests {
  @Test(
    "An image fills the view, centered and with its aspect ratio",
    arguments: [
      // The image's size, then the places of its corner and its center in the view, and its scale.
      (1280, 720, -320.0 / 3, 0, 2.0 / 3), (640, 480, 0, 0, 1), (480, 640, 0, -560.0 / 3, 4.0 / 3), (320, 240, 0, 0, 2),
      (600, 600, 0, -80, 16.0 / 15),
    ] as [(Int, Int, Double, Double, Double)])
  func mapping(width: Int, height: Int, left: Double, top: Double, scale: Double) {
    let view = View()
    let corner = view.point(x: 0, y: 0, imageWidth: width, imageHeight: height)
    #expect(abs(corner.x - left) < 1e-9 && abs(corner.y - top) < 1e-9)
    let middle = view.point(x: Double(width) / 2, y: Double(height) / 2, imageWidth: width, imageHeight: height)
    #expect(abs(middle.x - 320) < 1e-9 && abs(middle.y - 240) < 1e-9)
    #expect(abs(view.length(300, imageWidth: width, imageHeight: height) - 300 * scale) < 1e-9)
  }

  @Test(
    "The threshold is the same 50 view pixels at every resolution",
    arguments: [(1280, 720, 75), (640, 480, 50), (480, 640, 37.5), (1920, 1080, 112.5), (320, 240, 25)] as [(Int, Int, Float)])
  func thresholdAtResolution(width: Int, height: Int, pixels: Float) {
    func swipe(_ below: Float) -> SwipeDirection? {
      swipes([makeHand([.thumbTip: (120, 120 + below)], elsewhere: (120, 120), width: width, height: height)])[0]
    }
    #expect(swipe(pixels) == nil && swipe(-pixels) == nil)
    #expect(swipe(pixels + 0.01) == .left && swipe(-pixels - 0.01) == .right)
  }

  @Test("Another view moves the threshold with it")
  func otherView() {
    let hands = [makeHand(distance: 30)]
    #expect(swipes(hands) == [nil])
    #expect(swipes(hands) { $0.view = View(width: 1280, height: 960) } == [.left])
  }
}
