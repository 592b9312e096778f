import CTurboJPEG
import Imaging

/// A picture made for a test, in any layout.
struct TestPicture {
  var width: Int, height: Int
  var format: PixelFormat
  var range = ColorRange.full
  var planes: [[UInt8]]
  var strides: [Int]

  /// R, G, B of each pixel by its place.
  static func rgb(_ width: Int, _ height: Int, _ color: (Int, Int) -> (Int, Int, Int)) -> TestPicture {
    var bytes: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let (r, g, b) = color(x, y)
        bytes += [UInt8(r), UInt8(g), UInt8(b)]
      }
    }
    return TestPicture(width: width, height: height, format: .rgb24, planes: [bytes], strides: [3 * width])
  }

  /// One color everywhere, given as Y, U, V.
  static func flat(_ format: PixelFormat, _ yuv: (UInt8, UInt8, UInt8), range: ColorRange, width: Int = 9, height: Int = 7) -> TestPicture {
    let halfWidth = (width + 1) / 2
    let halfHeight = (height + 1) / 2
    func plane(_ value: UInt8, _ count: Int) -> [UInt8] { [UInt8](repeating: value, count: count) }
    func pairs(_ count: Int) -> [UInt8] { (0..<count).flatMap { _ in [yuv.1, yuv.2] } }
    let luma = plane(yuv.0, width * height)
    let (planes, strides): ([[UInt8]], [Int]) =
      switch format {
      case .yuyv: ([(0..<halfWidth * height).flatMap { _ in [yuv.0, yuv.1, yuv.0, yuv.2] }], [halfWidth * 4])
      case .nv12: ([luma, pairs(halfWidth * halfHeight)], [width, 2 * halfWidth])
      case .yuv420: ([luma, plane(yuv.1, halfWidth * halfHeight), plane(yuv.2, halfWidth * halfHeight)], [width, halfWidth, halfWidth])
      case .yuv422: ([luma, plane(yuv.1, halfWidth * height), plane(yuv.2, halfWidth * height)], [width, halfWidth, halfWidth])
      case .yuv444: ([luma, plane(yuv.1, width * height), plane(yuv.2, width * height)], [width, width, width])
      case .grey: ([luma], [width])
      case .rgb24, .bgrx: fatalError("RGB has no Y, U, V")
      }
    return TestPicture(width: width, height: height, format: format, range: range, planes: planes, strides: strides)
  }

  func withFrame<R>(_ body: (borrowing Frame) throws -> R) rethrows -> R {
    let bases = planes.map { bytes in
      let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
      copy.copyBytes(from: bytes)
      return copy
    }
    defer { for base in bases { base.deallocate() } }
    func plane(_ index: Int) -> Plane? {
      index < bases.count ? Plane(base: UnsafeRawPointer(bases[index].baseAddress!), bytesPerRow: strides[index]) : nil
    }
    return try body(Frame(width: width, height: height, format: format, range: range, planes: (plane(0)!, plane(1), plane(2))))
  }

  /// The crop as R, G, B in 0…255, row by row.
  ///
  /// - Parameter rotation: how far the picture is turned to be upright.
  func crop(
    _ region: RotatedRegion, side: Int, border: Border = .replicate, scale: ColorScale = .zeroToOne, places: CropPlaces = .direct,
    rotation: FrameRotation = .degrees0
  ) -> [Float] {
    withFrame { Self.crop($0.rotated(by: rotation), region, side: side, border: border, scale: scale, places: places) }
  }

  static func crop(
    _ frame: borrowing Frame, _ region: RotatedRegion, side: Int, border: Border = .replicate, scale: ColorScale = .zeroToOne,
    places: CropPlaces = .direct
  ) -> [Float] {
    let tensor = UnsafeMutableBufferPointer<Float>.allocate(capacity: side * side * 3)
    defer { tensor.deallocate() }
    CropSampler.sample(frame, region, side: side, border: border, scale: scale, places: places, into: tensor)
    return tensor.map { $0 * 255 }
  }

  /// This picture, which must be `rgb24` unless its pixels have another format, as a JPEG file.
  func jpeg(_ subsampling: TJSAMP, quality: CInt = 95, flags: CInt = 0, from format: TJPF = TJPF_RGB) -> [UInt8] {
    let encoder = tjInitCompress()
    defer { tjDestroy(encoder) }
    var file: UnsafeMutablePointer<UInt8>?
    var size: UInt = 0
    let result = planes[0].withUnsafeBufferPointer {
      tjCompress2(
        encoder, $0.baseAddress, CInt(width), 0, CInt(height), CInt(format.rawValue), &file, &size, CInt(subsampling.rawValue), quality,
        flags)
    }
    precondition(result == 0, "the test's JPEG cannot be made")
    defer { tjFree(file) }
    return Array(UnsafeBufferPointer(start: file, count: Int(clamping: size)))
  }
}

extension PixelFormat {
  /// Whether its codes are Y, U and V, and not R, G and B.
  var isYUV: Bool { ![.rgb24, .bgrx].contains(self) }
}
