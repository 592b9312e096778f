import Imaging
import RenderedHand

/// A camera with 1280×720 pixels, mounted in any way, that shows the rendered hand small in a gray room, 30 frames a second.
struct FarCamera: ~Copyable {
  static let width = 1280, height = 720
  /// How many times smaller the hand is than rendered: its palm is 30 pixels long.
  static let shrinking = 4

  /// What is left of the light, in 1/256.
  var light = 256
  /// Whether something as large as a person moves all the time in the middle of the picture.
  var hasMover = false
  /// A picture of a person, of which the upper half is at the top right of the upright picture.
  var person: RGBPicture?
  private let rotation: FrameRotation
  private let hand: RGBPicture
  private var frames: UInt64 = 0

  /// - Parameters:
  ///   - seconds: time since the start of the hand's script.
  ///   - rotation: how far the picture must be turned to be upright.
  init(at seconds: Double, _ rotation: FrameRotation = .degrees0) {
    self.rotation = rotation
    var renderer = HandRenderer()
    renderer.render(at: seconds)
    let plane = Plane(base: renderer.bytes.baseAddress!, bytesPerRow: HandRenderer.bytesPerRow)
    let frame = Frame(
      width: HandRenderer.width, height: HandRenderer.height, format: .yuyv, range: .limited, planes: (plane, nil, nil))
    hand = RGBPicture(frame, fitting: (HandRenderer.width / Self.shrinking, HandRenderer.height / Self.shrinking))
  }

  /// Passes the next frame to `body`.
  ///
  /// - Parameter corner: where the hand's picture begins in the upright picture; nil for an empty room.
  mutating func next(hand corner: SIMD2<Int>?, _ body: (borrowing Frame) throws -> Void) throws {
    try next(hands: corner.map { [$0] } ?? [], body)
  }

  /// Passes the next frame to `body`.
  ///
  /// - Parameter corners: where the pictures of hands begin in the upright picture.
  mutating func next(hands corners: [SIMD2<Int>], _ body: (borrowing Frame) throws -> Void) throws {
    frames += 1
    let isSideways = rotation == .degrees90 || rotation == .degrees270
    // The upright picture has 720×1280 pixels if the camera is on its side.
    let (width, height) = isSideways ? (Self.height, Self.width) : (Self.width, Self.height)
    var pixels = [UInt8](repeating: 100, count: 3 * width * height)
    func draw(_ picture: RGBPicture, rows: Int, _ corner: SIMD2<Int>) {
      for row in 0..<rows {
        for place in 0..<3 * picture.width {
          pixels[3 * ((corner.y + row) * width + corner.x) + place] = picture.bytes[3 * row * picture.width + place]
        }
      }
    }
    if let person { draw(person, rows: person.height / 2, SIMD2(width - person.width, 0)) }
    if hasMover { draw(Self.mover, rows: Self.mover.height, SIMD2(width / 2 - 120 + Self.sway(frames), height - Self.mover.height)) }
    for corner in corners { draw(hand, rows: hand.height, corner) }
    if light < 256 { for index in pixels.indices { pixels[index] = UInt8(clamping: light * Int(pixels[index]) / 256) } }
    let turned = Self.turned(pixels, width, height, by: rotation)
    try turned.withUnsafeBytes { bytes in
      let plane = Plane(base: bytes.baseAddress!, bytesPerRow: 3 * Self.width)
      let frame = Frame(
        width: Self.width, height: Self.height, format: .rgb24, range: .full, planes: (plane, nil, nil), sequence: frames,
        capturedNs: frames * 33_333_333, dequeuedNs: frames * 33_333_333)
      try body(frame.rotated(by: rotation))
    }
  }

  /// A pattern that is as large as a person.
  private static let mover = RGBPicture(
    width: 240, height: 400, bytes: (0..<3 * 240 * 400).map { ($0 / 3 / 240 / 40 + $0 / 3 % 240 / 40).isMultiple(of: 2) ? 70 : 200 })

  /// 20 pixels to each side, in 1.6 s.
  private static func sway(_ frame: UInt64) -> Int { abs(Int(clamping: frame % 48) - 24) * 40 / 24 - 20 }

  /// The picture in memory of an upright picture.
  private static func turned(_ pixels: [UInt8], _ width: Int, _ height: Int, by rotation: FrameRotation) -> [UInt8] {
    guard rotation != .degrees0 else { return pixels }
    var turned = [UInt8](repeating: 0, count: pixels.count)
    for y in 0..<height {
      for x in 0..<width {
        let place =
          switch rotation {
          case .degrees0: y * width + x
          case .degrees90: (width - 1 - x) * height + y
          case .degrees180: (height - 1 - y) * width + width - 1 - x
          case .degrees270: x * height + height - 1 - y
          }
        for color in 0..<3 { turned[3 * place + color] = pixels[3 * (y * width + x) + color] }
      }
    }
    return turned
  }
}
