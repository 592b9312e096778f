import Bodies
import Foundation
import Imaging
import Inference
import Landmarks

/// MediaPipe's results for faces in stills, with its detector for large faces.
package struct ExpectedFaces: Decodable, Sendable {
  package struct Still: Decodable, Sendable {
    let width: Int, height: Int
    package let faces: [Face]
  }

  package struct Face: Decodable, Sendable {
    /// Center, side and rotation of the region in which the points were found.
    let roi: [Float]
    /// x and y of the 468 points of the plain model and of the 478 points of that with attention; nil where the model found no face.
    let mesh: [Double]?, refined: [Double]?

    var region: RotatedRegion { RotatedRegion(roi: roi) }
  }

  /// The faces in each still with one, by the file's path relative to the corpus.
  package let stills: [String: Still]
  /// Stills without a face.
  package let nothing: [String]
}

/// The accuracy of faces on the stills of the corpus, with the detector that MediaPipe used.
package struct FaceAccuracy: Sendable {
  /// Number of faces that MediaPipe found, and of those that were also found here.
  package var facesExpected = 0, facesFound = 0
  /// Pictures in which MediaPipe found no face, or fewer, and one was found here.
  package var falseStills: [String] = []
  /// Of all points, found in MediaPipe's region.
  package var givenRegion = Distances([])
  /// Of all points, found without help.
  package var found = Distances([])

  /// Most faces that MediaPipe looked for.
  private static let mostFaces = 5

  /// Compares every still of the corpus. Faces are matched by the distance of their first points.
  ///
  /// - Parameter refined: whether with the irises.
  package init(_ corpus: Corpus, prefix: RuntimePrefix, refined: Bool) throws {
    let runtime = try Runtime.vision(prefix)
    var detector = try Detector(.faceShortRange, runtime, threads: 1)
    var landmarker = try FaceLandmarker(runtime, refined: refined, threads: 1)
    let expected = try corpus.faces()
    var givenRegion: [Double] = []
    var free: [Double] = []
    for (file, still) in expected.stills.sorted(by: { $0.key < $1.key }) {
      let scale = viewScale(still.width, still.height)
      func distance(_ point: SIMD3<Float>, _ expected: [Double], _ index: Int) -> Double {
        scale * hypot(Double(point.x) - expected[2 * index], Double(point.y) - expected[2 * index + 1])
      }
      func distances(_ face: FaceMesh, _ expected: [Double]) -> [Double] {
        face.points.indices.map { distance(face.points[$0], expected, $0) }
      }
      try StillImage(path: corpus.folder.appendingPathComponent(file).path).withFrame { frame in
        var faces: [FaceMesh] = []
        for detection in try detector.detect(frame).prefix(Self.mostFaces) {
          if let face = try landmarker.face(frame, around: detection) { faces.append(face) }
        }
        let expectedFaces = still.faces.compactMap { face in (refined ? face.refined : face.mesh).map { (face.region, $0) } }
        if faces.count > expectedFaces.count { falseStills.append(file) }
        for (region, points) in expectedFaces {
          facesExpected += 1
          givenRegion += distances(try landmarker.mesh(frame, in: region), points)
          let nearest = faces.min { distance($0.points[0], points, 0) < distance($1.points[0], points, 0) }
          // A second face that was not found here must not be compared with the first.
          guard let nearest, distance(nearest.points[0], points, 0) < 20 else { continue }
          facesFound += 1
          free += distances(nearest, points)
        }
      }
    }
    for file in expected.nothing {
      try StillImage(path: corpus.folder.appendingPathComponent(file).path).withFrame { frame in
        for detection in try detector.detect(frame).prefix(Self.mostFaces) {
          if try landmarker.face(frame, around: detection) != nil { falseStills.append(file) }
        }
      }
    }
    (self.givenRegion, found) = (Distances(givenRegion), Distances(free))
  }
}
