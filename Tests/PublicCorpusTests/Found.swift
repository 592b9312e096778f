import Foundation
import Gestures
import Hands
import Imaging
import Inference
import Landmarks

/// What the models find in the pictures of the corpus. Each is computed once, for all tests.
enum Found {
  static let rendered = Result { try pictures(PublicCorpus.rendered().map { ($0, $0.file) }, atMost: 1) }

  static let real = Result { try pictures(PublicCorpus.real().map { ($0, $0.file) }, atMost: 2) }

  /// The first hand of each frame of each clip, followed from frame to frame as MediaPipe does.
  static let clips = Result {
    try PublicCorpus.clips().map { clip in
      var tracker = try HandTracker(prefix: .find())
      return (
        clip,
        try frames(of: clip) { frame in
          try tracker.track(frame)
          return tracker.hands
        }
      )
    }
  }

  /// The hands of each frame of each clip, followed as the daemon does.
  static let followedClips = Result {
    try PublicCorpus.clips().map { clip in
      var follower = try HandFollower(prefix: .find(), reusing: [.stillRoom, .stillHand, .slowSearch, .calmHand])
      return (
        clip,
        try frames(of: clip) { frame in
          try follower.track(frame)
          return follower.hands
        }
      )
    }
  }

  private static func frames(of clip: CorpusClip, track: (borrowing Frame) throws -> [HumanHandPoseObservation]) throws -> [HandFrame] {
    var decoder = try JPEGDecoder()
    return try clip.pictures().enumerated().map { index, bytes in
      let ns = UInt64(Double(index) / clip.fps * 1e9)
      return try bytes.withUnsafeBytes { bytes in
        try decoder.withFrame(decoding: bytes, capturedNs: ns) { HandFrame(try track($0), at: ns) }
      }
    }
  }

  private static func pictures<Picture>(
    _ pictures: [(Picture, file: String)], atMost count: Int
  ) throws -> [(picture: Picture, hands: [HumanHandPoseObservation])] {
    var request = try DetectHumanHandPoseRequest(prefix: .find(), maximumHandCount: count)
    return try pictures.map { picture, file in
      let image = try StillImage(path: PublicCorpus.folder.appendingPathComponent(file).path)
      return (picture, try image.withFrame { try request.perform(on: $0) })
    }
  }
}

/// Distances in pixels of a 640×480 view.
struct Offsets {
  private let sorted: [Double]

  init(_ values: [Double]) { sorted = values.sorted() }

  var median: Double { sorted[sorted.count / 2] }
  var p95: Double { sorted[sorted.count * 95 / 100] }
}

extension HumanHandPoseObservation {
  /// How far thumb tip and wrist are from where they should be, in pixels of a 640×480 view.
  func offsets(from points: [[Double]]) -> [Double] {
    let scale = max(640 / Double(imageWidth), 480 / Double(imageHeight))
    return [JointName.thumbTip, .wrist].map { joint in
      let (point, expected) = (recognizedPoint(joint), points[joint.rawValue])
      return scale * hypot(Double(point.x) - expected[0], Double(point.y) - expected[1])
    }
  }
}
