import Imaging
import Inference
import Landmarks

/// Finds faces anywhere in a frame, large ones with one detector and small ones with another.
package struct FaceDetector: ~Copyable {
  /// A box of the second detector that overlaps one of the first by more than this is the same face.
  private static let sameFace: Float = 0.3

  /// Sees faces of at least an eighth of the frame's longer side, turned by any angle.
  package var shortRange: Detector
  /// Sees faces down to a twentieth, but not those that are very close, on their side or upside down; nil if small faces are not searched
  /// for.
  private var fullRange: Detector?

  /// - Parameters:
  ///   - smallFaces: whether to search for small faces too.
  ///   - threads: number of threads that one inference may use.
  /// - Throws: ``InferenceError``, or ``UserError`` if the outputs are not those of the models.
  package init(_ runtime: borrowing Runtime, smallFaces: Bool, threads: Int) throws {
    let shortRange = try Detector(.faceShortRange, runtime, threads: threads)
    if smallFaces { fullRange = try Detector(.faceFullRange, runtime, threads: threads) }
    self.shortRange = shortRange
  }

  /// Searches a frame for faces.
  ///
  /// - Returns: faces in pixels of the upright picture: those of the short range, the best first, then those of the full range.
  /// - Throws: ``InferenceError`` with the runtime's message; ``UserError`` for a frame that is too large.
  package mutating func detect(_ frame: borrowing Frame) throws -> [Detection] {
    let near = try shortRange.detect(frame)
    return try near + far(frame, besides: near)
  }

  /// Searches the full range of a frame, if small faces are searched for.
  ///
  /// - Parameter near: the faces that the short range has found.
  /// - Returns: the other faces, the best first.
  /// - Throws: ``InferenceError`` with the runtime's message; ``UserError`` for a frame that is too large.
  mutating func far(_ frame: borrowing Frame, besides near: [Detection]) throws -> [Detection] {
    let faces = try fullRange?.detect(frame) ?? []
    return faces.filter { face in !near.contains { $0.intersectionOverUnion(face) > Self.sameFace } }
  }
}
