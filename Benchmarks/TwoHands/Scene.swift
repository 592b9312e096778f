import Glibc
import Imaging
import RenderedHand

/// Two rendered hands side by side, in pictures of 1280×480 pixels, 30 a second.
struct Scene: ~Copyable {
  /// What a hand does.
  enum Act: String, CaseIterable {
    /// Rests in the air, calmly.
    case resting
    /// Hangs, fingers down.
    case hanging
    /// A closed hand, as around a cup.
    case holding
    /// Its fingers move.
    case typing
    /// Comes from below after a while, and then rests.
    case raised
    /// Rests, shows a thumb from 2 s to 3 s, and rests.
    case thumbUp, thumbDown
    /// Is in nobody's view.
    case absent
  }

  static let width = 2 * HandRenderer.width, height = HandRenderer.height
  /// Bytes of a picture.
  static let size = 2 * width * height
  /// When the raised hand begins to come, in seconds, and how long it takes.
  static let raisedS = 3.0, raisingS = 0.4

  private var renderers: [Side]
  private var bytes = [UInt8](repeating: 0, count: size)

  private final class Side {
    var renderer: HandRenderer
    let act: Act, distance: Float, isMirrored: Bool, phase: Double

    init(_ act: Act, tone: SkinTone, distance: Float, isMirrored: Bool, phase: Double) {
      (self.act, self.distance, self.isMirrored, self.phase) = (act, distance, isMirrored, phase)
      renderer = HandRenderer(tone: tone)
    }
  }

  /// - Parameters:
  ///   - left: what the left one does in the picture.
  ///   - distances: from the camera, in mm.
  ///   - phase: shifts what they do besides, in seconds.
  init(_ left: Act, _ right: Act, tone: SkinTone = .medium, distances: (Float, Float) = (520, 520), phase: Double = 0) {
    renderers = [
      Side(left, tone: tone, distance: distances.0, isMirrored: false, phase: phase),
      Side(right, tone: tone, distance: distances.1, isMirrored: true, phase: phase + 1.7),
    ]
  }

  /// Passes the picture of a time to `body`.
  mutating func withFrame(at seconds: Double, _ body: (borrowing Frame) throws -> Void) rethrows {
    for (index, side) in renderers.enumerated() { draw(side, index, seconds) }
    let ns = UInt64(seconds * 1e9) + 1_000_000_000
    try bytes.withUnsafeBytes { bytes in
      try body(
        Frame(
          width: Self.width, height: Self.height, format: .yuyv, range: .limited,
          planes: (Plane(base: bytes.baseAddress!, bytesPerRow: 2 * Self.width), nil, nil), capturedNs: ns, dequeuedNs: ns))
    }
  }

  private mutating func draw(_ side: Side, _ index: Int, _ seconds: Double) {
    let (pose, placement) = Self.hand(side.act, at: seconds, side.phase, side.distance)
    side.renderer.render(pose, placement, seed: (seconds + Double(index)).bitPattern)
    let source = side.renderer.bytes
    let (row, words) = (HandRenderer.bytesPerRow, HandRenderer.bytesPerRow / 4)
    for y in 0..<Self.height {
      let target = y * 2 * Self.width + index * row
      for word in 0..<words {
        let from = y * row + 4 * (side.isMirrored ? words - 1 - word : word)
        let to = target + 4 * word
        // The two pixels of a word change places.
        bytes[to] = source[from + (side.isMirrored ? 2 : 0)]
        bytes[to + 1] = source[from + 1]
        bytes[to + 2] = source[from + (side.isMirrored ? 0 : 2)]
        bytes[to + 3] = source[from + 3]
      }
    }
  }

  private static func hand(_ act: Act, at seconds: Double, _ phase: Double, _ distance: Float) -> (HandPose, HandPlacement) {
    func wave(_ hertz: Double, _ size: Float) -> Float { size * Float(sin(2 * .pi * hertz * (seconds + phase))) }
    let drift = SIMD2(wave(0.21, 6) + wave(2.3, 0.5), wave(0.31, 5) + wave(2.9, 0.5))
    func placed(turn: Float, roll: Float = 0, offset: SIMD2<Float> = .zero) -> HandPlacement {
      HandPlacement(turn: turn + wave(0.17, 2), roll: roll, tilt: [-4, 6], offset: drift + offset, distance: distance)
    }
    switch act {
    case .resting: return (.rest, placed(turn: 120))
    case .hanging: return (.rest, placed(turn: 180))
    case .holding: return (.fist, placed(turn: 100))
    case .typing: return (.rest.blended(to: .open, weight: 0.5 + wave(3, 0.5)), placed(turn: 60, offset: [wave(0.7, 20), 0]))
    case .absent: return (.rest, placed(turn: 120, offset: [0, -2000]))
    case .raised:
      let way = Float(min(max((seconds - raisedS) / raisingS, 0), 1))
      return (.rest, placed(turn: 120, offset: [0, -600 * (1 - way) * (1 - way)]))
    case .thumbUp, .thumbDown:
      let part = Float(min(max(min((seconds - 2) / 0.4, (3.4 - seconds) / 0.4), 0), 1))
      let eased = part * part * (3 - 2 * part)
      return (.rest.blended(to: .thumbFist, weight: eased), placed(turn: 120 - 30 * eased, roll: act == .thumbDown ? -180 * eased : 0))
    }
  }
}
