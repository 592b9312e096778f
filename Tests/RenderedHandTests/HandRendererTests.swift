import RenderedHand
import Testing

@Suite("The picture of the rendered hand")
struct HandRendererTests {
  @Test("The same time gives the same bytes, independent of earlier pictures")
  func deterministic() {
    var one = HandRenderer()
    var other = HandRenderer()
    one.render(at: 1.5)
    let first = Array(one.bytes)
    other.render(at: 0.25)
    other.render(at: 3.9)
    #expect(Array(other.bytes) != first)
    other.render(at: 1.5)
    #expect(Array(other.bytes) == first)
    #expect(first.count == 640 * 480 * 2)
  }

  @Test("Codes are in a camera's range: luma 16…235 with noise, chroma 16…240")
  func codes() {
    var renderer = HandRenderer(tone: .light)
    renderer.render(at: 1.6)
    let bytes = renderer.bytes
    #expect(stride(from: 0, to: bytes.count, by: 2).allSatisfy { (10...241).contains(bytes[$0]) })
    #expect(stride(from: 1, to: bytes.count, by: 2).allSatisfy { (16...240).contains(bytes[$0]) })
  }

  @Test("Skin is at the palm's joints and at the thumb's tip, and the wall next to the hand", arguments: [0.4, 1.6, 2.8, 4.1])
  func skin(seconds: Double) {
    var renderer = HandRenderer()
    renderer.render(at: seconds)
    let joints = HandScript.joints(at: seconds)
    for joint in [0, 2, 3, 4] {
      let (y, u, v) = color(of: renderer, at: joints[joint])
      #expect(y > 50 && v > 135 && u < 123, "joint \(joint) at \(joints[joint]): \(y) \(u) \(v)")
    }
    let wall = color(of: renderer, at: [20, 240])
    #expect(abs(wall.1 - 128) < 6 && abs(wall.2 - 128) < 6)
  }

  @Test("Noise is as strong as that of a webcam, and changes with every picture")
  func noise() {
    var renderer = HandRenderer()
    renderer.render(at: 0)
    let first = Array(renderer.bytes)
    renderer.render(at: 1.0 / 30)
    let second = Array(renderer.bytes)
    // The left edge is wall in both.
    var squares = 0.0
    var count = 0.0
    for y in 0..<480 {
      for x in 0..<16 {
        let offset = (y * 640 + x) * 2
        let difference = Double(Int(second[offset]) - Int(first[offset]))
        squares += difference * difference
        count += 1
      }
    }
    let deviation = (squares / count / 2).squareRoot()
    #expect(deviation > 1.15 && deviation < 1.45, "\(deviation)")
  }

  /// Mean Y, U and V of 8×8 pixels.
  private func color(of renderer: borrowing HandRenderer, at point: SIMD2<Float>) -> (Int, Int, Int) {
    let bytes = renderer.bytes
    var sums = (0, 0, 0)
    for y in Int(point.y) - 4..<Int(point.y) + 4 {
      for pair in Int(point.x) / 2 - 2..<Int(point.x) / 2 + 2 {
        let offset = y * HandRenderer.bytesPerRow + pair * 4
        sums.0 += Int(bytes[offset]) + Int(bytes[offset + 2])
        sums.1 += Int(bytes[offset + 1])
        sums.2 += Int(bytes[offset + 3])
      }
    }
    return (sums.0 / 64, sums.1 / 32, sums.2 / 32)
  }
}
