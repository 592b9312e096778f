import Foundation
import Landmarks

/// Pictures and clips of real hands, with what MediaPipe answers for them. They are not part of this repository:
/// the folder is `SWIPED_CORPUS`, or `../shared/corpus` beside the checkout.
package struct Corpus: Sendable {
  package let folder: URL

  /// What to say where the folder is missing.
  package static let missing: String =
    "THE CORPUS IS MISSING: no expected/stills.json in \(place.path); set SWIPED_CORPUS to its folder. What it checks was NOT checked."

  /// The corpus, if it is here.
  package static let found: Corpus? =
    FileManager.default.fileExists(atPath: place.appendingPathComponent("expected/stills.json").path) ? Corpus(folder: place) : nil

  /// Whether tests on it are to run: where CI is set they do so without it too, and fail.
  package static let isExpected = found != nil || ProcessInfo.processInfo.environment["CI"] != nil

  /// - Throws: ``CorpusError``, with ``missing``, where it is not here.
  package static func required() throws -> Corpus {
    guard let found else { throw CorpusError(missing) }
    return found
  }

  private static let place: URL = {
    if let named = ProcessInfo.processInfo.environment["SWIPED_CORPUS"], !named.isEmpty { return URL(fileURLWithPath: named) }
    let checkout = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    return checkout.deletingLastPathComponent().appendingPathComponent("shared/corpus")
  }()

  /// Stills by their path below the folder.
  package func stills() throws -> [(file: String, expected: ExpectedStill)] {
    let data = try Data(contentsOf: folder.appendingPathComponent("expected/stills.json"))
    let stills = try JSONDecoder().decode([String: ExpectedStill].self, from: data)
    return stills.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// Clips by name, sorted.
  package func clips() throws -> [Clip] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.appendingPathComponent("videos").path)
    return try names.filter { $0.hasSuffix(".mp4") }.sorted().map { file in
      let name = String(file.dropLast(4))
      let data = try Data(contentsOf: folder.appendingPathComponent("expected/\(name).json"))
      return Clip(
        name: name, video: folder.appendingPathComponent("videos/\(file)"),
        expected: try JSONDecoder().decode(ExpectedClip.self, from: data))
    }
  }
}

/// What MediaPipe answers for a still.
package struct ExpectedStill: Decodable, Sendable {
  package struct Hand: Decodable, Sendable {
    package let chirality: Chirality
    package let points: [String: [Double]]
  }

  package let width: Int, height: Int
  package let hands: [Hand]
}

/// What MediaPipe answers for the frames of a clip, following one hand.
package struct ExpectedClip: Decodable, Sendable {
  package struct Hand: Decodable, Sendable {
    package let chirality: Chirality
    package let points: [[Double]]
  }

  package let fps: Double
  package let width: Int, height: Int
  package let frames: [[Hand]]

  /// The hand of a frame as an observation; its presence is not recorded, but was enough.
  package func observation(_ frame: Int) -> HandObservation? {
    guard let hand = frames[frame].first else { return nil }
    return HandObservation(confidence: 1, chirality: hand.chirality, imageWidth: width, imageHeight: height) { joint in
      let point = hand.points[joint.rawValue]
      return (Float(point[0]), Float(point[1]), 0)
    }
  }
}

/// A video and what is expected of it.
package struct Clip: Sendable {
  package let name: String
  package let video: URL
  package let expected: ExpectedClip
}
