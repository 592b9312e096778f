/// The settings that decide what is a swipe: `[gesture]` of the configuration, by the names and values that it has there.
public struct GestureOptions: Codable, Sendable, Equatable {
  /// The width and height of the view, in pixels.
  public var view: [Double] = [640, 480]
  /// The distance of thumb tip and wrist that makes a gesture, in the unit that `thresholdUnit` names.
  public var threshold: Double = 50
  /// `px` (pixels of the view) or `hand` (hand sizes).
  public var thresholdUnit: String = "px"
  /// How much less than the threshold ends a gesture, as a fraction of it, 0…1.
  public var hysteresis: Double = 0
  /// The confidence above which a hand counts, 0…1.
  public var minConfidence: Float = 0.3
  /// Whether only hands count whose wrist and fingertips are inside the image.
  public var wholeHand: Bool = true
  /// The size from which a hand counts, in pixels of the view.
  public var minHandSize: Double = 0
  /// `any`, `left` or `right`.
  public var hand: String = "any"
  /// `any` or `thumb`.
  public var pose: String = "any"
  /// The speed up to which a hand makes gestures, in hand sizes per second; 0: any.
  public var maxSpeed: Double = 0
  /// `none` or `one_euro`.
  public var smoothing: String = "none"
  public var dwellMs: UInt32 = 0
  public var unclearDwellMs: UInt32 = 0
  public var arrivalDwellMs: UInt32 = 0
  public var bridgeMs: UInt32 = 0
  public var cooldownMs: UInt32 = 0
  public var rearmAfterLostMs: UInt32 = 0
  public var lostGestureMs: UInt32 = 0
  public var releaseMs: UInt32 = 0
  public var repeatMs: UInt32 = 0
  public var repeatDelayMs: UInt32 = 500

  /// Creates the defaults, which are the product's definition of a gesture, with some options changed.
  public init(_ change: (inout Self) -> Void = { _ in }) { change(&self) }

  /// An option that is missing, as in a trace of an older version, has its default.
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: CodingKeys.self)
    func read<Value: Decodable>(_ value: inout Value, _ key: CodingKeys) throws {
      if let present = try object.decodeIfPresent(Value.self, forKey: key) { value = present }
    }
    try read(&view, .view)
    try read(&threshold, .threshold)
    try read(&thresholdUnit, .thresholdUnit)
    try read(&hysteresis, .hysteresis)
    try read(&minConfidence, .minConfidence)
    try read(&wholeHand, .wholeHand)
    try read(&minHandSize, .minHandSize)
    try read(&hand, .hand)
    try read(&pose, .pose)
    try read(&maxSpeed, .maxSpeed)
    try read(&smoothing, .smoothing)
    try read(&dwellMs, .dwellMs)
    try read(&unclearDwellMs, .unclearDwellMs)
    try read(&arrivalDwellMs, .arrivalDwellMs)
    try read(&bridgeMs, .bridgeMs)
    try read(&cooldownMs, .cooldownMs)
    try read(&rearmAfterLostMs, .rearmAfterLostMs)
    try read(&lostGestureMs, .lostGestureMs)
    try read(&releaseMs, .releaseMs)
    try read(&repeatMs, .repeatMs)
    try read(&repeatDelayMs, .repeatDelayMs)
  }
}
