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
  private static let fps = 30, shownS = 1.5
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
    var settings = GestureSettings.daily
    if let size = options.minHandSize { settings.minHandSize = size }
    var follower = try HandFollower(prefix: .find(), precision: .f32, reusing: [.stillRoom, .stillHand, .slowSearch, .calmHand])
    follower.searchesWholePictures = options.isWhole
    follower.brightensDarkPictures = !options.staysDark
    let size = options.size
    var scene = FarScene(size, light: options.light, hasMover: options.hasMover)
    let searches = options.isWhole ? "whole pictures only" : "whole pictures and squares"
    let others = (options.hasMover ? ", beside something that moves" : "") + (options.talker == nil ? "" : ", beside a person who talks")
    let room = "light: \(options.light)\(others)"
    print("\(thumbs.count) thumbs in \(size.width)×\(size.height), min_hand_size \(settings.minHandSize), searches: \(searches), \(room)")
    print("palm px  about m  found  median ms  95 % ms  swiped  wrong way  other hands")
    for palm in options.palms {
      var row = Row()
      // Head and shoulders are about as high as six palms.
      if let video = options.talker { scene.talker = try Talker.pictures(of: video, height: Int(6 * palm)) }
      for (index, thumb) in thumbs.enumerated() {
        scene.place(thumb, palm: palm, seed: UInt64(index))
        row.add(try show(&scene, thumb, options, settings, &follower))
      }
      print(row.line(palm: palm, meters: palmAtMeter * Double(size.width) / Double(palm)))
      fflush(nil)
    }
  }

  /// What the daemon makes of a thumb.
  private static func show(
    _ scene: inout FarScene, _ thumb: StillHand, _ options: Options, _ settings: GestureSettings, _ follower: inout HandFollower
  ) throws -> Outcome {
    follower.reset()
    var classifier = SwipeClassifier(settings)
    var need = TrackingNeed.whenMoved
    var outcome = Outcome()
    let palm = scene.palm
    let empty = Int(options.emptyS * Double(fps))
    for index in 0..<empty + Int(shownS * Double(fps)) {
      let ms = Double(index - empty) * 1000 / Double(fps)
      try scene.withFrame(showing: index >= empty, at: UInt64(index) * 1_000_000_000 / UInt64(fps)) { frame, wrist in
        try follower.track(frame, need: need)
        let decision = classifier.classify(HandFrame(follower.hands, at: frame.capturedNs))
        need = decision.need
        for hand in follower.hands {
          let place = hand.recognizedPoint(.wrist)
          let way = SIMD2(place.x, place.y) - wrist
          if index >= empty, (way * way).sum().squareRoot() < palm {
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
}

/// What becomes of thumbs at one distance.
private struct Row {
  private var foundMs: [Double] = []
  private var swiped = 0, wrongWay = 0, others = 0

  mutating func add(_ outcome: Outcome) {
    if let ms = outcome.foundMs { foundMs.append(ms) }
    swiped += outcome.swiped ? 1 : 0
    wrongWay += outcome.swipedWrongWay ? 1 : 0
    others += outcome.hasOtherHand ? 1 : 0
  }

  func line(palm: Float, meters: Double) -> String {
    let times = foundMs.sorted()
    func quantile(_ part: Double) -> String {
      times.isEmpty ? "-" : String(Int(times[min(Int(part * Double(times.count)), times.count - 1)].rounded()))
    }
    let cells = [
      (String(Int(palm)), 7), (String(format: "%.1f", meters), 9), (String(times.count), 7), (quantile(0.5), 11), (quantile(0.95), 9),
      (String(swiped), 8), (String(wrongWay), 11), (String(others), 13),
    ]
    return cells.map { text, width in String(repeating: " ", count: max(width - text.count, 0)) + text }.joined()
  }
}

private struct Options {
  static let usage =
    "usage: bench-distance [--vga] [--whole] [--dark] [--mover] [--talker VIDEO] [--light PART] [--min-hand-size VIEW-PIXELS] [--empty SECONDS] [--palms PIXELS,…]"

  /// Whether pictures have 640×480 pixels, in which every palm is half as long.
  var isVGA = false
  /// Whether only whole pictures are searched.
  var isWhole = false
  /// Whether pictures of a dark room are searched as they are.
  var staysDark = false
  /// Whether something moves all the time beside the hand.
  var hasMover = false
  /// A video of a person who talks, head and shoulders, beside whom the hand is raised.
  var talker: String?
  /// What is left of a bright room's light.
  var light = 1.0
  /// Nil for that of `daily`.
  var minHandSize: Double?
  /// How long the room is empty before the thumb.
  var emptyS = 1.0
  /// Lengths from wrist to middle knuckle, in pixels of 1280×720.
  private var longPalms: [Float] = [120, 90, 70, 56, 44, 34, 26, 20]

  var size: (width: Int, height: Int) { isVGA ? (640, 480) : (1280, 720) }
  /// Lengths from wrist to middle knuckle, in pixels of the picture.
  var palms: [Float] { longPalms.map { isVGA ? $0 / 2 : $0 } }

  init?(_ arguments: some Sequence<String>) {
    var rest = arguments.makeIterator()
    while let name = rest.next() {
      switch name {
      case "--vga":
        isVGA = true
        continue
      case "--whole":
        isWhole = true
        continue
      case "--dark":
        staysDark = true
        continue
      case "--mover":
        hasMover = true
        continue
      default: break
      }
      guard let value = rest.next() else { return nil }
      switch name {
      case "--min-hand-size":
        guard let size = Double(value), (0...4096).contains(size) else { return nil }
        minHandSize = size
      case "--talker": talker = value
      case "--light":
        guard let part = Double(value), (0...1).contains(part) else { return nil }
        light = part
      case "--empty":
        guard let seconds = Double(value), (0...600).contains(seconds) else { return nil }
        emptyS = seconds
      case "--palms":
        longPalms = value.split(separator: ",").compactMap { Float($0) }
        guard !longPalms.isEmpty, longPalms.allSatisfy({ (1...500).contains($0) }) else { return nil }
      default: return nil
      }
    }
  }
}
