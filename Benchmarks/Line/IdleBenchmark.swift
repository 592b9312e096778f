import Foundation
import Gestures
import Hands
import Imaging
import Inference
import Landmarks
import Platform
import UserErrors

/// What `bench-line --idle` measures.
struct IdleOptions {
  static let usage = "bench-line --idle VIDEO [WIDTHxHEIGHT] [--whole]"

  let video: String
  let size: FootageSize
  /// Whether only whole pictures are searched.
  let isWhole: Bool

  /// - Returns: nil for arguments that are not those of `usage`.
  init?(_ arguments: some Sequence<String>) {
    var rest = Array(arguments)
    isWhole = rest.last == "--whole"
    if isWhole { rest.removeLast() }
    guard (2...3).contains(rest.count), rest[0] == "--idle" else { return nil }
    guard let size = rest.count == 3 ? FootageSize(rest[2]) : FootageSize() else { return nil }
    (video, self.size) = (rest[1], size)
  }
}

/// Measures the pipeline on a long video in which little happens, with everything that the daemon saves there by default: decode, track,
/// decide. Unlike a stream that the daemon reads, the video comes in the layouts of cameras.
enum IdleBenchmark {
  /// CPU time in ms for each second of video.
  struct Result: Encodable {
    let layout: String, size: String, precision: String
    let first30s: Double, afterwards: Double
    let inferences: Int, tracked: Int
    /// Bytes in a picture, on average, and resident memory that was added, in KiB: that of the models, of decoding and of following.
    let bytes: Int, addedKiB: Int
  }

  private static let split = 900

  static func run(
    _ footage: Footage, _ precision: Precision, _ prefix: RuntimePrefix, searchesWholePictures: Bool
  ) throws -> Result {
    let memoryBefore = memoryKiB("VmRSS")
    var decoder = try JPEGDecoder(leastPartsSide: JPEGDecoder.cameraPartsSide)
    var follower = try HandFollower(prefix: prefix, precision: precision, reusing: [.stillRoom, .stillHand, .slowSearch, .calmHand])
    follower.searchesWholePictures = searchesWholePictures
    var classifier = SwipeClassifier()
    var need = TrackingNeed.whenMoved
    var (inferences, tracked) = (0, 0)
    let start = processCPUNs()
    var middle = start
    func isNeeded(_ ns: UInt64) -> Bool { ns >= follower.idleUntilNs }
    try footage.forEach(&decoder, isNeeded: isNeeded) { index, frame, _ in
      if index == split { middle = processCPUNs() }
      try follower.track(frame, need: need)
      let decision = classifier.classify(HandFrame(follower.hands, at: frame.capturedNs))
      need = decision.need
      inferences += follower.ranInference ? 1 : 0
      tracked += follower.hands.isEmpty ? 0 : 1
    }
    let end = processCPUNs()
    func perSecond(_ ns: UInt64, _ frames: Int) -> Double { Double(ns) / 1e6 / (Double(frames) / 30) }
    return Result(
      layout: footage.layout.rawValue, size: "\(footage.size.width)x\(footage.size.height)", precision: precision.rawValue,
      first30s: perSecond(middle - start, split), afterwards: perSecond(end - middle, footage.count - split), inferences: inferences,
      tracked: tracked, bytes: footage.bytes / footage.count, addedKiB: memoryKiB("VmRSS") - memoryBefore)
  }

  /// A number of the process's status.
  private static func memoryKiB(_ name: String) -> Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix(name + ":") }
    return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
  }
}
