import Imaging

/// Calls `body` with a flat gray picture without a hand.
func withEmptyRoom<R>(_ body: (borrowing Frame) throws -> R) rethrows -> R {
  let pixels = UnsafeMutableRawBufferPointer.allocate(byteCount: 640 * 480 * 2, alignment: 16)
  defer { pixels.deallocate() }
  pixels.initializeMemory(as: UInt8.self, repeating: 128)
  let plane = Plane(base: UnsafeRawPointer(pixels.baseAddress!), bytesPerRow: 1280)
  return try body(Frame(width: 640, height: 480, format: .yuyv, range: .limited, planes: (plane, nil, nil)))
}

/// Calls `body` with pictures that show nothing: an empty room, a single pixel and two strips.
func forEachEmptyPicture(_ body: (borrowing Frame) throws -> Void) throws {
  try withEmptyRoom(body)
  for (width, height) in [(1, 1), (20_000, 10), (10, 20_000)] {
    try [UInt8](repeating: 128, count: width * height).withUnsafeBytes { bytes in
      let plane = Plane(base: bytes.baseAddress!, bytesPerRow: width)
      try body(Frame(width: width, height: height, format: .grey, range: .full, planes: (plane, nil, nil)))
    }
  }
}
