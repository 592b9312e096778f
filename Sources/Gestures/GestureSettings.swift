/// How far the thumb tip must be above or below the wrist to be up or down.
public enum Threshold: Sendable, Equatable {
  /// View pixels.
  case pixels(Double)
  /// A multiple of the hand's size, wrist to middle knuckle in the view: the same gesture at every distance from the camera.
  case handSizes(Double)

  /// The product's definition.
  public static let defaultPixels = 50.0
  /// Of 48 labeled stills of thumbs up and down, 46 lie beyond it; so do many open hands, hence use it with `PoseRule.thumb`.
  public static let defaultHandSizes = 0.8
}

/// Which hands can swipe, by their pose.
public enum PoseRule: String, Sendable, CaseIterable {
  case any
  /// Only a closed hand whose thumb stands out of it; see `HumanHandPoseObservation.showsThumb(_:)`.
  ///
  /// A thumb zone reached in another pose changes nothing, as if no hand counted: it neither swipes nor disarms. The resting zone
  /// arms the latch in every pose.
  case thumb
}

/// Which hands count, by the side they are on. Frames with only the other hand are frames without a counting hand.
public enum HandRule: String, Sendable, CaseIterable {
  case any, left, right
}

/// What is done to the distance before it is compared.
public enum Smoothing: String, Sendable, CaseIterable {
  case none
  /// A `OneEuroFilter` on the distance in view pixels. It starts again at the first counting frame after one without a counting hand.
  case oneEuro = "one_euro"
}

/// The options of a gesture. The defaults are the product's definition; each option is off.
public struct GestureSettings: Sendable, Equatable {
  public var view = View()
  public var threshold = Threshold.pixels(Threshold.defaultPixels)
  /// A hand counts when wrist and all five fingertips are more certain than this, 0…1.
  public var minConfidence: Float = 0.3
  public var pose = PoseRule.any
  /// A thumb zone swipes when counting frames have shown it, and nothing else, for this long; 0: at its first frame. Rest needs no
  /// dwell to arm. A frame without a counting hand, or in a pose that `pose` excludes, starts the time again.
  public var dwellMs: UInt32 = 0
  /// No second swipe within this time after a swipe. The latch goes on meanwhile: rest arms it, and a thumb disarms it without a
  /// swipe, so a gesture made too early is spent and does not fire late.
  public var cooldownMs: UInt32 = 0
  /// The latch is armed when no hand has counted for this long, seen at a frame without one; 0: never.
  public var rearmAfterLostMs: UInt32 = 0
  public var smoothing = Smoothing.none
  public var hand = HandRule.any

  public init() {}

  /// What people live with: other hands in the picture change nothing, and the distance from the camera does not matter.
  public static let daily: GestureSettings = {
    var settings = GestureSettings()
    (settings.pose, settings.threshold) = (.thumb, .handSizes(0.6))
    (settings.dwellMs, settings.cooldownMs, settings.rearmAfterLostMs) = (150, 500, 1000)
    return settings
  }()
}

/// The rectangle that thresholds are measured in: the image fills it with its aspect kept, centered, so a distance in view pixels
/// means the same at every camera resolution. Origin top left, y down.
public struct View: Sendable, Equatable {
  /// View pixels.
  public var width: Double, height: Double

  public init(width: Double = 640, height: Double = 480) {
    self.width = width
    self.height = height
  }

  /// Where a point of an image (image pixels) falls in the view; outside the rectangle where the image overhangs it.
  public func point(x: Double, y: Double, imageWidth: Int, imageHeight: Int) -> (x: Double, y: Double) {
    func scaled(_ pixels: Double) -> Double { length(pixels, imageWidth: imageWidth, imageHeight: imageHeight) }
    return (scaled(x) + (width - scaled(Double(imageWidth))) / 2, scaled(y) + (height - scaled(Double(imageHeight))) / 2)
  }

  /// A length in an image (image pixels) as a length in the view: times max(width/imageWidth, height/imageHeight).
  ///
  /// Multiplies before it divides, so that 75 px of a 720-line image are exactly 50 px of a 480-line view.
  public func length(_ pixels: Double, imageWidth: Int, imageHeight: Int) -> Double {
    let frameWidth = Double(imageWidth)
    let frameHeight = Double(imageHeight)
    return width * frameHeight >= height * frameWidth ? pixels * width / frameWidth : pixels * height / frameHeight
  }
}
