import Bodies
import Foundation
import Inference
import Landmarks

/// The requests that are measured. Each looks for one hand, body or face, as MediaPipe does; only rectangles are of all faces.
enum Kind: String, CaseIterable {
  case hands, body, face
  case faceRectangles = "face-rectangles"
  case refinedFace = "face-refined"
  case faceAndSmall = "face-and-small"
  case refinedFaceAndSmall = "face-refined-and-small"
}

/// Measures a request on pictures that are decoded before, with one thread, and prints one JSON object.
@main
enum Main {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard arguments.count > 2, let kind = arguments.first.flatMap(Kind.init), let times = Int(arguments[2]), times > 0 else {
      let kinds = Kind.allCases.map(\.rawValue).joined(separator: "|")
      FileHandle.standardError.write(Data("usage: bench-pictures \(kinds) TIMES PICTURE...\n".utf8))
      Foundation.exit(64)
    }
    let pictures = try arguments.dropFirst(2).map(PictureBenchmark.Decoded.init)
    let result = try run(kind, on: pictures, times: times)
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    print(String(decoding: try encoder.encode(result), as: UTF8.self))
  }

  private static func run(_ kind: Kind, on pictures: [PictureBenchmark.Decoded], times: Int) throws -> PictureBenchmark.Result {
    let prefix = try RuntimePrefix.find()
    return switch kind {
    case .hands:
      try PictureBenchmark.run(kind, on: pictures, times: times) { try DetectHumanHandPoseRequest(prefix: prefix, maximumHandCount: 1) }
    case .body:
      try PictureBenchmark.run(kind, on: pictures, times: times) { try DetectHumanBodyPoseRequest(prefix: prefix, maximumBodyCount: 1) }
    case .faceRectangles:
      try PictureBenchmark.run(kind, on: pictures, times: times) { try DetectFaceRectanglesRequest(prefix: prefix) }
    case .face, .refinedFace, .faceAndSmall, .refinedFaceAndSmall:
      try PictureBenchmark.run(kind, on: pictures, times: times) {
        try DetectFaceLandmarksRequest(
          prefix: prefix, refined: kind == .refinedFace || kind == .refinedFaceAndSmall,
          smallFaces: kind == .faceAndSmall || kind == .refinedFaceAndSmall, maximumFaceCount: 1)
      }
    }
  }
}
