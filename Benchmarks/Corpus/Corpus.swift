import Foundation
import Hands
import Imaging

/// Pictures and clips of real hands, with MediaPipe's results. They are not part of this repository: their directory is
/// `SWIPED_CORPUS`, or `../shared/corpus` relative to the checkout.
package struct Corpus: Sendable {
  package let folder: URL

  /// Why tests that need the corpus do not run.
  package static let missing: String =
    found == nil
    ? "THE CORPUS IS MISSING: no expected/stills.json in \(place.path); set SWIPED_CORPUS to its folder. The tests that need it did NOT run."
    : "`make test-long` runs it, with the recorded hands in \(place.path)"

  /// The corpus, if it exists.
  package static let found: Corpus? =
    FileManager.default.fileExists(atPath: place.appendingPathComponent("expected/stills.json").path) ? Corpus(folder: place) : nil

  /// Whether tests that need the corpus run: not in `make test`. In CI they run without it too, and fail.
  package static let isExpected: Bool = {
    let environment = ProcessInfo.processInfo.environment
    return environment["SWIPED_TESTS"] != "quick" && (found != nil || environment["CI"] != nil)
  }()

  /// The corpus.
  ///
  /// - Throws: ``CorpusError`` with ``missing`` if it does not exist.
  package static func required() throws -> Corpus {
    guard let found else { throw CorpusError(missing) }
    return found
  }

  private static let place: URL = {
    if let named = ProcessInfo.processInfo.environment["SWIPED_CORPUS"], !named.isEmpty { return URL(fileURLWithPath: named) }
    let checkout = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    return checkout.deletingLastPathComponent().appendingPathComponent("shared/corpus")
  }()

  /// Stills, sorted by their path relative to the corpus.
  package func stills() throws -> [(file: String, expected: ExpectedStill)] {
    let stills: [String: ExpectedStill] = try expected("stills")
    return stills.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// MediaPipe's results for bodies in stills.
  package func bodies() throws -> ExpectedBodies { try expected("pose") }

  /// MediaPipe's results for faces in stills.
  package func faces() throws -> ExpectedFaces { try expected("face") }

  /// Clips of people, each with MediaPipe's results for the body that it follows through the first frames.
  ///
  /// One of them comes with the corpus; `Benchmarks/follow-with-mediapipe` made the others.
  package func following() throws -> [(clip: Clip, expected: ExpectedFollowing)] {
    let folder = Self.following
    return try clips().compactMap { clip in
      let file = folder.appendingPathComponent("\(clip.name).json")
      if clip.name == "mp_man_dancing" { return (clip, try expected("pose-following")) }
      guard FileManager.default.fileExists(atPath: file.path) else { return nil }
      return (clip, try JSONDecoder().decode(ExpectedFollowing.self, from: Data(contentsOf: file)))
    }
  }

  /// How far MediaPipe's landmarks in each of these clips are from its own when one code of one pixel of the first frame is changed by 1.
  package func followingChanged() throws -> [String: ChangedFollowing] {
    let data = try Data(contentsOf: Self.following.appendingPathComponent("changed.json"))
    return try JSONDecoder().decode([String: [[Double]]].self, from: data).mapValues(ChangedFollowing.init)
  }

  private static let following =
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Following")

  /// Clips by name, sorted.
  package func clips() throws -> [Clip] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.appendingPathComponent("videos").path)
    return try names.filter { $0.hasSuffix(".mp4") }.sorted().map { file in
      let name = String(file.dropLast(4))
      return Clip(name: name, video: folder.appendingPathComponent("videos/\(file)"), expected: try expected(name))
    }
  }

  private func expected<Results: Decodable>(_ name: String) throws -> Results {
    let data = try Data(contentsOf: folder.appendingPathComponent("expected/\(name).json"))
    return try JSONDecoder().decode(Results.self, from: data)
  }
}

extension RotatedRegion {
  /// - Parameter roi: center, side and rotation of a square.
  init(roi: [Float]) {
    self.init(centerX: roi[0], centerY: roi[1], width: roi[2], height: roi[2], rotation: roi[3])
  }
}

/// MediaPipe's result for a still.
package struct ExpectedStill: Decodable, Sendable {
  package struct Hand: Decodable, Sendable {
    package let chirality: Chirality
    package let points: [String: [Double]]
  }

  package let width: Int, height: Int
  package let hands: [Hand]
}

/// MediaPipe's results for the frames of a clip, tracking one hand.
package struct ExpectedClip: Decodable, Sendable {
  package struct Hand: Decodable, Sendable {
    package let chirality: Chirality
    package let points: [[Double]]
  }

  package let fps: Double
  package let width: Int, height: Int
  package let frames: [[Hand]]

  /// The hand of a frame. Its confidence was not recorded, so it is 1.
  package func observation(_ frame: Int) -> HumanHandPoseObservation? {
    guard let hand = frames[frame].first else { return nil }
    return HumanHandPoseObservation(confidence: 1, chirality: hand.chirality, imageWidth: width, imageHeight: height) { joint in
      let point = hand.points[joint.rawValue]
      return (Float(point[0]), Float(point[1]), 0)
    }
  }
}

/// A video and its expected results.
package struct Clip: Sendable {
  package let name: String
  package let video: URL
  package let expected: ExpectedClip
}
