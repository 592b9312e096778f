import Bodies
import Foundation
import Imaging
import Inference

/// The distances of a followed face's points from those that a request finds in each frame alone, in the first two seconds of a clip of
/// somebody who talks.
///
/// Even a perfect tracker has some: the request's region comes from the detector, that of the tracker from the points before.
package func faceFollowing(_ corpus: Corpus, prefix: RuntimePrefix, refined: Bool) throws -> Distances {
  let name = "mp_woman_talking_hands"
  guard let clip = try corpus.clips().first(where: { $0.name == name }) else { throw CorpusError("there is no clip \(name)") }
  var tracker = try FaceTracker(prefix: prefix, refined: refined)
  var request = try DetectFaceLandmarksRequest(prefix: prefix, refined: refined, maximumFaceCount: 1)
  let scale = viewScale(clip.expected.width, clip.expected.height)
  var distances: [Double] = []
  try clip.forEachFrame(most: 50) { _, frame in
    try tracker.track(frame)
    let expected = try request.perform(on: frame)
    guard let found = tracker.faces.first?.landmarks?.mesh, let points = expected.first?.landmarks?.mesh else {
      return distances.append(.infinity)
    }
    distances += zip(found, points).map { a, b in
      scale * Double(hypot(a.pixelLocation.x - b.pixelLocation.x, a.pixelLocation.y - b.pixelLocation.y))
    }
  }
  return Distances(distances)
}
