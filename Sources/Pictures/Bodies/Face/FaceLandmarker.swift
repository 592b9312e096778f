import Imaging
import Inference
import Landmarks

/// Finds the mesh of the face in a region of a frame, with one of MediaPipe's two face landmark models: the plain one with 468 points, or
/// the one with attention, whose heads find the lips, the eyes and ten points of the irises more exactly.
package struct FaceLandmarker: ~Copyable {
  /// A face is present above this probability, as in MediaPipe.
  private static let minimumPresence: Float = 0.5
  /// Side of the model's input in pixels.
  private static let side = 192

  private var model: CompiledModel
  private let points: UnsafeBufferPointer<Float>, presence: UnsafeBufferPointer<Float>
  /// What comes before and after the trunk of the model with attention.
  private var stem: FaceStem?, heads: FaceHeads?

  /// - Parameters:
  ///   - refined: whether to find lips, eyes and irises with heads of their own.
  ///   - threads: number of threads that one inference may use.
  /// - Throws: ``InferenceError``, or ``UserError`` if the outputs are not those of the model.
  package init(_ runtime: borrowing Runtime, refined: Bool, threads: Int) throws {
    // 16 bits save next to nothing, since the models are small.
    let model = try runtime.compile(refined ? .faceAttentionTrunk : .faceLandmark, precision: .f32, threads: threads)
    let outputs = try model.outputs(
      of: "face landmark model", counts: [3 * FaceMesh.count, 1] + (refined ? [FaceCutout.featureCount] : []))
    if refined {
      stem = try FaceStem(runtime, threads: threads)
      heads = try FaceHeads(runtime, features: outputs[2], threads: threads)
    }
    self.model = model
    (points, presence) = (outputs[0], outputs[1])
  }

  /// The face that was detected somewhere.
  ///
  /// - Returns: nil if there is none.
  /// - Throws: ``InferenceError`` with the runtime's message.
  package mutating func face(_ frame: borrowing Frame, around detection: Detection) throws(InferenceError) -> FaceMesh? {
    let region = Self.region(around: detection)
    return region.isSane ? try face(frame, in: region) : nil
  }

  /// - Parameter region: a sane region of the upright picture.
  /// - Returns: the face in a region; nil if there is none.
  /// - Throws: ``InferenceError`` with the runtime's message.
  mutating func face(_ frame: borrowing Frame, in region: RotatedRegion) throws(InferenceError) -> FaceMesh? {
    let face = try mesh(frame, in: region)
    return face.presence > Self.minimumPresence && face.isSane ? face : nil
  }

  /// - Parameter region: a sane region of the upright picture.
  /// - Returns: the face, which may have any presence.
  /// - Throws: ``InferenceError`` with the runtime's message.
  package mutating func mesh(_ frame: borrowing Frame, in region: RotatedRegion) throws(InferenceError) -> FaceMesh {
    CropSampler.sample(frame, region, side: Self.side, border: .replicate, places: .openCV, into: stem?.input ?? model.input)
    try stem?.infer(into: model.input)
    try model.infer()
    var inCrop = (0..<FaceMesh.count).map { SIMD3(points[3 * $0], points[3 * $0 + 1], points[3 * $0 + 2]) }
    try heads?.refine(&inCrop)
    return Self.read(inCrop, logit: presence[0], region)
  }

  /// Converts the model's output: points in pixels of the crop, and the logit of the face's presence.
  package static func read(_ points: [SIMD3<Float>], logit: Float, _ region: RotatedRegion) -> FaceMesh {
    let mapping = CropMapping(region, side: side)
    return FaceMesh(
      presence: probability(ofLogit: logit),
      points: points.map { point in
        let place = mapping.place(point.x, point.y)
        return SIMD3(place.x, place.y, mapping.depth(point.z))
      })
  }

  /// The region of a detected face: around its box, rotated so that the eyes, key points 0 and 1, are level.
  package static func region(around face: Detection) -> RotatedRegion { RegionScheme.face.region(around: face, from: 0, to: 1) }

  /// The region of a face in the previous frame: around the upright box of its points, rotated so that the outer corners of the eyes are
  /// level.
  package static func region(around face: FaceMesh) -> RotatedRegion {
    let box = face.box
    func place(_ index: Int) -> SIMD2<Float> { SIMD2(face.points[index].x, face.points[index].y) }
    return RegionScheme.face.square(
      center: (box.low + box.high) / 2, size: box.high - box.low,
      rotation: RegionScheme.face.rotation(from: place(FaceMesh.rightEyeCorner), to: place(FaceMesh.leftEyeCorner)))
  }
}
