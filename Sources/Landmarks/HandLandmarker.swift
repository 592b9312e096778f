import Glibc
import Imaging
import Inference

/// Finds the 21 joints of the hand in a region of a frame. MediaPipe's hand landmark model, full.
struct HandLandmarker: ~Copyable {
  /// Input side in pixels, and by how much depth is scaled besides: landmark models' reference, "Reading the landmark models".
  private static let side = 224
  private static let depthScale: Float = 0.4

  private var model: HandLandmarkModel

  init(_ runtime: borrowing Runtime, precision: Precision, threads: Int) throws {
    model = try HandLandmarkModel.compiled(by: runtime, precision: precision, threads: threads)
  }

  /// - Returns: the hand, whatever its confidence.
  mutating func landmarks(_ frame: borrowing Frame, in region: RotatedRegion) throws -> HandObservation {
    CropSampler.sample(frame, region, side: Self.side, border: .replicate, into: model.input)
    try model.infer()
    return Self.read(
      points: model.outputs[0], presence: model.outputs[1][0], rightness: model.outputs[2][0], region, width: frame.width,
      height: frame.height)
  }

  /// Reads the raw output: joints in pixels of the crop, and two probabilities.
  ///
  /// - Parameter rightness: probability of the person's right hand. The model's labels say left, but are made for mirrored pictures.
  static func read(
    points: UnsafeBufferPointer<Float>, presence: Float, rightness: Float, _ region: RotatedRegion, width: Int, height: Int
  ) -> HandObservation {
    let across = SIMD2(cos(region.rotation), sin(region.rotation))
    let down = SIMD2(-across.y, across.x)
    let center = SIMD2(region.centerX, region.centerY)
    return HandObservation(
      confidence: presence, chirality: rightness > 0.5 ? .right : .left, chiralityConfidence: max(rightness, 1 - rightness),
      imageWidth: width, imageHeight: height
    ) { joint in
      let raw = points.baseAddress! + 3 * joint.rawValue
      let u = raw[0] / Float(side) - 0.5
      let v = raw[1] / Float(side) - 0.5
      let place = center + across * (u * region.width) + down * (v * region.height)
      return (place.x, place.y, raw[2] / Float(side) / depthScale * region.width)
    }
  }
}
