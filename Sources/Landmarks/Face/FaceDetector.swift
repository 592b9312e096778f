import Imaging
import Inference

/// Finds faces anywhere in a frame, large ones with one detector and small ones with another.
package struct FaceDetector: ~Copyable {
  /// A box of the second detector that overlaps one of the first by more than this is the same face.
  private static let sameFace: Float = 0.3

  /// Sees faces of at least an eighth of the frame's longer side, turned by any angle.
  package var shortRange: Detector
  /// Sees faces down to a twentieth, but not those that are very close, on their side or upside down.
  package var fullRange: Detector

  /// - Parameter threads: number of threads that one inference may use.
  /// - Throws: ``InferenceError``, or ``UserError`` if the outputs are not those of the models.
  package init(_ runtime: borrowing Runtime, threads: Int) throws {
    let shortRange = try Detector(.faceShortRange, runtime, threads: threads)
    let fullRange = try Detector(.faceFullRange, runtime, threads: threads)
    self.shortRange = shortRange
    self.fullRange = fullRange
  }

  /// Searches a frame for faces.
  ///
  /// - Returns: faces in pixels of the upright picture: those of the short range, the best first, then those of the full range.
  /// - Throws: ``InferenceError`` with the runtime's message; ``UserError`` for a frame that is too large.
  package mutating func detect(_ frame: borrowing Frame) throws -> [Detection] {
    let near = try shortRange.detect(frame)
    return try near + far(frame, besides: near)
  }

  /// Searches the full range of a frame.
  ///
  /// - Parameter near: the faces that the short range has found.
  /// - Returns: the other faces, the best first.
  /// - Throws: ``InferenceError`` with the runtime's message; ``UserError`` for a frame that is too large.
  mutating func far(_ frame: borrowing Frame, besides near: [Detection]) throws -> [Detection] {
    try fullRange.detect(frame).filter { face in !near.contains { $0.intersectionOverUnion(face) > Self.sameFace } }
  }
}
