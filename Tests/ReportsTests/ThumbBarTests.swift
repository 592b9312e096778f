import Reports
import Testing

@Suite("The bar of the thumb's height")
struct ThumbBarTests {
  private func dot(_ bar: String) -> Int? { bar.firstIndex(of: "●").map { bar.distance(from: bar.startIndex, to: $0) } }

  @Test(
    "It shows the thumb, the zones that swipe and the thresholds",
    arguments: [
      (0, 0.75, "[=====|····●····|=====]"), (0.75, 0.75, "[=====|·········●=====]"), (1.5, 0.75, "[=====|·········|====●]"),
      (-1.2, 0.75, "[==●==|·········|=====]"), (nil, 0.75, "[=====|·········|=====]"), (0, nil, "[··········●··········]"),
    ] as [(Double?, Double?, String)])
  func examples(height: Double?, threshold: Double?, bar: String) {
    #expect(ThumbBar.text(height: height, thresholds: threshold.map { ($0, $0) }, width: 23) == bar)
  }

  @Test("A thumb down may have a nearer threshold than a thumb up")
  func nearerDown() {
    #expect(ThumbBar.text(height: 0, thresholds: (up: 0.9, down: 0.6), width: 23) == "[======|···●·····|====]")
  }

  @Test("It always has its width", arguments: [3, 4, 10, 51, 200])
  func width(_ width: Int) {
    for height in [nil, -9, -0.6, 0, 0.3, 9, .infinity, .nan] as [Double?] {
      for threshold in [nil, 0, 0.6, 9, .infinity, .nan] as [Double?] {
        #expect(ThumbBar.text(height: height, thresholds: threshold.map { ($0, $0) }, width: width).count == width)
      }
    }
  }

  @Test("A higher thumb is never farther left")
  func order() {
    let dots = stride(from: -2.0, through: 2, by: 0.01).compactMap { dot(ThumbBar.text(height: $0, thresholds: (0.6, 0.36), width: 41)) }
    #expect(dots.count == 401 && dots == dots.sorted() && dots.first == 1 && dots.last == 39)
  }

  @Test("There is none where there is no room", arguments: [-5, 0, 2])
  func narrow(_ width: Int) {
    #expect(ThumbBar.text(height: 0, thresholds: (0.6, 0.36), width: width) == "")
  }
}
