import Imaging

/// Calls `body` with a flat gray picture without a hand.
func withEmptyRoom<R>(_ body: (borrowing Frame) throws -> R) rethrows -> R {
  let pixels = UnsafeMutableRawBufferPointer.allocate(byteCount: 640 * 480 * 2, alignment: 16)
  defer { pixels.deallocate() }
  pixels.initializeMemory(as: UInt8.self, repeating: 128)
  let plane = Plane(base: UnsafeRawPointer(pixels.baseAddress!), bytesPerRow: 1280)
  return try body(Frame(width: 640, height: 480, format: .yuyv, range: .limited, planes: (plane, nil, nil)))
}
