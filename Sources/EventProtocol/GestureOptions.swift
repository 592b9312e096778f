/// What decides about swipes: `[gesture]` of the configuration, by the names and values that it has there.
public struct GestureOptions: Codable, Sendable, Equatable {
  /// Width and height of the view, in pixels.
  public var view: [Double]
  /// In the unit that `thresholdUnit` names.
  public var threshold: Double
  /// `px` or `hand`.
  public var thresholdUnit: String
  public var minConfidence: Float
  public var pose: String
  public var dwellMs: UInt32, cooldownMs: UInt32, rearmAfterLostMs: UInt32
  public var smoothing: String
  public var hand: String

  public init(
    view: [Double] = [640, 480], threshold: Double = 50, thresholdUnit: String = "px", minConfidence: Float = 0.3, pose: String = "any",
    dwellMs: UInt32 = 0, cooldownMs: UInt32 = 0, rearmAfterLostMs: UInt32 = 0, smoothing: String = "none", hand: String = "any"
  ) {
    self.view = view
    self.threshold = threshold
    self.thresholdUnit = thresholdUnit
    self.minConfidence = minConfidence
    self.pose = pose
    self.dwellMs = dwellMs
    self.cooldownMs = cooldownMs
    self.rearmAfterLostMs = rearmAfterLostMs
    self.smoothing = smoothing
    self.hand = hand
  }
}
