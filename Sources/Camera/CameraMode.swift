/// Time between two frames, as V4L2 has it: a fraction of seconds.
package struct FrameInterval: Equatable, Sendable {
  package var numerator: UInt32, denominator: UInt32

  package init(_ numerator: UInt32, _ denominator: UInt32) {
    self.numerator = numerator
    self.denominator = denominator
  }

  /// Frames a second; nil for a fraction that is none.
  package var fps: Double? { numerator == 0 || denominator == 0 ? nil : Double(denominator) / Double(numerator) }
}

/// One way in which a camera can deliver: format, size and rate.
package struct CameraMode: Equatable, Sendable {
  package var format: FourCC
  /// libv4l2 would convert to this format, from one that the camera has.
  package var isEmulated: Bool
  package var width: Int, height: Int
  /// nil when the driver does not say.
  package var interval: FrameInterval?

  package init(format: FourCC, isEmulated: Bool = false, width: Int, height: Int, interval: FrameInterval?) {
    self.format = format
    self.isEmulated = isEmulated
    self.width = width
    self.height = height
    self.interval = interval
  }
}

/// What is asked of a camera.
public struct CameraWish: Equatable, Sendable {
  /// Size in pixels.
  public var width = 640, height = 480
  /// Frames a second.
  public var fps = 30.0
  /// Frames a second below which a gesture is followed badly.
  package var enoughFPS = 24.0
  /// Whether auto exposure may lower the rate in dim light; nil leaves the camera as it is.
  public var dynamicFramerate: Bool?

  public init() {}
}

extension CameraMode {
  /// The mode to ask the driver for.
  ///
  /// Of those fast enough, the one nearest in size; of those alike in size, uncompressed before JPEG before what libv4l2
  /// must convert, then the rate nearest to the wish. With none fast enough, the fastest. Colour goes before luma alone.
  ///
  /// - Returns: nil when no mode has a format that can be read.
  package static func choose(among modes: [CameraMode], wish: CameraWish = CameraWish()) -> CameraMode? {
    let readable = modes.filter { PixelEncoding($0.format) != nil }
    let colour = readable.filter { $0.format != .grey }
    let candidates = colour.isEmpty ? readable : colour
    // A rate that the driver does not tell is taken to be the wished one. 23.976 counts as 24.
    func fps(_ mode: CameraMode) -> Double { mode.interval?.fps ?? wish.fps }
    let fast = candidates.filter { fps($0).rounded() >= wish.enoughFPS }
    if !fast.isEmpty {
      return fast.min {
        ($0.distance(to: wish), $0.cost, abs(fps($0) - wish.fps)) < ($1.distance(to: wish), $1.cost, abs(fps($1) - wish.fps))
      }
    }
    return candidates.min { (-fps($0), $0.distance(to: wish), $0.cost) < (-fps($1), $1.distance(to: wish), $1.cost) }
  }

  /// Why ``choose(among:wish:)`` chose this mode, for a log: "nearest to 640×480 that reaches 24 fps, no decoding".
  package func reason(wish: CameraWish = CameraWish()) -> String {
    let isFast = (interval?.fps ?? wish.fps).rounded() >= wish.enoughFPS
    let choice =
      isFast
      ? "nearest to \(wish.width)×\(wish.height) that reaches \(rounded(wish.enoughFPS)) fps"
      : "the fastest there is, none reaches \(rounded(wish.enoughFPS)) fps"
    let work = ["no decoding", "decoded from JPEG, as nothing uncompressed is as near and as fast", "converted by libv4l2"][cost]
    return "\(choice), \(work)"
  }

  /// How far the size is from the wished one: the factor between the two areas, never below 1.
  private func distance(to wish: CameraWish) -> Double {
    let ratio = Double(width * height) / Double(wish.width * wish.height)
    return max(ratio, 1 / ratio)
  }

  /// Rank by the work that a frame makes: none, decoding, conversion.
  private var cost: Int { isEmulated ? 2 : PixelEncoding(format) == .jpeg ? 1 : 0 }
}
