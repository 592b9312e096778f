import Imaging
import Inference

/// Follows hands from frame to frame: the palm detector runs only while fewer hands are followed than wanted.
public struct HandTracker: ~Copyable {
  /// A hand is there when its presence is above this; MediaPipe's tracking confidence.
  private static let minimumPresence: Float = 0.5
  /// A new palm whose region overlaps a followed one more than this is the same hand.
  private static let sameHand: Float = 0.5

  private var detector: PalmDetector
  private var landmarker: HandLandmarker
  private let maxHands: Int
  private var regions: [RotatedRegion] = []
  private var picture: StillPicture

  /// Hands in the last frame, those followed longest first; at most `maxHands`. Its storage is kept from frame to frame.
  public private(set) var hands: [HandObservation] = []
  /// Whether the models have looked at the last frame; otherwise its hands are those of the last one that they looked at.
  public private(set) var hasLooked = false

  /// Since when there has been no hand and nothing has moved, by the frames' clock; nil where that is not so, or, for want of
  /// ``StillSkips/room``, not known.
  public var stillSinceNs: UInt64? { picture.stillSinceNs }

  /// - Parameters:
  ///   - prefix: where runtime and models are.
  ///   - precision: of most of the landmark model, and of a first look for palms.
  ///   - threads: how many threads one inference may use.
  ///   - maxHands: how many hands are looked for, at least 1.
  ///   - skips: what is left out while nothing moves. Frames must then tell when they were captured.
  /// - Throws: ``InferenceError`` or ``LandmarksError``: one line.
  public init(
    prefix: RuntimePrefix, precision: Precision = .f32, threads: Int = 1, maxHands: Int = 1, skipping skips: StillSkips = []
  ) throws {
    precondition(maxHands >= 1, "a tracker looks for at least one hand")
    let runtime = try Runtime(prefix, cache: .find())
    let detector = try PalmDetector(runtime, precision: precision, threads: threads)
    let landmarker = try HandLandmarker(runtime, precision: precision, threads: threads)
    self.detector = detector
    self.landmarker = landmarker
    self.maxHands = maxHands
    picture = StillPicture(skipping: skips)
    hands.reserveCapacity(maxHands)
    regions.reserveCapacity(maxHands)
  }

  /// Finds the hands of the next frame; they are in ``hands`` afterwards.
  ///
  /// - Parameter closely: the models look at a hand that is followed even where it holds still.
  public mutating func track(_ frame: borrowing Frame, closely: Bool = false) throws {
    hasLooked = picture.needsLook(frame, around: regions, isSearching: regions.count < maxHands, closely: closely)
    guard hasLooked else { return }
    try look(at: frame)
    picture.looked(found: hands, at: frame.capturedNs)
  }

  private mutating func look(at frame: borrowing Frame) throws {
    if regions.count < maxHands {
      for palm in try detector.detect(frame).prefix(maxHands) where regions.count < maxHands {
        follow(HandRegion.around(palm))
      }
    }
    hands.removeAll(keepingCapacity: true)
    for region in regions {
      let hand = try landmarker.landmarks(frame, in: region)
      if hand.confidence > Self.minimumPresence { hands.append(hand) }
    }
    regions.removeAll(keepingCapacity: true)
    for hand in hands { follow(HandRegion.around(hand)) }
  }

  /// Adds a region for the landmark model, unless it is one that is there already.
  private mutating func follow(_ region: RotatedRegion) {
    if region.isSane && !regions.contains(where: { $0.intersectionOverUnion(region) > Self.sameHand }) { regions.append(region) }
  }

  /// Takes `hands` for those of the last frame: the next frame's are looked for around them.
  package mutating func resume(from hands: [HandObservation]) {
    picture.reset()
    regions.removeAll(keepingCapacity: true)
    for hand in hands.prefix(maxHands) { follow(HandRegion.around(hand)) }
  }

  /// Forgets every hand, as before the first frame.
  public mutating func reset() {
    picture.reset()
    hands.removeAll(keepingCapacity: true)
    regions.removeAll(keepingCapacity: true)
  }
}
