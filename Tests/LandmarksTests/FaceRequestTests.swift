import Bodies
import Corpus
import Imaging
import Inference
import Testing

@Suite("A request for faces")
struct FaceRequestTests {
  @Test("finds nothing in an empty room, a single pixel or a strip")
  func nothing() throws {
    var rectangles = try DetectFaceRectanglesRequest(prefix: .find())
    var landmarks = try DetectFaceLandmarksRequest(prefix: .find())
    try forEachEmptyPicture { frame in
      let faces = try rectangles.perform(on: frame) + landmarks.perform(on: frame)
      #expect(faces == [], "\(frame.width)×\(frame.height)")
    }
  }

  @Test("is refused in one line with the file and the fix if the models are missing")
  func missing() throws {
    try withPrefix(["models"]) { prefix, folder in
      let errors = [
        #expect(throws: InferenceError.self) { _ = try DetectFaceRectanglesRequest(prefix: prefix) },
        #expect(throws: InferenceError.self) { _ = try DetectFaceLandmarksRequest(prefix: prefix) },
      ]
      for error in errors {
        #expect(error?.code == .modelMissing && error?.description.contains("\n") == false)
        #expect(error?.description.contains("\(folder.path)/vision-models/face_") == true)
      }
    }
  }

  @Test(
    "finds at least the faces that MediaPipe finds, no face twice, small ones too unless only large ones are asked for, and only the first if one is",
    .enabled(if: Corpus.isExpected, Comment(rawValue: Corpus.missing)))
  func faces() throws {
    let corpus = try Corpus.required()
    var rectangles = try DetectFaceRectanglesRequest(prefix: .find())
    var landmarks = try DetectFaceLandmarksRequest(prefix: .find())
    var single = try DetectFaceLandmarksRequest(prefix: .find(), maximumFaceCount: 1)
    var onlyLarge = try DetectFaceLandmarksRequest(prefix: .find(), smallFaces: false)
    var largeRectangles = try DetectFaceRectanglesRequest(prefix: .find(), smallFaces: false)
    let expected = try corpus.faces()
    // Faces in stills with a large face, and in those in which only the detector for small faces can find one.
    var (large, small) = (0, 0)
    // Faces found by the request that does not look for small ones.
    var found = 0
    for file in expected.stills.keys.sorted() + expected.nothing {
      let image = try StillImage(path: corpus.folder.appendingPathComponent(file).path)
      let faces = try landmarks.perform(on: image)
      #expect(try single.perform(on: image) == Array(faces.prefix(1)), "\(file)")
      let (boxes, largeBoxes) = (try rectangles.perform(on: image), try largeRectangles.perform(on: image))
      #expect(boxes.count >= faces.count && boxes.starts(with: largeBoxes), "\(file)")
      let largeFaces = try onlyLarge.perform(on: image)
      #expect(faces.starts(with: largeFaces) && (largeFaces.isEmpty || expected.stills[file] != nil), "\(file)")
      found += largeFaces.count
      #expect(faces.allSatisfy { $0.landmarks?.mesh.count == 478 }, "\(file)")
      for (index, face) in faces.enumerated() {
        let (box, others) = (face.boundingBox, faces[..<index].map(\.boundingBox))
        #expect(others.allSatisfy { abs($0.origin.x - box.origin.x) + abs($0.origin.y - box.origin.y) > 0.03 }, "\(file)")
      }
      if expected.stills[file] == nil { small += faces.count } else { large += faces.count }
    }
    #expect(large >= 40 && small >= 20 && found >= 40 && found <= large)
  }
}
