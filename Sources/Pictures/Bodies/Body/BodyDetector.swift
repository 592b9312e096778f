import Imaging
import Inference
import Landmarks

/// Finds bodies anywhere in a frame, and their landmarks.
package struct BodyDetector: ~Copyable {
  /// A body is present above this probability, as in MediaPipe.
  private static let minimumPresence: Float = 0.5

  var detector: Detector
  package var landmarker: BodyLandmarker

  /// - Parameters:
  ///   - prefix: folder of runtime and models.
  ///   - threads: number of threads that one inference may use.
  /// - Throws: ``InferenceError``, or ``UserError`` if the outputs are not those of the models.
  package init(prefix: RuntimePrefix, threads: Int = 1) throws {
    let runtime = try Runtime.vision(prefix)
    let detector = try Detector(.body, runtime, threads: threads)
    let landmarker = try BodyLandmarker(runtime, threads: threads)
    self.detector = detector
    self.landmarker = landmarker
  }

  /// Finds the bodies of a frame.
  ///
  /// - Parameter most: number of bodies after which the search ends.
  /// - Returns: bodies in the order of the detector's scores, the best first.
  /// - Throws: ``InferenceError`` with the runtime's message; ``UserError`` for a frame that is too large.
  package mutating func detect(_ frame: borrowing Frame, atMost most: Int) throws -> [BodyLandmarks] {
    var bodies: [BodyLandmarks] = []
    for detection in try detector.detect(frame) where bodies.count < most {
      let region = Self.region(around: detection)
      guard region.isSane else { continue }
      if let body = try body(frame, in: region) { bodies.append(body) }
    }
    return bodies
  }

  /// - Parameter region: a sane region of the upright picture.
  /// - Returns: the body in a region; nil if there is none.
  /// - Throws: ``InferenceError`` with the runtime's message.
  mutating func body(_ frame: borrowing Frame, in region: RotatedRegion) throws(InferenceError) -> BodyLandmarks? {
    let body = try landmarker.landmarks(frame, in: region)
    return body.presence > Self.minimumPresence && body.isSane ? body : nil
  }

  /// The region of a detected body: around the circle whose center is the middle of the hips and whose radius ends at key point 1.
  package static func region(around detection: Detection) -> RotatedRegion {
    RegionScheme.body.region(aroundCircle: detection.keyPoint(0), to: detection.keyPoint(1))
  }
}
