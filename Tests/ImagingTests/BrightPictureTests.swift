import Testing

@testable import Imaging

/// Pictures of a dark room, brightened.
@Suite("A picture of a dark room, brightened,")
struct BrightPictureTests {
  private static let width = 161, height = 91

  /// A gray picture of these codes, as a camera's YUYV.
  private static func yuyv(_ code: (_ x: Int, _ y: Int) -> Int) -> [UInt8] {
    var bytes: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width + 1 { bytes += [UInt8(code(x, y)), 128] }
    }
    return bytes
  }

  /// Takes a picture, and returns its greens, row by row.
  private static func take(_ codes: [UInt8], _ picture: inout BrightPicture, _ brightening: Brightening, at ns: UInt64) -> [Int] {
    codes.withUnsafeBytes { bytes in
      let layout = BufferLayout(format: .yuyv, range: .full, width: width, height: height, bytesPerLine: 2 * (width + 1))
      picture.take(layout.frame(in: bytes.baseAddress!, sequence: 1, capturedNs: ns, dequeuedNs: ns), brightening)
    }
    return picture.withFrame { frame in
      let base = frame.planes.0.base
      return (0..<width * height).map { Int((base + 3 * $0 + 1).load(as: UInt8.self)) }
    }
  }

  @Test("is as much brighter everywhere, at most white, with its size and its times", arguments: [(10, 6.0, 60), (100, 4.0, 255)])
  func brighter(code: Int, gain: Float, expected: Int) {
    var picture = BrightPicture()
    let greens = Self.take(Self.yuyv { _, _ in code }, &picture, Brightening(gain: gain), at: 7)
    #expect(greens.allSatisfy { $0 == expected })
    picture.withFrame { frame in
      #expect((frame.width, frame.height, frame.capturedNs, frame.sequence) == (Self.width, Self.height, 7, 1))
    }
  }

  @Test(
    "keeps what is white, and multiplies what is dark, where it has a window",
    arguments: [(0, 0), (2, 8), (64, 146), (128, 204), (255, 255)])
  func highlights(code: Int, expected: Int) {
    var picture = BrightPicture()
    let greens = Self.take(Self.yuyv { _, _ in code }, &picture, Brightening(gain: 4, keepsHighlights: true), at: 0)
    #expect(greens.allSatisfy { $0 == expected })
  }

  @Test("has a point spread over the pixels around it, and nothing elsewhere")
  func blurred() {
    var picture = BrightPicture()
    let greens = Self.take(Self.yuyv { x, y in x == 20 && y == 10 ? 64 : 0 }, &picture, Brightening(gain: 3), at: 0)
    func green(_ x: Int, _ y: Int) -> Int { greens[y * Self.width + x] }
    // The square of 20/64, and 20/64 × 15/64, of 192.
    #expect(green(20, 10) == 19 && green(21, 10) == 14 && green(20, 9) == 14)
    #expect(green(24, 10) == 0 && green(20, 14) == 0 && green(0, 0) == 0)
  }

  @Test("has less noise from picture to picture while nothing moves, and what moves is new at once")
  func mean() {
    var seed: UInt32 = 1
    var picture = BrightPicture()
    func noisy(_ level: Int) -> [UInt8] {
      Self.yuyv { _, _ in
        seed &+= 0x9e37_79b9
        // Mixed, so that neighbors and pictures have nothing to do with each other.
        var mixed = (seed ^ seed >> 16) &* 0x85eb_ca6b
        mixed = (mixed ^ mixed >> 13) &* 0xc2b2_ae35
        return level + Int(mixed >> 16) % 9 - 4
      }
    }
    func spread(_ greens: [Int]) -> Double {
      let mean = Double(greens.reduce(0, +)) / Double(greens.count)
      return (greens.reduce(0) { $0 + (Double($1) - mean) * (Double($1) - mean) } / Double(greens.count)).squareRoot()
    }
    let first = spread(Self.take(noisy(10), &picture, Brightening(gain: 8), at: 0))
    var last = first
    for frame in 1...8 { last = spread(Self.take(noisy(10), &picture, Brightening(gain: 8), at: UInt64(frame) * 33_000_000)) }
    #expect(last < 0.9 * first, "\(first) \(last)")
    let moved = Self.take(noisy(25), &picture, Brightening(gain: 8), at: 300_000_000)
    #expect(moved.reduce(0, +) / moved.count > 190)
  }

  @Test("is not blended with one of a second before")
  func gap() {
    var picture = BrightPicture()
    _ = Self.take(Self.yuyv { _, _ in 10 }, &picture, Brightening(gain: 8), at: 0)
    let after = Self.take(Self.yuyv { _, _ in 11 }, &picture, Brightening(gain: 8), at: 2_000_000_000)
    #expect(after.allSatisfy { $0 == 88 })
  }
}
