import Imaging
import Testing

extension TestPicture {
  /// The picture turned counterclockwise, as a camera sees it that is mounted turned clockwise. Pixels that share a code of color must
  /// still share it afterward.
  func turned(by rotation: FrameRotation) -> TestPicture {
    (0..<rotation.rawValue / 90).reduce(self) { picture, _ in picture.turnedOnce() }
  }

  private func turnedOnce() -> TestPicture {
    var turned = self
    (turned.width, turned.height) = (height, width)
    let (halfWidth, halfHeight) = ((width + 1) / 2, (height + 1) / 2)
    func turn(_ plane: Int, _ width: Int, _ height: Int, bytes: Int = 1) {
      turned.strides[plane] = height * bytes
      for y in 0..<width {
        for x in 0..<height {
          let source = x * strides[plane] + (width - 1 - y) * bytes
          for i in 0..<bytes { turned.planes[plane][(y * height + x) * bytes + i] = planes[plane][source + i] }
        }
      }
    }
    switch format {
    case .rgb24: turn(0, width, height, bytes: 3)
    case .bgrx: turn(0, width, height, bytes: 4)
    case .grey: turn(0, width, height)
    case .yuv444: for plane in 0..<3 { turn(plane, width, height) }
    case .nv12:
      turn(0, width, height)
      turn(1, halfWidth, halfHeight, bytes: 2)
    case .yuv420:
      turn(0, width, height)
      for plane in 1...2 { turn(plane, halfWidth, halfHeight) }
    case .yuyv, .yuv422: fatalError("neighbors in a row share a code of color, and neighbors in a column do not")
    }
    return turned
  }

  /// A picture of 4:2:2 turned upside down.
  func turnedUpsideDown() -> TestPicture {
    var turned = self
    for plane in planes.indices { turned.planes[plane].reverse() }
    // Y0 U Y1 V reversed is V Y1 U Y0.
    guard format == .yuyv else { return turned }
    for i in stride(from: 0, to: planes[0].count, by: 4) {
      let (v, y1, u, y0) = (turned.planes[0][i], turned.planes[0][i + 1], turned.planes[0][i + 2], turned.planes[0][i + 3])
      (turned.planes[0][i], turned.planes[0][i + 1], turned.planes[0][i + 2], turned.planes[0][i + 3]) = (y1, u, y0, v)
    }
    return turned
  }

  /// The mirror image, of a format in which no pixels share a code.
  func mirrored() -> TestPicture {
    var mirrored = self
    for plane in planes.indices {
      let bytes = strides[plane] / width
      for y in 0..<height {
        for x in 0..<width {
          for i in 0..<bytes {
            mirrored.planes[plane][y * strides[plane] + x * bytes + i] = planes[plane][y * strides[plane] + (width - 1 - x) * bytes + i]
          }
        }
      }
    }
    return mirrored
  }

  static func noise(_ format: PixelFormat, width: Int, height: Int) -> TestPicture {
    let planes = format.planes(width: width, height: height)
    var picture = TestPicture(
      width: width, height: height, format: format, planes: planes.map { [UInt8](repeating: 0, count: $0.bytesPerRow * $0.rows) },
      strides: planes.map(\.bytesPerRow))
    for plane in picture.planes.indices {
      for i in picture.planes[plane].indices { picture.planes[plane][i] = .random(in: 0...255) }
    }
    return picture
  }
}

@Suite("A frame of a camera that is mounted sideways or upside down")
struct FrameRotationTests {
  /// Every layout and every turn that is possible without another choice of shared colors.
  static let cases = PixelFormat.allCases.flatMap { format in
    FrameRotation.allCases.filter { $0 == .degrees180 || format != .yuyv && format != .yuv422 }.map { (format, $0) }
  }

  private func pair(_ format: PixelFormat, _ rotation: FrameRotation) -> (upright: TestPicture, turned: TestPicture) {
    let upright = TestPicture.noise(format, width: 40, height: 30)
    let isShared = format == .yuyv || format == .yuv422
    return (upright, isShared ? upright.turnedUpsideDown() : upright.turned(by: rotation))
  }

  @Test("gives the crops of the upright picture, to the last bit", arguments: cases)
  func crops(format: PixelFormat, rotation: FrameRotation) {
    let (upright, turned) = pair(format, rotation)
    let regions = [
      RotatedRegion.letterbox(width: 40, height: 30), RotatedRegion(centerX: 11.3, centerY: 7.9, width: 16, height: 16, rotation: 0.7),
      RotatedRegion(centerX: 38, centerY: 29, width: 21, height: 13, rotation: -2.1),
    ]
    for region in regions {
      for border in [Border.replicate, .zero] {
        let crop = turned.crop(region, side: 24, border: border, rotation: rotation)
        #expect(crop == upright.crop(region, side: 24, border: border), "\(region)")
        for other in FrameRotation.allCases where other != rotation {
          #expect(crop != turned.crop(region, side: 24, border: border, rotation: other), "\(region), \(other)")
        }
      }
    }
  }

  @Test("has the size and the reduced picture of the upright one, and so has its copy", arguments: cases)
  func pictures(format: PixelFormat, rotation: FrameRotation) {
    let (upright, turned) = pair(format, rotation)
    let expected = upright.withFrame { RGBPicture($0, fitting: (14, 14)) }
    var copy = FrameCopy()
    turned.withFrame { frame in
      let rotated = frame.rotated(by: rotation)
      #expect(rotated.uprightWidth == 40 && rotated.uprightHeight == 30)
      #expect(rotated.width == turned.width && rotated.height == turned.height)
      // Scaled down by 1, 2, 4 and 5: pixels with themselves, with neighbors and with others.
      for limit in [40, 20, 10, 9] {
        let expected = upright.withFrame { RGBPicture($0, fitting: (limit, limit)) }
        #expect(RGBPicture(rotated, fitting: (limit, limit)).bytes == expected.bytes)
      }
      // By 3, with a remainder, which is left out at the right and at the bottom of the upright picture.
      #expect(RGBPicture(rotated, fitting: (14, 14)).bytes == expected.bytes)
      copy.copy(rotated)
    }
    let copied = copy.withFrame { RGBPicture($0, fitting: (14, 14)) }
    #expect(copied.width == 13 && copied.height == 10 && copied.bytes == expected.bytes)
  }

  @Test(
    "of a camera that gives a mirror image, gives the crops and pictures of the true one",
    arguments: [PixelFormat.rgb24, .bgrx, .yuv444, .grey], FrameRotation.allCases)
  func mirrored(format: PixelFormat, rotation: FrameRotation) {
    let upright = TestPicture.noise(format, width: 40, height: 30)
    let region = RotatedRegion(centerX: 11.3, centerY: 7.9, width: 16, height: 16, rotation: 0.7)
    let expected = upright.withFrame { RGBPicture($0, fitting: (14, 14)).bytes }
    upright.mirrored().turned(by: rotation).withFrame { frame in
      let frame = frame.rotated(by: rotation).mirrored()
      #expect(RGBPicture(frame, fitting: (14, 14)).bytes == expected)
      #expect(TestPicture.crop(frame, region, side: 24) == upright.crop(region, side: 24, border: .replicate))
      // A person turns what is right already: back again, all is as before.
      let turned = frame.rotated(by: .degrees90)
      #expect(turned.uprightWidth == frame.uprightHeight)
      #expect(RGBPicture(turned.rotated(by: .degrees270), fitting: (14, 14)).bytes == expected)
    }
  }

  @Test("has a preview of 160×213 where the upright one of 640×480 has 320×240", arguments: FrameRotation.allCases)
  func previewSize(rotation: FrameRotation) {
    let picture = TestPicture.rgb(640, 480) { _, _ in (1, 2, 3) }.withFrame { RGBPicture($0.rotated(by: rotation), fitting: (320, 240)) }
    let isSideways = rotation == .degrees90 || rotation == .degrees270
    #expect((picture.width, picture.height) == (isSideways ? (160, 213) : (320, 240)))
  }

  @Test(
    "shows at the top left what the camera has at the bottom left, right or top right",
    arguments: [
      (FrameRotation.degrees0, 0, 0), (.degrees90, 0, 2), (.degrees180, 3, 2), (.degrees270, 3, 0),
    ])
  func direction(rotation: FrameRotation, x: Int, y: Int) {
    let camera = TestPicture.rgb(4, 3) { column, row in (column == x && row == y ? 255 : 0, 0, 0) }
    let picture = camera.withFrame { RGBPicture($0.rotated(by: rotation), fitting: (4, 4)) }
    #expect(picture.bytes.firstIndex(of: 255) == 0)
  }
}
