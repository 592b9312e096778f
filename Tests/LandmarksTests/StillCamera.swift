import Corpus
import Imaging
import Testing

/// A camera that shows pictures of the corpus, 30 frames a second.
struct StillCamera {
  private let corpus: Corpus
  private var frames: UInt64 = 0

  init() throws { corpus = try Corpus.required() }

  /// A picture in which MediaPipe finds a whole body.
  func wholeBody() throws -> String { try #require(corpus.bodies().stills.filter { $1.isWhole }.keys.min()) }

  /// A picture in which MediaPipe finds this number of faces.
  func faces(_ count: Int) throws -> String { try #require(corpus.faces().stills.filter { $1.faces.count == count }.keys.min()) }

  /// Shows a picture in the next frame.
  ///
  /// - Parameters:
  ///   - file: its path relative to the corpus.
  ///   - covered: whether the frame has the picture's size, but only gray pixels.
  ///   - seconds: time of the frame; by default a thirtieth of a second after the last one.
  mutating func show(_ file: String, covered: Bool = false, seconds: UInt64? = nil, _ body: (borrowing Frame) throws -> Void) throws {
    frames += 1
    let capturedNs = seconds.map { $0 * 1_000_000_000 } ?? frames * 33_333_333
    let image = try StillImage(path: corpus.folder.appendingPathComponent(file).path)
    try image.withFrame { frame in
      try [UInt8](repeating: 128, count: covered ? frame.width * frame.height * 3 : 0).withUnsafeBytes { gray in
        let picture = frame.planes.0
        let plane = covered ? Plane(base: gray.baseAddress!, bytesPerRow: picture.bytesPerRow) : picture
        try body(
          Frame(
            width: frame.width, height: frame.height, format: frame.format, range: frame.range, planes: (plane, nil, nil),
            capturedNs: capturedNs))
      }
    }
  }
}
