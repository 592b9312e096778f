extension GestureSettings {
  /// The product's definition.
  public static let plain = GestureSettings(isDaily: false)

  /// What suits everyday life in front of a camera, where most hands mean something else.
  public static let daily = GestureSettings(isDaily: true)

  /// Every option in which the two built-in profiles differ; the others have their defaults in both.
  ///
  /// Documentation/performance.md has the figures, and `make bench-gestures` measures them: how many of 6 gestures on clips are found, and
  /// the swipes that nobody meant, of people who talk and work and of people who use sign language. Where no figure is given, no clip of
  /// these shows a difference.
  private init(isDaily: Bool) {
    func values<Value>(plain: Value, daily: Value) -> Value { isDaily ? daily : plain }
    self.init()

    // With "any", 1140 false swipes of people in place of 2.
    pose = values(plain: .any, daily: .thumb)
    // At any distance from the camera. With 0.8 hand sizes, 2 more of 100 labeled thumbs are lost.
    threshold = values(plain: .pixels(50), daily: .handSizes(0.6))
    // A thumb near the threshold does not flicker between up and at rest.
    hysteresis = values(plain: 0, daily: 0.15)
    // A hand at the edge of the picture can swipe: its fingertips are curled, and may be outside.
    wholeHand = values(plain: true, daily: false)
    // Nor is a hand that is far away while somebody's face is near.
    people = values(plain: .all, daily: .foreground)
    // View pixels: a hand 6 m away at 640×480, or 8 m at 1280×720, of which the camera shows too little.
    minHandSize = values(plain: 0, daily: 8)
    // At once, 50 false swipes of people in place of 2, and 73 of sign language in place of 18.
    dwellMs = values(plain: 0, daily: 150)
    // Without it, a thumb that the tracker misses in one frame may swipe 200 ms later.
    bridgeMs = values(plain: 0, daily: 100)
    // A hand that goes back to rest does not swipe the other way.
    cooldownMs = values(plain: 0, daily: 500)
    // Without it, 4 in place of 5 gestures are found: a hand that leaves the picture with its thumb up stays blocked.
    rearmAfterLostMs = values(plain: 0, daily: 1000)
    // Without it, one false swipe on the clips in place of none: the person's other hand rests, and the tracker takes it for the first.
    lostGestureMs = values(plain: 0, daily: 3000)
    // A hand that opens after its swipe, and does not rest, can swipe again.
    releaseMs = values(plain: 0, daily: 800)
  }
}
