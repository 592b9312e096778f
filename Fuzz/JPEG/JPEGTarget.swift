import Imaging
import PictureChecks

/// Checks that a JPEG file becomes a picture or an error: as a still, upright as its Exif data says, and as a camera's frame, decoded coarsely or fully.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let file = Array(UnsafeBufferPointer(start: bytes, count: count))
  checkStill(file)
  do {
    try checkFrames(file)
  } catch {
    fatalError("no decoder: \(error)")
  }
  return 0
}

private func checkFrames(_ file: [UInt8]) throws {
  var decoder = try JPEGDecoder(limit: fuzzLimit)
  // The first frame is decoded fully; after one of which only the coarse luma was used, the next is decoded coarsely.
  for isGlance in [true, true, false] {
    file.withUnsafeBytes { bytes in
      do {
        try decoder.withFrame(decoding: bytes) { frame in if isGlance { glance(frame) } else { check(frame) } }
      } catch {
        promise(!"\(error)".isEmpty && !"\(error)".contains(where: \.isNewline), "not one line: \(error)")
      }
    }
  }
  // After any input, a valid picture must still be decoded.
  try good.withUnsafeBytes { try decoder.withFrame(decoding: $0) { check($0) } }
}

private func glance(_ frame: borrowing Frame) {
  guard let luma = frame.coarseLuma else { return }
  let (across, down) = (frame.width / 8, frame.height / 8)
  promise(luma.bytesPerRow >= across, "overlapping rows")
  // Reads every byte, for the address sanitizer.
  var sum = 0
  for row in 0..<down {
    for column in 0..<across { sum += Int(luma.base.load(fromByteOffset: row * luma.bytesPerRow + column, as: UInt8.self)) }
  }
  promise(sum <= 255 * across * down, "brightness out of range")
}

private let good: [UInt8] = {
  do {
    let gray = [UInt8](repeating: 128, count: 24 * 16)
    return try gray.withUnsafeBytes { bytes in
      let plane = Plane(base: bytes.baseAddress!, bytesPerRow: 24)
      let picture = RGBPicture(
        Frame(width: 24, height: 16, format: .grey, range: .full, planes: (plane, nil, nil)), fitting: (24, 16))
      var encoder = try JPEGEncoder()
      return try encoder.encode(picture, quality: 75)
    }
  } catch {
    fatalError("no JPEG to decode: \(error)")
  }
}()
