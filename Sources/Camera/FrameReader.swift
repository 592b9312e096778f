import Imaging
import UserErrors

/// Reads the pictures in a camera's buffers, whichever system fills them.
struct FrameReader: ~Copyable {
  let encoding: PixelEncoding
  /// Where the planes of an uncompressed picture lie in a buffer; for JPEG only the size is meaningful.
  let layout: BufferLayout
  /// Frames captured before this time need no pixels: JPEG is not decoded unless somebody reads them.
  var idleUntilNs: UInt64 = 0
  private var decoder: JPEGDecoder
  /// Whether the last JPEG was damaged. Then the next one is decoded in any case, so that a camera that sends no pictures is noticed.
  private var isDamaged = false

  /// - Throws: `CameraError` without memory for the decoder.
  init(_ encoding: PixelEncoding, _ layout: BufferLayout) throws(CameraError) {
    (self.encoding, self.layout) = (encoding, layout)
    do {
      decoder = try JPEGDecoder(
        limit: .frames(width: layout.width, height: layout.height), promisedHeight: layout.height,
        leastPartsSide: JPEGDecoder.cameraPartsSide)
    } catch {
      throw CameraError(.failed, "no JPEG decoder: \(error)")
    }
  }

  /// Fewer bytes are no picture.
  var leastBytes: Int { encoding == .jpeg ? 1 : layout.byteCount }

  /// Passes a picture to `body`.
  ///
  /// - Parameters:
  ///   - bytes: at least ``leastBytes``.
  ///   - sequence: the number of the frame.
  ///   - capturedNs: when it was captured, in ns of CLOCK_MONOTONIC.
  ///   - dequeuedNs: when its buffer was taken, in ns of CLOCK_MONOTONIC.
  /// - Returns: whether it is a picture, and not a damaged JPEG.
  mutating func read(
    _ bytes: UnsafeRawBufferPointer, sequence: UInt64, capturedNs: UInt64, dequeuedNs: UInt64, _ body: (borrowing Frame) throws -> Void
  ) throws -> Bool {
    guard encoding == .jpeg else {
      try body(layout.frame(in: bytes.baseAddress!, sequence: sequence, capturedNs: capturedNs, dequeuedNs: dequeuedNs))
      return true
    }
    var isDecoded = false
    let isNeeded = isDamaged || capturedNs >= idleUntilNs
    defer { isDamaged = !isDecoded }
    do {
      try decoder.withFrame(
        decoding: bytes, isNeeded: isNeeded, sequence: sequence, capturedNs: capturedNs, dequeuedNs: dequeuedNs
      ) { frame in
        isDecoded = true
        try body(frame)
      }
    } catch let error where !isDecoded && error is any UserFacingError {
      return false
    }
    return isDecoded
  }
}
