import Hands
import Imaging

/// The face that is nearest to the camera: small hands beside a large face are those of people in the background.
///
/// It knows no clock: times are passed in.
package struct NearestFace: Sendable {
  /// A hand at least this large, wrist to knuckles, as a part of the picture's longer side, is near enough to be meant, whoever else is there:
  /// it is 2 m away in a picture that shows 70°. No face is searched for its sake.
  private static let nearHand = 25.0 / 640
  /// A face this many times as wide as a hand is large is that of somebody else, who is nearer. A person's own face is 1 to 2.7 times as wide in
  /// 31 of 33 pictures of the corpus, and up to 4.1 times where the hand is held back.
  private static let nearer = 4.0
  /// The time between searches for faces while there is a small hand.
  private static let searchNs: UInt64 = 500_000_000
  /// How long a face counts after it was seen last: it may turn away for a moment.
  private static let memoryNs: UInt64 = 2_000_000_000

  /// Where faces are searched: in the whole picture, where the detector sees those of at least an eighth of the longer side, and in the squares
  /// at both ends, where it sees those of an eighth of the shorter one.
  ///
  /// - Returns: squares of the upright picture; nil for the whole picture.
  static func places(in geometry: FrameGeometry) -> [RotatedRegion?] {
    let (width, height) = geometry.uprightSize
    let side = Float(min(width, height))
    return [
      nil, geometry.square(around: .zero, side: side), geometry.square(around: SIMD2(Float(width), Float(height)), side: side),
    ]
  }

  private var searchedNs: UInt64?
  private var face: (width: Double, ns: UInt64)?

  package init() {}

  /// Whether to search for faces.
  ///
  /// - Parameter side: the picture's longer side, in pixels.
  package func isSearchDue(for hands: some Sequence<HumanHandPoseObservation>, side: Int, at ns: UInt64) -> Bool {
    guard hands.contains(where: { Self.isSmall($0, side) }) else { return false }
    return searchedNs.map { ns < $0 || ns - $0 >= Self.searchNs } ?? true
  }

  /// Records a search.
  ///
  /// - Parameter width: the width of the largest face, in pixels; nil if there is none.
  package mutating func didSearch(width: Double?, at ns: UInt64) {
    searchedNs = ns
    if let width {
      face = (width, ns)
    } else if let last = face, ns < last.ns || ns - last.ns > Self.memoryNs {
      face = nil
    }
  }

  /// Whether a hand is that of somebody farther away than the face.
  ///
  /// - Parameter side: the picture's longer side, in pixels.
  package func hides(_ hand: HumanHandPoseObservation, side: Int) -> Bool {
    guard let face, Self.isSmall(hand, side) else { return false }
    return face.width > Self.nearer * hand.size
  }

  private static func isSmall(_ hand: HumanHandPoseObservation, _ side: Int) -> Bool { hand.size < nearHand * Double(side) }
}
