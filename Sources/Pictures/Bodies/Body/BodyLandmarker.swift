import Imaging
import Inference
import Landmarks

/// Finds the landmarks of the body in a region of a frame, with MediaPipe's body landmark model (full).
package struct BodyLandmarker: ~Copyable {
  /// Side of the model's input in pixels.
  private static let side = 256
  /// x, y, z, visibility and presence.
  private static let valuesPerLandmark = 5
  /// Numbers of the landmarks that are ``BodyLandmarks/center`` and ``BodyLandmarks/radiusEnd``.
  private static let center = 33, radiusEnd = 34

  private var model: CompiledModel
  private let landmarks: UnsafeBufferPointer<Float>, presence: UnsafeBufferPointer<Float>, heatmaps: Heatmaps

  /// - Parameter threads: number of threads that one inference may use.
  /// - Throws: ``InferenceError``, or ``UserError`` if the outputs are not those of this model.
  package init(_ runtime: borrowing Runtime, threads: Int) throws {
    // In 16 bits, seen landmarks are off by 8 pixels at 95 %.
    let model = try runtime.compile(.bodyLandmark, precision: .f32, threads: threads)
    let outputs = try model.outputs(
      of: "body landmark model", counts: [Heatmaps.count * Self.valuesPerLandmark, 1, Heatmaps.side * Heatmaps.side * Heatmaps.count])
    self.model = model
    (landmarks, presence, heatmaps) = (outputs[0], outputs[1], Heatmaps(outputs[2]))
  }

  /// - Parameter region: a sane region of the upright picture.
  /// - Returns: the body, which may have any presence.
  /// - Throws: ``InferenceError`` with the runtime's message.
  package mutating func landmarks(_ frame: borrowing Frame, in region: RotatedRegion) throws(InferenceError) -> BodyLandmarks {
    CropSampler.sample(frame, region, side: Self.side, border: .replicate, places: .openCV, into: model.input)
    try model.infer()
    return Self.read(landmarks, presence: presence[0], heatmaps, region)
  }

  /// Converts the model's output: landmarks in pixels of the crop, and logits.
  package static func read(
    _ landmarks: UnsafeBufferPointer<Float>, presence: Float, _ heatmaps: Heatmaps, _ region: RotatedRegion
  ) -> BodyLandmarks {
    let mapping = CropMapping(region, side: side)
    func place(_ index: Int) -> SIMD2<Float> {
      let raw = landmarks.baseAddress! + valuesPerLandmark * index
      let refined = heatmaps.refine(SIMD2(raw[0], raw[1]) / Float(side), of: index) * Float(side)
      return mapping.place(refined.x, refined.y)
    }
    let points = (0..<BodyLandmarks.count).map { index in
      let raw = landmarks.baseAddress! + valuesPerLandmark * index
      let place = place(index)
      return BodyLandmarks.Point(x: place.x, y: place.y, z: mapping.depth(raw[2]), visibility: probability(ofLogit: raw[3]))
    }
    return BodyLandmarks(presence: presence, points: points, center: place(center), radiusEnd: place(radiusEnd))
  }
}
