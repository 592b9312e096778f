import Glibc
import Imaging
import Inference

/// The numbers of one of MediaPipe's detectors, which all work alike: for each anchor of a fixed grid, the model gives a score, and a box
/// with key points relative to it.
package struct DetectorScheme: Sendable {
  /// Name in messages.
  let name: String
  let model: ModelFile
  /// Side of the model's square input in pixels.
  let side: Int
  let scale: ColorScale
  let places: CropPlaces
  /// Stride of each layer in pixels.
  let strides: [Int]
  /// Number of anchors that a cell of a layer's grid has.
  let anchorsPerCell: Int
  let keyPoints: Int
  /// Score below which a box is ignored.
  let minimumScore: Float

  package init(
    name: String, model: ModelFile, side: Int, scale: ColorScale, places: CropPlaces = .direct, strides: [Int], anchorsPerCell: Int = 2,
    keyPoints: Int, minimumScore: Float = 0.5
  ) {
    (self.name, self.model, self.side, self.scale, self.places) = (name, model, side, scale, places)
    (self.strides, self.anchorsPerCell, self.keyPoints, self.minimumScore) = (strides, anchorsPerCell, keyPoints, minimumScore)
  }

  /// The palm detector (full). Key point 0 is the center of the wrist, key point 2 the knuckle of the middle finger.
  package static let palm = DetectorScheme(
    name: "palm detector", model: .palmDetectionFull, side: 192, scale: .zeroToOne, strides: [8, 16, 16, 16], keyPoints: 7)

  /// The face detector for large faces. Key points 0 and 1 are the eyes, that on the picture's left first.
  package static let faceShortRange = DetectorScheme(
    name: "face detector (short range)", model: .faceDetectionShortRange, side: 128, scale: .minusOneToOne, places: .openCV,
    strides: [8, 16, 16, 16], keyPoints: 6)

  /// The centers of the anchors, in the order of the model's output.
  package var anchors: [SIMD2<Float>] { Anchors.centers(side: side, strides: strides, perCell: anchorsPerCell) }
  /// The center, the size and the key points of a box.
  var valuesPerBox: Int { 4 + 2 * keyPoints }
}

/// The fixed grid of places to which a detector's boxes are relative.
package enum Anchors {
  /// Centers of the anchors, 0…1 in both directions, in the order of the detector's output.
  ///
  /// Consecutive layers of equal stride share a grid, whose cells have the anchors of each.
  ///
  /// - Parameters:
  ///   - side: side of the detector's square input, in pixels.
  ///   - strides: stride of each layer, in pixels.
  ///   - perCell: number of anchors that a cell has in each layer.
  package static func centers(side: Int, strides: [Int], perCell: Int) -> [SIMD2<Float>] {
    var centers: [SIMD2<Float>] = []
    var layer = 0
    while layer < strides.count {
      let run = strides[layer...].prefix { $0 == strides[layer] }.count
      let cells = (side + strides[layer] - 1) / strides[layer]
      for y in 0..<cells {
        for x in 0..<cells {
          let center = (SIMD2(Float(x), Float(y)) + 0.5) / Float(cells)
          for _ in 0..<perCell * run { centers.append(center) }
        }
      }
      layer += run
    }
    return centers
  }
}

/// The probability of a logit.
package func probability(ofLogit logit: Float) -> Float { 1 / (1 + exp(-min(max(logit, -100), 100))) }
