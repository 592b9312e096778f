import Corpus
import Imaging

/// A camera that shows pictures of the corpus, 30 frames a second.
struct StillCamera {
  private let corpus: Corpus
  private var frames: UInt64 = 0

  init() throws { corpus = try Corpus.required() }

  /// Shows a picture in the next frame.
  ///
  /// - Parameters:
  ///   - file: its path relative to the corpus.
  ///   - covered: whether the frame has the picture's size, but only gray pixels.
  mutating func show(_ file: String, covered: Bool = false, _ body: (borrowing Frame) throws -> Void) throws {
    frames += 1
    let capturedNs = frames * 33_333_333
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
