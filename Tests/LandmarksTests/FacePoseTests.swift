import Bodies
import Corpus
import Glibc
import Imaging
import Inference
import Landmarks
import Testing

@Suite("The pose of a face")
struct FacePoseTests {
  /// The numbers of some points of the mesh.
  private static let rightSide = 234, leftSide = 454, top = 10, chin = 152, noseTip = 4

  /// A face of 200 pixels, turned by the pitch, then by the yaw, then by the roll. Of the mesh, only its four outermost points are set.
  private func face(roll: Float, yaw: Float, pitch: Float) -> FaceObservation {
    var points = [SIMD3<Float>](repeating: SIMD3(500, 300, 0), count: 468)
    // x to the right, y up, z toward the camera. The sides of a face are farther away than its top and its bottom.
    let outermost: [(Int, SIMD3<Float>)] = [
      (Self.rightSide, SIMD3(-80, 5, -40)), (Self.leftSide, SIMD3(80, 5, -40)), (Self.top, SIMD3(0, 100, 10)),
      (Self.chin, SIMD3(0, -100, 10)),
    ]
    for (number, place) in outermost {
      let nodded = SIMD3(place.x, place.y * cos(pitch) - place.z * sin(pitch), place.y * sin(pitch) + place.z * cos(pitch))
      let turned = SIMD3(nodded.x * cos(yaw) + nodded.z * sin(yaw), nodded.y, nodded.z * cos(yaw) - nodded.x * sin(yaw))
      let tilted = SIMD3(turned.x * cos(roll) - turned.y * sin(roll), turned.x * sin(roll) + turned.y * cos(roll), turned.z)
      points[number] += tilted * SIMD3(1, -1, -1)
    }
    return FaceObservation(FaceMesh(presence: 1, points: points), width: 1000, height: 600)
  }

  @Test(
    "is the angles by which its mesh is turned",
    arguments: [
      (0, 0, 0), (0.3, 0, 0), (-3, 0, 0), (0, 0.5, 0), (0, -1.2, 0), (0, 0, 0.4), (0, 0, -0.7), (0.3, 0.5, -0.2), (-1.6, -0.4, 0.6),
    ] as [(Float, Float, Float)])
  func angles(roll: Float, yaw: Float, pitch: Float) throws {
    let face = face(roll: roll, yaw: yaw, pitch: pitch)
    let (foundYaw, foundPitch) = (try #require(face.yaw), try #require(face.pitch))
    #expect(abs(face.roll - roll) < 1e-4 && abs(foundYaw - yaw) < 1e-4 && abs(foundPitch - pitch) < 1e-4)
  }

  @Test("has finite angles if all points of the mesh are one")
  func point() throws {
    let face = FaceObservation(FaceMesh(presence: 1, points: [SIMD3](repeating: SIMD3(5, 5, 0), count: 468)), width: 10, height: 10)
    #expect(face.roll == 0 && face.yaw == 0 && face.pitch == 0)
  }

  @Test(
    "of a detected rectangle is the roll of the eyes alone",
    arguments: [(SIMD2(100, 0), 0), (SIMD2(0, -100), .pi / 2), (SIMD2(0, 100), -.pi / 2), (SIMD2(100, -100), .pi / 4)]
      as [(SIMD2<Float>, Float)])
  func rectangle(fromRightToLeftEye way: SIMD2<Float>, roll: Float) {
    let detection = Detection(score: 1, low: .zero, high: SIMD2(300, 300), keyPoints: 6) { SIMD2(150, 150) + ($0 == 1 ? way : .zero) }
    let face = FaceObservation(detection, width: 300, height: 300)
    #expect(abs(face.roll - roll) < 1e-6 && face.yaw == nil && face.pitch == nil)
  }

  @Test(
    "of a photo has the yaw of the side to which the nose points, and is mirrored with the photo",
    .enabled(if: Corpus.isExpected, Comment(rawValue: Corpus.missing)))
  func photos() throws {
    let corpus = try Corpus.required()
    var request = try DetectFaceLandmarksRequest(prefix: .find(), maximumFaceCount: 1)
    var (toLeft, toRight, mirrored) = (0, 0, 0)
    for file in try corpus.faces().stills.keys.sorted() {
      let image = try StillImage(path: corpus.folder.appendingPathComponent(file).path)
      guard let face = try request.perform(on: image).first, let points = face.landmarks?.mesh.map(\.pixelLocation) else { continue }
      let (yaw, pitch) = (try #require(face.yaw), try #require(face.pitch))
      if abs(face.roll) < 0.5 && abs(yaw) > 0.1 {
        let middle = (points[Self.rightSide].x + points[Self.leftSide].x) / 2
        #expect((points[Self.noseTip].x > middle) == (yaw > 0), "\(file)")
        if yaw > 0 { toLeft += 1 } else { toRight += 1 }
      }
      // The models see a small face less exactly.
      guard face.pixelBoundingBox.width > 100 else { continue }
      let rgb = image.withFrame { RGBPicture($0, fitting: ($0.width, $0.height)).bytes }
      let mirror = try StillImage(pixels: rgb, format: .rgb, width: image.width, height: image.height, orientation: .upMirrored)
      let other = try #require(try request.perform(on: mirror).first, "\(file)")
      let (otherYaw, otherPitch) = (try #require(other.yaw), try #require(other.pitch))
      #expect(
        abs(face.roll + other.roll) < 0.1 && abs(yaw + otherYaw) < 0.1 && abs(pitch - otherPitch) < 0.2,
        "\(file): \((face.roll, yaw, pitch)), mirrored: \((other.roll, otherYaw, otherPitch))")
      mirrored += 1
    }
    #expect(toLeft >= 3 && toRight >= 2 && mirrored >= 10)
  }
}
