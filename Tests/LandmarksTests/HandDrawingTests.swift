import Hands
import Imaging
import Landmarks
import Testing

@Suite("A drawn hand")
struct HandDrawingTests {
  private func blank() -> RGBPicture {
    let grey = [UInt8](repeating: 0, count: 320 * 240)
    return grey.withUnsafeBytes { bytes in
      RGBPicture(
        Frame(
          width: 320, height: 240, format: .grey, range: .full, planes: (Plane(base: bytes.baseAddress!, bytesPerRow: 320), nil, nil)),
        fitting: (320, 240))
    }
  }

  private func hand(_ place: @escaping (JointName) -> (Float, Float)) -> HumanHandPoseObservation {
    HumanHandPoseObservation(confidence: 1, chirality: .left, imageWidth: 640, imageHeight: 480) { (place($0).0, place($0).1, 0) }
  }

  @Test("is drawn at its joints, in a picture of half the size")
  func place() {
    var picture = blank()
    picture.draw(hand { joint in joint == .wrist ? (100, 400) : joint == .thumbTip ? (600, 40) : (300, 200) })
    func color(_ x: Int, _ y: Int) -> [UInt8] { Array(picture.bytes[(3 * (y * 320 + x))...].prefix(3)) }
    #expect(color(50, 200) == color(300, 20) && color(50, 200) != [0, 0, 0])
    #expect(color(150, 100) == [255, 255, 255])
    #expect(color(100, 150) == [60, 220, 90], "a bone from the wrist")
    #expect(color(10, 10) == [0, 0, 0])
  }

  @Test("connects every joint to the wrist")
  func bones() {
    var reached: Set<JointName> = [.wrist]
    for _ in JointName.allCases {
      for (a, b) in JointName.bones where reached.contains(a) || reached.contains(b) { reached.formUnion([a, b]) }
    }
    #expect(reached.count == 21 && JointName.bones.count == 23)
  }

  @Test("is drawn without joints that have no place", arguments: [Float.nan, .infinity, -1e30, 1e30])
  func nowhere(number: Float) {
    var picture = blank()
    picture.draw(hand { _ in (number, 10) })
    #expect(picture.bytes.allSatisfy { $0 == 0 })
  }
}
