import Glibc
import Hands
import Imaging

/// A gray room in which a hand appears: with a hand's tremble and a sensor's noise.
package struct FarScene {
  /// Standard deviation of the noise of a color, in codes, and the largest.
  private static let noise: Float = 2, mostNoise = 8

  /// Of the picture, in pixels.
  private let width: Int, height: Int
  /// What is left of the light, in 1/256.
  private let light: UInt32
  /// Whether something as large as a person moves all the time beside the hand.
  private let hasMover: Bool
  /// Width and height of a window in the upper left corner, which the camera shows white in any light.
  private let window: (width: Int, height: Int)
  /// A person who talks beside the hand; empty for none. Pictures at 30 a second, of which each shows the whole person.
  package var talker: [RGBPicture] = []
  /// Length of the hand's palm, in pixels.
  package private(set) var palm: Float = 0
  private let room: [UInt8]
  /// The noise of each color, longer than a picture, so that each picture may start elsewhere in it.
  private let grain: [Int8]
  private var pixels: [UInt8]
  private var part = ScaledPart(RGBPicture(width: 1, height: 1, bytes: [0, 0, 0]), scale: 1, columns: 0..<1, rows: 0..<1)
  /// Of the part's first pixel.
  private var corner = SIMD2<Int>.zero
  /// Place of the hand's wrist, in pixels, about which it trembles.
  package private(set) var wrist = SIMD2<Float>.zero
  private var tremble = SIMD2<Int>.zero
  private var generator = SeededGenerator(0)

  /// - Parameters:
  ///   - size: of the picture, in pixels.
  ///   - light: what is left of a bright room's light, 0…1. The noise is the same in any light.
  ///   - hasMover: whether something as large as a person moves all the time beside the hand.
  ///   - window: the share of the picture that is a window, 0…1.
  package init(_ size: (width: Int, height: Int) = (1280, 720), light: Double = 1, hasMover: Bool = false, window: Double = 0) {
    let (width, height, bytes) = (size.width, size.height, 3 * size.width * size.height)
    (self.width, self.height) = size
    pixels = Array(repeating: 0, count: bytes)
    self.light = UInt32(256 * light)
    self.hasMover = hasMover
    self.window = (Int(Double(width) * window.squareRoot()), Int(Double(height) * window.squareRoot()))
    var generator = SeededGenerator(1)
    // Lighter to the right and to the bottom, with a texture that stays.
    room = (0..<bytes).map { index in
      let (x, y) = (index / 3 % width, index / 3 / width)
      return UInt8(100 + 40 * x / width + 20 * y / height + Int.random(in: -3...3, using: &generator))
    }
    let most = Float(Self.mostNoise)
    grain = (0..<bytes + 1 << 16).map { _ in Int8(min(max((Self.noise * generator.normal()).rounded(), -most), most)) }
  }

  /// Chooses a place for a hand, in which all of it is in the picture if it can be.
  ///
  /// - Parameter palm: length from the wrist to the middle knuckle, in pixels.
  package mutating func place(_ hand: StillHand, palm: Float, seed: UInt64) {
    generator = SeededGenerator(seed)
    (self.palm, tremble) = (palm, .zero)
    let scale = palm / hand.palm
    func corner(_ places: [Float], _ size: Int) -> Int {
      let (low, high) = ((places.min() ?? 0) * scale - palm / 2, (places.max() ?? 0) * scale + palm / 2)
      let free = Float(size) - (high - low)
      return Int((free > 0 ? Float.random(in: 0...free, using: &generator) : free / 2) - low)
    }
    let origin = SIMD2(corner(hand.joints.map(\.x), width), corner(hand.joints.map(\.y), height))
    wrist = hand.wrist * scale + SIMD2<Float>(origin)
    // What is in the picture, whichever way the hand trembles.
    func visible(_ origin: Int, _ pixels: Int, _ size: Int) -> Range<Int> {
      let first = max(1 - origin, 0)
      return first..<max(min(size - 1 - origin, Int(Float(pixels) * scale)), first + 1)
    }
    let columns = visible(origin.x, hand.picture.width, width)
    let rows = visible(origin.y, hand.picture.height, height)
    self.corner = origin &+ SIMD2(columns.lowerBound, rows.lowerBound)
    part = ScaledPart(hand.picture, scale: scale, columns: columns, rows: rows)
  }

  /// Passes the next picture to `body`, with the place of the hand's wrist.
  package mutating func withFrame(showing: Bool, at ns: UInt64, _ body: (borrowing Frame, SIMD2<Float>) throws -> Void) rethrows {
    tremble = SIMD2(Int.random(in: -1...1, using: &generator), Int.random(in: -1...1, using: &generator))
    for index in pixels.indices { pixels[index] = room[index] }
    if hasMover { drawMover(at: ns) }
    if !talker.isEmpty { drawTalker(at: ns) }
    if showing { drawPart() }
    let start = Int.random(in: 0..<1 << 16, using: &generator)
    for index in pixels.indices {
      let color = (UInt32(pixels[index]) &* light) &>> 8
      pixels[index] = UInt8(clamping: Int16(truncatingIfNeeded: color) &+ Int16(grain[start + index]))
    }
    drawWindow(behindHand: showing)
    let place = wrist + SIMD2<Float>(tremble)
    try pixels.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      let plane = Plane(base: base, bytesPerRow: 3 * width)
      let frame = Frame(
        width: width, height: height, format: .rgb24, range: .full, planes: (plane, nil, nil), capturedNs: ns, dequeuedNs: ns)
      try body(frame, place)
    }
  }

  private mutating func drawWindow(behindHand isHandShown: Bool) {
    let (first, last) = (corner &+ tremble, corner &+ tremble &+ SIMD2(part.width, part.height))
    for row in 0..<window.height {
      let isHandHere = isHandShown && (first.y..<last.y).contains(row)
      for column in 0..<window.width where !isHandHere || !(first.x..<last.x).contains(column) {
        for index in 3 * (row * width + column)..<3 * (row * width + column + 1) { pixels[index] = 255 }
      }
    }
  }

  /// A pattern that sways by 20 pixels in 1.6 s, in the half of the picture in which the hand is not.
  private mutating func drawMover(at ns: UInt64) {
    let sway = Int((20 * sin(2 * .pi * Double(ns % 1_600_000_000) / 1_600_000_000)).rounded())
    let left = (corner.x + part.width / 2 < width / 2 ? 3 : 1) * width / 4 - 120 + sway
    for row in height / 3..<height {
      for column in 0..<240 {
        let code: UInt8 = (row / 40 + column / 40).isMultiple(of: 2) ? 70 : 140
        for index in 3 * (row * width + left + column)..<3 * (row * width + left + column + 1) { pixels[index] = code }
      }
    }
  }

  /// On the side of the hand on which there is more room, at its height.
  private mutating func drawTalker(at ns: UInt64) {
    let count = Int(clamping: ns * 30 / 1_000_000_000)
    // Forward and backward in turn, so that nothing jumps.
    let (round, index) = count.quotientAndRemainder(dividingBy: talker.count)
    let picture = talker[round.isMultiple(of: 2) ? index : talker.count - 1 - index]
    let middle = corner.x + part.width / 2
    let left = middle < width / 2 ? corner.x + part.width : corner.x - picture.width
    let first = SIMD2(min(max(left, 0), max(width - picture.width, 0)), min(max(corner.y, 0), max(height - picture.height, 0)))
    draw(picture.bytes, picture.width, picture.height, at: first)
  }

  private mutating func draw(_ bytes: [UInt8], _ partWidth: Int, _ partHeight: Int, at first: SIMD2<Int>) {
    for row in 0..<partHeight where (0..<height).contains(first.y + row) {
      let (from, to) = (3 * row * partWidth, 3 * ((first.y + row) * width + first.x))
      let count = 3 * min(partWidth, width - first.x)
      for index in 0..<count { pixels[to + index] = bytes[from + index] }
    }
  }

  private mutating func drawPart() { draw(part.bytes, part.width, part.height, at: corner &+ tremble) }
}
