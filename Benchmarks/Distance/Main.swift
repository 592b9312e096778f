import Corpus
import Foundation
import Gestures
import Hands
import Imaging
import Inference
import Landmarks

/// Measures from how far away thumbs swipe, and how soon they are found: thumbs of the corpus, as small as they are at a distance, each shown
/// for 1.5 s after an empty room.
@main
enum DistanceBenchmark {
  /// A camera that sees 70° shows a palm of 106 mm, wrist to middle knuckle, as long as this part of the picture's width at a meter.
  private static let palmAtMeter = 0.0757

  static func main() throws {
    guard let options = Options(CommandLine.arguments.dropFirst()) else {
      FileHandle.standardError.write(Data("\(Options.usage)\n".utf8))
      Foundation.exit(64)
    }
    let corpus = try Corpus.required()
    let thumbs = try corpus.stills().compactMap { file, expected in try StillHand(file, expected, in: corpus.folder) }.filter {
      $0.direction != nil
    }
    let size = options.size
    var scene = FarScene(size, light: options.light, hasMover: options.hasMover, window: options.window)
    if options.writes { return try scene.write(thumbs, options) }
    var settings = GestureSettings.daily
    if let size = options.minHandSize { settings.minHandSize = size }
    var follower = try HandFollower(prefix: .find(), precision: .f32, reusing: [.stillRoom, .stillHand, .slowSearch, .calmHand])
    follower.searchesWholePictures = options.isWhole
    follower.brightensDarkPictures = !options.staysDark
    let searches = options.isWhole ? "whole pictures only" : "whole pictures and squares"
    let others =
      (options.window > 0 ? ", a window in \(options.window) of the picture" : "")
      + (options.hasMover ? ", beside something that moves" : "") + (options.talker == nil ? "" : ", beside a person who talks")
    let pictures = "\(size.width)×\(size.height)\(options.isJPEG ? " as JPEG" : ""), \(options.fps) a second"
    print("\(thumbs.count) thumbs in \(pictures), min_hand_size \(settings.minHandSize)")
    print("searches: \(searches), light: \(options.light)\(others)")
    print("palm px  about m  found  median ms  95 % ms  swiped  wrong way  other hands  too dark  of these swiped")
    var camera = options.isJPEG ? try JPEGCamera() : nil
    for palm in options.palms {
      var row = Row()
      try scene.show(options.talker, beside: palm)
      for (index, thumb) in thumbs.enumerated() {
        scene.place(thumb, palm: palm, seed: UInt64(index))
        row.add(try show(&scene, thumb, options, settings, &follower, &camera))
      }
      print(row.line(palm: palm, meters: palmAtMeter * Double(size.width) / Double(palm)))
      fflush(nil)
    }
  }

  /// What the daemon makes of a thumb.
  private static func show(
    _ scene: inout FarScene, _ thumb: StillHand, _ options: Options, _ settings: GestureSettings, _ follower: inout HandFollower,
    _ camera: inout JPEGCamera?
  ) throws -> Outcome {
    follower.reset()
    var classifier = SwipeClassifier(settings)
    var misses = MissFinder()
    var need = TrackingNeed.whenMoved
    var outcome = Outcome()
    let palm = scene.palm
    for index in 0..<options.frameCount {
      let isShown = index >= options.emptyCount
      let ms = Double(index - options.emptyCount) * 1000 / Double(options.fps)
      try scene.withFrame(showing: isShown, at: options.ns(index)) { frame, wrist in
        if camera != nil {
          try camera!.send(frame, isNeeded: frame.capturedNs >= follower.idleUntilNs) { try follower.track($0, need: need) }
        } else {
          try follower.track(frame, need: need)
        }
        let decision = classifier.classify(HandFrame(follower.hands, at: frame.capturedNs))
        need = decision.need
        let miss = misses.take(decision, brightness: follower.brightness, at: frame.capturedNs).began
        if miss?.reason.code == .tooDark { outcome.wasTooDark = true }
        for hand in follower.hands {
          let place = hand.recognizedPoint(.wrist)
          let way = SIMD2(place.x, place.y) - wrist
          if isShown, (way * way).sum().squareRoot() < palm {
            outcome.foundMs = outcome.foundMs ?? ms
          } else {
            outcome.hasOtherHand = true
          }
        }
        if let direction = decision.action?.direction {
          if direction == thumb.direction { outcome.swiped = true } else { outcome.swipedWrongWay = true }
        }
      }
    }
    return outcome
  }
}

/// What becomes of a thumb.
struct Outcome {
  /// Time from its first frame until it was found, in ms.
  var foundMs: Double?
  var swiped = false, swipedWrongWay = false
  /// Whether a hand was found where the thumb is not.
  var hasOtherHand = false
  /// Whether the daemon would have said that the picture is too dark.
  var wasTooDark = false
}

/// What becomes of thumbs at one distance.
private struct Row {
  private var foundMs: [Double] = []
  private var swiped = 0, wrongWay = 0, others = 0, tooDark = 0, swipedInDark = 0

  mutating func add(_ outcome: Outcome) {
    if let ms = outcome.foundMs { foundMs.append(ms) }
    swiped += outcome.swiped ? 1 : 0
    wrongWay += outcome.swipedWrongWay ? 1 : 0
    others += outcome.hasOtherHand ? 1 : 0
    tooDark += outcome.wasTooDark ? 1 : 0
    swipedInDark += outcome.wasTooDark && outcome.swiped ? 1 : 0
  }

  func line(palm: Float, meters: Double) -> String {
    let times = foundMs.sorted()
    func quantile(_ part: Double) -> String {
      times.isEmpty ? "-" : String(Int(times[min(Int(part * Double(times.count)), times.count - 1)].rounded()))
    }
    let cells = [
      (String(Int(palm)), 7), (String(format: "%.1f", meters), 9), (String(times.count), 7), (quantile(0.5), 11), (quantile(0.95), 9),
      (String(swiped), 8), (String(wrongWay), 11), (String(others), 13), (String(tooDark), 10), (String(swipedInDark), 17),
    ]
    return cells.map { text, width in String(repeating: " ", count: max(width - text.count, 0)) + text }.joined()
  }
}
