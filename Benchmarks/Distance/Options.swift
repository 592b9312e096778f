/// What to measure.
struct Options {
  /// For how long a thumb is shown.
  private static let shownS = 1.5

  static let usage =
    "usage: bench-distance [--vga] [--jpeg] [--fps PICTURES] [--whole] [--dark] [--mover] [--talker VIDEO] [--light PART] [--window PART] [--min-hand-size VIEW-PIXELS] [--empty SECONDS] [--palms PIXELS,…] [--write]"

  /// Whether pictures have 640×480 pixels, in which every palm is half as long.
  var isVGA = false
  /// Whether the camera compresses its pictures.
  var isJPEG = false
  /// Pictures a second.
  var fps = 30
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
  /// The share of the picture that is a window, white in any light.
  var window = 0.0
  /// Nil for that of `daily`.
  var minHandSize: Double?
  /// How long the room is empty before the thumb.
  var emptyS = 1.0
  /// Whether the pictures are written to standard output instead.
  var writes = false
  /// Lengths from wrist to middle knuckle, in pixels of 1280×720.
  private var longPalms: [Float] = [120, 90, 70, 56, 44, 34, 26, 20]

  /// How many pictures show an empty room, and how many there are with those that show a thumb.
  var emptyCount: Int { Int(emptyS * Double(fps)) }
  var frameCount: Int { emptyCount + Int(Self.shownS * Double(fps)) }
  /// When the picture with this index is captured.
  func ns(_ index: Int) -> UInt64 { UInt64(index) * 1_000_000_000 / UInt64(fps) }

  var size: (width: Int, height: Int) { isVGA ? (640, 480) : (1280, 720) }
  /// Lengths from wrist to middle knuckle, in pixels of the picture.
  var palms: [Float] { longPalms.map { isVGA ? $0 / 2 : $0 } }

  init?(_ arguments: some Sequence<String>) {
    let flags: [String: WritableKeyPath<Self, Bool>] = [
      "--vga": \.isVGA, "--jpeg": \.isJPEG, "--whole": \.isWhole, "--dark": \.staysDark, "--mover": \.hasMover, "--write": \.writes,
    ]
    var rest = arguments.makeIterator()
    while let name = rest.next() {
      if let flag = flags[name] {
        self[keyPath: flag] = true
        continue
      }
      guard let value = rest.next() else { return nil }
      switch name {
      case "--min-hand-size":
        guard let size = Double(value), (0...4096).contains(size) else { return nil }
        minHandSize = size
      case "--fps":
        guard let count = Int(value), (1...120).contains(count) else { return nil }
        fps = count
      case "--talker": talker = value
      case "--light":
        guard let part = Double(value), (0...1).contains(part) else { return nil }
        light = part
      case "--window":
        guard let part = Double(value), (0...1).contains(part) else { return nil }
        window = part
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
