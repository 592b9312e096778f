import Bodies
import Foundation
import Imaging
import Inference
import Landmarks

/// MediaPipe's results for bodies in stills, of which it finds at most one in each.
package struct ExpectedBodies: Decodable, Sendable {
  package struct Body: Decodable, Sendable {
    package let width: Int, height: Int
    /// Center, side and rotation of the region in which the landmarks were found.
    let roi: [Float]
    /// x, y and visibility of the 33 landmarks.
    let points: [[Double]]

    var region: RotatedRegion { RotatedRegion(roi: roi) }

    /// Whether every landmark is in the picture and probably not hidden.
    package var isWhole: Bool { points.allSatisfy(isSeen) }

    /// Whether a landmark is in the picture and probably not hidden.
    func isSeen(_ point: [Double]) -> Bool {
      point[2] > 0.5 && (0...Double(width)).contains(point[0]) && (0...Double(height)).contains(point[1])
    }
  }

  /// The body in each still with one, by the file's path relative to the corpus.
  package let stills: [String: Body]
  /// Stills without a body.
  package let nothing: [String]
}

/// The accuracy of bodies on the stills of the corpus.
package struct BodyAccuracy: Sendable {
  /// Number of stills in which MediaPipe found a body, and of those in which one was also found here.
  package var stillsWithBody = 0, stillsFound = 0
  /// Pictures in which MediaPipe found no body and one was found here.
  package var falseStills: [String] = []
  /// Of all landmarks, found in MediaPipe's region.
  package var givenRegion = Distances([])
  /// Of the landmarks that are seen, found without help.
  package var seen = Distances([])

  /// Compares every still of the corpus. MediaPipe reads only the best detection, so the first body is compared.
  package init(_ corpus: Corpus, prefix: RuntimePrefix) throws {
    var detector = try BodyDetector(prefix: prefix)
    let expected = try corpus.bodies()
    var givenRegion: [Double] = []
    var seen: [Double] = []
    for (file, body) in expected.stills.sorted(by: { $0.key < $1.key }) {
      stillsWithBody += 1
      let scale = viewScale(body.width, body.height)
      func distances(_ found: BodyLandmarks, where isCounted: ([Double]) -> Bool) -> [Double] {
        zip(found.points, body.points).filter { isCounted($1) }.map { found, expected in
          scale * hypot(Double(found.x) - expected[0], Double(found.y) - expected[1])
        }
      }
      try StillImage(path: corpus.folder.appendingPathComponent(file).path).withFrame { frame in
        givenRegion += distances(try detector.landmarker.landmarks(frame, in: body.region)) { _ in true }
        guard let found = try detector.detect(frame, atMost: 1).first else { return }
        stillsFound += 1
        seen += distances(found, where: body.isSeen)
      }
    }
    for file in expected.nothing {
      let image = try StillImage(path: corpus.folder.appendingPathComponent(file).path)
      let found = try image.withFrame { try detector.detect($0, atMost: 1) }
      if !found.isEmpty { falseStills.append(file) }
    }
    (self.givenRegion, self.seen) = (Distances(givenRegion), Distances(seen))
  }
}
