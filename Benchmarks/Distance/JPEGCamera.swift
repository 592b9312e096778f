import Imaging

/// A camera that compresses its pictures, and the decoder of the daemon.
struct JPEGCamera: ~Copyable {
  private var encoder: JPEGEncoder
  private var decoder: JPEGDecoder

  init() throws {
    let encoder = try JPEGEncoder()
    decoder = try JPEGDecoder(leastPartsSide: JPEGDecoder.cameraPartsSide)
    self.encoder = encoder
  }

  /// Passes a picture to `body`, compressed and decoded.
  ///
  /// - Parameter isNeeded: whether its pixels will be read.
  mutating func send(_ frame: borrowing Frame, isNeeded: Bool, _ body: (borrowing Frame) throws -> Void) throws {
    let file = try encoder.encode(RGBPicture(frame, fitting: (frame.width, frame.height)), quality: 85)
    let ns = frame.capturedNs
    try file.withUnsafeBytes { try decoder.withFrame(decoding: $0, isNeeded: isNeeded, sequence: 0, capturedNs: ns, body) }
  }
}
