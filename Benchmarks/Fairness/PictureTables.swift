import Corpus
import Foundation
import Gestures
import Hands
import Imaging
import Inference
import Landmarks

/// Whether hands are found in pictures; and, with `daily`, whether they swipe if each is shown for a second after an empty room, in bright and
/// dim light.
struct PictureTables {
  /// What is left of a bright room's light.
  private static let lights = [("bright", 1), ("1/4", 0.25), ("1/16", 0.0625)]
  /// Length of the palm, in pixels, in 1280×720: as at 1.7 m. A fist that points at the camera, whose palm looks short, still fits.
  private static let palm: Float = 56
  private static let fps: UInt64 = 15, emptyFrames = 8, shownFrames = 15

  private static let groups = PictureLabels.skins + PictureLabels.sides + PictureLabels.facings + PictureLabels.rooms + ["all"]

  private let labels: [PictureLabels]
  private let corpus: Corpus
  /// Those in which MediaPipe finds a hand, which says where it is.
  private let hands: [(hand: StillHand, labels: PictureLabels)]
  private let settings: GestureSettings

  init(_ labels: [PictureLabels], _ corpus: Corpus) throws {
    let stills = Dictionary(uniqueKeysWithValues: try corpus.stills().map { ($0.file, $0.expected) })
    self.labels = labels.filter { stills[$0.file] != nil }
    self.corpus = corpus
    hands = try self.labels.compactMap { labels in
      try stills[labels.file].flatMap { try StillHand(labels.file, $0, in: corpus.folder) }.map { ($0, labels) }
    }
    var settings = GestureSettings.daily
    // A hand far away is another question.
    settings.minHandSize = 0
    self.settings = settings
  }

  func print() throws {
    try printPictures()
    try printLights()
  }

  private func printPictures() throws {
    var tracker = try HandTracker(prefix: .find(), precision: .f32, maxHands: 2)
    var found = GroupTable("pictures as they are", groups: Self.groups, columns: ["a hand is found"])
    for labels in labels {
      tracker.reset()
      try StillImage(path: corpus.folder.appendingPathComponent(labels.file).path).withFrame { try tracker.track($0) }
      for group in labels.groups { found.add(!tracker.hands.isEmpty, to: group, 0, of: labels.person) }
    }
    found.print()
  }

  private func printLights() throws {
    var follower = try HandFollower(prefix: .find(), precision: .f32, reusing: [.stillRoom, .stillHand, .slowSearch, .calmHand])
    let columns = Self.lights.map(\.0)
    var found = GroupTable("hands found, by light", groups: Self.groups, columns: columns)
    var kept = GroupTable("thumbs that swipe", groups: Self.groups, columns: columns)
    var firing = GroupTable("other hands that swipe", groups: Self.groups, columns: columns)
    for (column, light) in Self.lights.enumerated() {
      var scene = FarScene(light: light.1)
      for (index, (hand, labels)) in hands.enumerated() {
        let outcome = try show(hand, &scene, seed: UInt64(index), &follower)
        for group in labels.groups {
          found.add(outcome.isFound, to: group, column, of: labels.person)
          if let direction = hand.direction {
            kept.add(outcome.swipes == [direction], to: group, column, of: labels.person)
          } else {
            firing.add(!outcome.swipes.isEmpty, to: group, column, of: labels.person)
          }
        }
      }
    }
    for table in [found, kept, firing] { table.print() }
  }

  private func show(
    _ hand: StillHand, _ scene: inout FarScene, seed: UInt64, _ follower: inout HandFollower
  ) throws -> (isFound: Bool, swipes: [SwipeDirection]) {
    scene.place(hand, palm: Self.palm, seed: seed)
    follower.reset()
    var (classifier, need) = (SwipeClassifier(settings), TrackingNeed.whenMoved)
    var (isFound, swipes): (Bool, [SwipeDirection]) = (false, [])
    for index in 0..<Self.emptyFrames + Self.shownFrames {
      try scene.withFrame(showing: index >= Self.emptyFrames, at: UInt64(index) * 1_000_000_000 / Self.fps) { frame, wrist in
        try follower.track(frame, need: need)
        let decision = classifier.classify(HandFrame(follower.hands, at: frame.capturedNs))
        need = decision.need
        if let direction = decision.action?.direction { swipes.append(direction) }
        isFound =
          isFound
          || follower.hands.contains { hand in
            let place = hand.recognizedPoint(.wrist)
            let way = SIMD2(place.x, place.y) - wrist
            return (way * way).sum() < Self.palm * Self.palm
          }
      }
    }
    return (isFound, swipes)
  }
}
