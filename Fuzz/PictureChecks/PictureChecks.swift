import Imaging

/// A low limit, so that every input is fast, whatever size its header has.
package let fuzzLimit = PictureLimit(pixels: 1 << 16, side: 8192)

/// Reads a frame in every way that the pipeline does, so that the address sanitizer finds reads outside its memory.
package func check(_ frame: borrowing Frame) {
  promise(fuzzLimit.allows(width: frame.width, height: frame.height), "a picture over the limit")
  if LumaGrid.fits(frame) {
    var grid = LumaGrid()
    grid.read(frame)
    promise(grid.cells.allSatisfy { (0...255).contains($0) }, "brightness out of range")
  }
  let small = RGBPicture(frame, fitting: (32, 24))
  promise(small.bytes.count == small.width * small.height * 3, "wrong number of bytes")
  var copy = FrameCopy()
  copy.copy(frame)
  let copied = copy.withFrame { RGBPicture($0, fitting: (32, 24)).bytes }
  promise(copied == small.bytes, "the copy differs")
  for rotation in FrameRotation.allCases {
    let rotated = frame.rotated(by: rotation)
    let picture = RGBPicture(rotated, fitting: (32, 24))
    promise(picture.width <= 32 && picture.height <= 24, "the rotated picture does not fit")
    for border in [Border.zero, .replicate] { crop(rotated, border) }
  }
}

private func crop(_ frame: borrowing Frame, _ border: Border) {
  let side = 16
  let tensor = UnsafeMutableBufferPointer<Float>.allocate(capacity: side * side * 3)
  defer { tensor.deallocate() }
  var region = RotatedRegion.letterbox(width: frame.uprightWidth, height: frame.uprightHeight)
  for rotation: Float in [0, 0.7] {
    region.rotation = rotation
    CropSampler.sample(frame, region, side: side, border: border, into: tensor)
    promise(tensor.allSatisfy { (0...1).contains($0) }, "color out of range")
  }
}

/// Checks that a file decodes to a still, or fails with an error of one line.
package func checkStill(_ file: [UInt8]) {
  do {
    try file.withUnsafeBytes { bytes in
      try StillImage(decoding: bytes, limit: fuzzLimit).withFrame { check($0) }
    }
  } catch {
    promise(!"\(error)".isEmpty && !"\(error)".contains(where: \.isNewline), "not one line: \(error)")
  }
}

/// Checks a condition, and prints the message in release builds too, unlike `precondition`.
package func promise(_ isKept: Bool, _ message: @autoclosure () -> String) {
  if !isKept { fatalError(message()) }
}
