import Bodies
import Corpus
import Foundation
import Hands
import Imaging
import Inference
import Landmarks
import Platform
import Testing
import UserErrors

@Suite("Requests on one image")
struct ImageRequestTests {
  @Test(
    "find the same in a file, in its bytes and in its pixels, one after the other and together",
    .enabled(if: Corpus.isExpected, Comment(rawValue: Corpus.missing)))
  func inputs() throws {
    let photo = try TurnedPhoto()
    let data = try Data(contentsOf: URL(fileURLWithPath: photo.path))
    var hands = try DetectHumanHandPoseRequest(prefix: .find())
    var bodies = try DetectHumanBodyPoseRequest(prefix: .find())
    var faces = try DetectFaceLandmarksRequest(prefix: .find())
    let found = try ImageRequestHandler(path: photo.path).perform(&hands, &bodies, &faces)
    #expect(!found.0.isEmpty && !found.1.isEmpty && !found.2.isEmpty)
    #expect(try hands.perform(onImageAt: photo.path) == found.0)
    #expect(try hands.perform(on: data) == found.0)
    let (bodiesAgain, handsAgain) = try ImageRequestHandler(data: data).perform(&bodies, &hands)
    #expect(handsAgain == found.0 && bodiesAgain == found.1)
    let handler = ImageRequestHandler(try StillImage(pixels: photo.rgb, format: .rgb, width: photo.width, height: photo.height))
    #expect(try handler.perform(&faces) == found.2)
  }

  @Test("throw the error of an image that cannot be read")
  func unreadable() throws {
    var hands = try DetectHumanHandPoseRequest(prefix: .find())
    let missing = #expect(throws: UserError.self) { _ = try hands.perform(onImageAt: "/nowhere/hand.jpg") }
    #expect(missing?.exitStatus == .noInput && missing?.summary.hasPrefix("/nowhere/hand.jpg: ") == true)
    #expect(throws: UserError.self) { _ = try hands.perform(on: [0xff, 0xd8, 0xff] as [UInt8]) }
    #expect(throws: UserError.self) { _ = try ImageRequestHandler(path: "/nowhere/hand.jpg") }
    #expect(throws: UserError.self) { _ = try ImageRequestHandler(data: []) }
  }

  @Test(
    "find exactly the same in a photo's pixels with every orientation, as RGB and BGRA",
    .enabled(if: Corpus.isExpected, Comment(rawValue: Corpus.missing)))
  func pixels() throws {
    let photo = try TurnedPhoto()
    var hands = try DetectHumanHandPoseRequest(prefix: .find())
    var bodies = try DetectHumanBodyPoseRequest(prefix: .find())
    var faces = try DetectFaceLandmarksRequest(prefix: .find())
    let expected = try ImageRequestHandler(path: photo.path).perform(&hands, &bodies, &faces)
    for orientation in ImageOrientation.allCases {
      let (rgb, width, height) = photo.stored(orientation)
      let bgra: [UInt8] = stride(from: 0, to: rgb.count, by: 3).flatMap { [rgb[$0 + 2], rgb[$0 + 1], rgb[$0], 7] as [UInt8] }
      for (pixels, format) in [(rgb, RawPixelFormat.rgb), (bgra, .bgra)] {
        let image = try StillImage(pixels: pixels, format: format, width: width, height: height, orientation: orientation)
        #expect(image.width == photo.width && image.height == photo.height)
        let found = try ImageRequestHandler(image).perform(&hands, &bodies, &faces)
        #expect(found.0 == expected.0 && found.1 == expected.1 && found.2 == expected.2, "\(orientation), \(format)")
      }
    }
  }

  @Test(
    "find the same joints within a pixel in a JPEG with every orientation in its Exif data",
    .enabled(if: Corpus.isExpected, Comment(rawValue: Corpus.missing)))
  func files() throws {
    let photo = try TurnedPhoto()
    var hands = try DetectHumanHandPoseRequest(prefix: .find())
    let expected = try hands.perform(on: photo.jpeg(.up))
    #expect(!expected.isEmpty)
    for orientation in ImageOrientation.allCases {
      let found = try hands.perform(on: photo.jpeg(orientation))
      try #require(found.count == expected.count, "\(orientation)")
      for (hand, other) in zip(found, expected) {
        #expect(hand.imageWidth == photo.width && hand.imageHeight == photo.height && hand.chirality == other.chirality)
        for joint in JointName.allCases {
          let (a, b) = (hand.recognizedPoint(joint), other.recognizedPoint(joint))
          #expect(abs(a.x - b.x) <= 1 && abs(a.y - b.y) <= 1, "\(orientation), \(joint): \(a), \(b)")
        }
      }
    }
  }
}
