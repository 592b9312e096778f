import CTurboJPEG
import Imaging
import PictureChecks

/// Checks that a JPEG file becomes a picture or an error: as a still, upright as its Exif data says, and as a camera's frame, decoded coarsely or
/// fully. What TurboJPEG decodes without a warning has the same pixels here.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let file = Array(UnsafeBufferPointer(start: bytes, count: count))
  checkStill(file)
  do {
    try checkFrames(file)
    try checkPixels(file)
  } catch {
    fatalError("no decoder: \(error)")
  }
  return 0
}

private func checkFrames(_ file: [UInt8]) throws {
  var decoder = try JPEGDecoder(limit: fuzzLimit)
  try checkParts(file)
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

/// Checks that crops of parts of a picture are refused, or have pixels, as those of the whole one.
private func checkParts(_ file: [UInt8]) throws {
  var parts = try JPEGDecoder(limit: fuzzLimit, leastPartsSide: 1)
  var whole = try JPEGDecoder(limit: fuzzLimit)
  let tensor = UnsafeMutableBufferPointer<Float>.allocate(capacity: 2 * 2 * 3)
  defer { tensor.deallocate() }
  func crop(_ frame: borrowing Frame, _ region: RotatedRegion) -> [Float] {
    CropSampler.sample(frame, region, side: 2, border: .replicate, into: tensor)
    return Array(tensor)
  }
  for _ in 0..<3 {
    file.withUnsafeBytes { bytes in
      var (isRead, isReadWhole) = (false, false)
      try? whole.withFrame(decoding: bytes) { _ in isReadWhole = true }
      try? parts.withFrame(decoding: bytes) { frame in
        isRead = true
        let (width, height) = (Float(frame.width), Float(frame.height))
        // The first is of the quarter, if the picture is large enough; the others are of rows.
        _ = crop(frame, .letterbox(width: frame.width, height: frame.height))
        let regions = [
          RotatedRegion(centerX: width / 2, centerY: height / 3, width: 4, height: 4, rotation: 1),
          RotatedRegion(centerX: width, centerY: height, width: 4, height: 4),
        ]
        try? whole.withFrame(decoding: bytes) { expected in
          for region in regions { promise(crop(frame, region) == crop(expected, region), "other pixels in \(region)") }
        }
      }
      promise(isRead == isReadWhole, "damage is found in one of a picture and its parts only")
    }
  }
}

private func checkPixels(_ file: [UInt8]) throws {
  var decoder = try JPEGDecoder(limit: fuzzLimit)
  file.withUnsafeBytes { bytes in
    guard let other = decodedByTurboJPEG(bytes) else { return }
    do {
      try decoder.withRGBFrame(decoding: bytes) { frame in
        promise(frame.width == other.width && frame.height == other.height, "another size")
        let pixels = UnsafeRawBufferPointer(start: frame.planes.0.base, count: other.pixels.count)
        promise(pixels.elementsEqual(other.pixels), "other pixels")
      }
    } catch {
      // Zeros that a driver has written in place of data are valid codes to TurboJPEG.
      promise("\(error)".contains("zeros are in place of its data"), "refused, and TurboJPEG has nothing to say: \(error)")
    }
  }
}

private func decodedByTurboJPEG(_ bytes: UnsafeRawBufferPointer) -> (width: Int, height: Int, pixels: [UInt8])? {
  guard let turbo = tjInitDecompress() else { fatalError("no decoder") }
  defer { tjDestroy(turbo) }
  let (start, count) = (bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt(bytes.count))
  var (width, height, sampling, colors): (CInt, CInt, CInt, CInt) = (0, 0, 0, 0)
  guard tjDecompressHeader3(turbo, start, count, &width, &height, &sampling, &colors) == 0 else { return nil }
  guard colors != TJCS_CMYK.rawValue, colors != TJCS_YCCK.rawValue, fuzzLimit.allows(width: Int(width), height: Int(height)) else {
    return nil
  }
  var pixels = [UInt8](repeating: 0, count: Int(width) * Int(height) * 3)
  let result = tjDecompress2(turbo, start, count, &pixels, width, 0, height, CInt(TJPF_RGB.rawValue), TJFLAG_LIMITSCANS)
  return result == 0 ? (Int(width), Int(height), pixels) : nil
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
