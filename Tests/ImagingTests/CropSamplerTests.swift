import Foundation
import Imaging
import Testing

@Suite("A crop of a frame")
struct CropSamplerTests {
  private let gradient = TestPicture.rgb(8, 8) { x, y in (10 * x, 10 * y, 200) }

  @Test("of the whole picture at its own size is identical to the picture")
  func identity() {
    let crop = gradient.crop(RotatedRegion(centerX: 4, centerY: 4, width: 8, height: 8), side: 8)
    #expect(crop.map { UInt8($0.rounded()) } == gradient.planes[0])
  }

  @Test("takes column i of n at i/n − ½ of the width from the center, without a half-pixel offset")
  func noHalfPixelOffset() {
    let crop = gradient.crop(RotatedRegion(centerX: 4, centerY: 4, width: 4, height: 4), side: 8)
    let reds = (0..<8).map { crop[3 * $0].rounded() }
    #expect(reds == [20, 25, 30, 35, 40, 45, 50, 55])
  }

  @Test("rotated by a right angle shows the upper part of the picture on its left")
  func turned() {
    let crop = gradient.crop(RotatedRegion(centerX: 4, centerY: 4, width: 4, height: 4, rotation: .pi / 2), side: 4)
    // The crop's x axis points down in the picture, its y axis to the left.
    #expect(crop[0].rounded() == 60 && crop[1].rounded() == 20)
    #expect(crop[3 * 3].rounded() == 60 && crop[3 * 3 + 1].rounded() == 50)
    #expect(crop[3 * 12].rounded() == 30 && crop[3 * 12 + 1].rounded() == 20)
  }

  @Test("rounds places to 1/32 of a pixel and values to integers, as OpenCV does")
  func quantised() {
    let steep = TestPicture.rgb(4, 4) { x, _ in (x == 2 ? 255 : 0, 0, 0) }
    // Column 1 of 2 of a region 0.05 wide: 1.2 − 0.025 + 0.025 = 1.2, which is 38.4/32 and becomes 38/32.
    let crop = steep.crop(RotatedRegion(centerX: 1.2, centerY: 1, width: 0.05, height: 0.05), side: 2)
    #expect(crop[3].rounded() == Float((255 * 6 + 16) / 32))
  }

  @Test("decides like OpenCV, if asked to, which 32nd of a pixel a place becomes that is exactly between two")
  func ties() {
    let stripes = TestPicture.rgb(14, 14) { x, _ in x % 2 == 0 ? (0, 0, 0) : (255, 255, 255) }
    func reds(_ places: CropPlaces) -> [Float] {
      let crop = stripes.crop(.letterbox(width: 14, height: 14), side: 128, border: .zero, places: places)
      return (0..<24).map { crop[3 * (64 * 128 + $0)].rounded() }
    }
    // What OpenCV 4.11 gives for columns 0 to 23; the places of columns 3, 7, 11, … are between two 32nds.
    let expected: [Float] = [0, 32, 56, 88, 112, 143, 167, 199, 223, 255, 231, 199, 175, 143, 120, 88, 64, 32, 8, 24, 48, 80, 104, 135]
    #expect(reds(.openCV) == expected)
    #expect((0..<24).filter { reds(.direct)[$0] != expected[$0] } == [3, 7, 11, 15, 19, 23])
  }

  @Test("has the pixels of OpenCV's crop of a rotated region, if asked to, with the rounding errors of its corners")
  func rotatedLikeOpenCV() {
    let pattern = TestPicture.rgb(64, 48) { x, y in ((37 * x + 91 * y) % 256, 0, 0) }
    let region = RotatedRegion(centerX: 30, centerY: 22.5, width: 28, height: 28, rotation: 0.1892)
    func row(_ row: Int, _ places: CropPlaces) -> [Float] {
      let crop = pattern.crop(region, side: 12, places: places)
      return (0..<12).map { crop[3 * (12 * row + $0)].rounded() }
    }
    // What OpenCV 4.11 gives for some rows, and the column whose place is on the other side of the middle between two 32nds.
    let rows: [(row: Int, column: Int, pixels: [Float])] = [
      (1, 10, [167, 77, 159, 101, 154, 127, 145, 152, 140, 166, 134, 197]),
      (2, 1, [103, 195, 96, 215, 93, 217, 85, 198, 79, 203, 72, 167]),
      (10, 11, [106, 137, 99, 136, 112, 164, 86, 186, 78, 204, 75, 200]),
    ]
    for expected in rows {
      #expect(row(expected.row, .openCV) == expected.pixels)
      #expect((0..<12).filter { row(expected.row, .direct)[$0] != expected.pixels[$0] } == [expected.column])
    }
  }

  @Test(
    "has the same places as OpenCV's where none is exactly between two 32nds of a pixel, turned or not", arguments: FrameRotation.allCases)
  func places(rotation: FrameRotation) {
    let region = RotatedRegion.letterbox(width: 8, height: 8)
    func crop(_ places: CropPlaces) -> [Float] { gradient.crop(region, side: 24, border: .zero, places: places, rotation: rotation) }
    #expect(crop(.openCV) == crop(.direct))
  }

  @Test("of some rows is the middle of that of all", arguments: [Border.replicate, .zero])
  func rows(border: Border) {
    let picture = TestPicture.noise(.yuyv, width: 40, height: 30)
    for region in [
      RotatedRegion.letterbox(width: 40, height: 30), RotatedRegion(centerX: 11, centerY: 8, width: 16, height: 16, rotation: 1),
    ] {
      let all = picture.crop(region, side: 20, border: border)
      // crop() multiplies by 255.
      var middle = [Float](repeating: -1, count: 3 * 20 * 16)
      picture.withFrame { frame in
        middle.withUnsafeMutableBufferPointer { CropSampler.sample(frame, region, side: 20, rows: 16, border: border, into: $0) }
      }
      let expected = all.dropFirst(2 * 60).dropLast(2 * 60)
      #expect(zip(middle, expected).allSatisfy { $0 * 255 == $1 } && expected.count == middle.count)
    }
  }

  @Test("has colors from −1 to 1 for models that expect them, also outside the picture", arguments: [Border.replicate, .zero])
  func signed(border: Border) {
    let bright = TestPicture.rgb(2, 2) { x, _ in x == 0 ? (0, 51, 255) : (255, 255, 255) }
    let crop = bright.crop(RotatedRegion(centerX: 1, centerY: 1, width: 4, height: 4), side: 4, border: border, scale: .minusOneToOne)
    // crop() multiplies by 255.
    func pixel(_ column: Int, _ row: Int) -> [Float] {
      let first = 3 * (4 * row + column)
      return crop[first..<first + 3].map { ($0 / 255 * 10).rounded() / 10 }
    }
    #expect(pixel(1, 1) == [-1, -0.6, 1])
    #expect(pixel(0, 0) == (border == .replicate ? [-1, -0.6, 1] : [-1, -1, -1]))
  }

  @Test("repeats the nearest pixel outside the picture, or is black there", arguments: [Border.replicate, .zero])
  func beyond(border: Border) {
    let bright = TestPicture.rgb(4, 4) { _, _ in (100, 150, 200) }
    let crop = bright.crop(RotatedRegion(centerX: 40, centerY: -40, width: 4, height: 4), side: 4, border: border)
    let expected: [Float] = border == .replicate ? [100, 150, 200] : [0, 0, 0]
    #expect(crop.map { $0.rounded() } == (0..<16).flatMap { _ in expected })
  }

  @Test("of a black border is black in every layout", arguments: PixelFormat.allCases.filter { $0.isYUV })
  func blackBorder(format: PixelFormat) {
    let picture = TestPicture.flat(format, (200, 90, 170), range: .limited)
    let crop = picture.crop(RotatedRegion(centerX: -50, centerY: 3, width: 5, height: 5), side: 4, border: .zero)
    #expect(crop.allSatisfy { $0 == 0 })
  }

  /// R, G, B by BT.601, from its published matrix.
  static let colors: [(ColorRange, (UInt8, UInt8, UInt8), (Float, Float, Float))] = [
    (.limited, (16, 128, 128), (0, 0, 0)), (.limited, (235, 128, 128), (255, 255, 255)), (.limited, (81, 90, 240), (254, 0, 0)),
    (.limited, (145, 54, 34), (0, 255, 1)), (.limited, (41, 240, 110), (0, 0, 255)), (.full, (76, 85, 255), (254, 0, 0)),
    (.full, (150, 44, 21), (0, 255, 1)), (.full, (29, 255, 107), (0, 0, 254)), (.full, (128, 128, 128), (128, 128, 128)),
  ]

  @Test("has BT.601's colors in every layout", arguments: PixelFormat.allCases.filter { $0.isYUV && $0 != .grey })
  func colors(format: PixelFormat) {
    for (range, yuv, rgb) in Self.colors {
      let crop = TestPicture.flat(format, yuv, range: range).crop(RotatedRegion(centerX: 4, centerY: 3, width: 12, height: 12), side: 5)
      for pixel in stride(from: 0, to: crop.count, by: 3) {
        #expect(abs(crop[pixel] - rgb.0) <= 1.5 && abs(crop[pixel + 1] - rgb.1) <= 1.5 && abs(crop[pixel + 2] - rgb.2) <= 1.5)
      }
    }
  }

  @Test("of a gray picture has no color")
  func grey() {
    let crop = TestPicture.flat(.grey, (126, 0, 0), range: .limited).crop(.letterbox(width: 9, height: 7), side: 6, border: .replicate)
    #expect(crop.allSatisfy { abs($0 - 128) < 1 })
  }

  @Test("reads the chroma of packed and planar 4:2:2 from the same places")
  func packedAndPlanar() {
    let width = 8
    let luma = (0..<width).map { UInt8(40 + 20 * $0) }
    let u = (0..<4).map { UInt8(60 + 40 * $0) }
    let v = (0..<4).map { UInt8(200 - 30 * $0) }
    var packed: [UInt8] = []
    for pair in 0..<4 { packed += [luma[2 * pair], u[pair], luma[2 * pair + 1], v[pair]] }
    let yuyv = TestPicture(width: width, height: 1, format: .yuyv, range: .limited, planes: [packed], strides: [16])
    let planar = TestPicture(width: width, height: 1, format: .yuv422, range: .limited, planes: [luma, u, v], strides: [8, 4, 4])
    let region = RotatedRegion(centerX: 3.7, centerY: 0, width: 9, height: 9, rotation: 0.1)
    #expect(yuyv.crop(region, side: 16) == planar.crop(region, side: 16))
  }

  @Test("gives pixels that share a chroma value that value, and interpolates between pixels")
  func sharedChroma() {
    let picture = TestPicture(
      width: 4, height: 4, format: .yuv420, range: .full,
      planes: [[UInt8](repeating: 128, count: 16), [128, 128, 128, 128], [128, 178, 128, 178]], strides: [4, 2, 2])
    func red(_ x: Float, _ y: Float) -> Float {
      picture.crop(RotatedRegion(centerX: x, centerY: y, width: 0.01, height: 0.01), side: 1)[0].rounded()
    }
    for y: Float in [0, 1, 1.5, 3] {
      #expect([0, 0.5, 1].map { red($0, y) } == [128, 128, 128])
      #expect([2, 2.5, 3].map { red($0, y) } == [198, 198, 198])
      #expect(red(1.5, y) == 163)
    }
  }

  /// Inside, across two borders, across all four, and outside; more columns than are drawn at a time, and not a multiple of four.
  static let regions = [
    RotatedRegion(centerX: 21, centerY: 16, width: 17.3, height: 17.3, rotation: 0.7),
    RotatedRegion(centerX: 4.2, centerY: 28.9, width: 30, height: 25, rotation: -2.1),
    RotatedRegion(centerX: 20, centerY: 15, width: 90, height: 90, rotation: 0.1),
    RotatedRegion(centerX: -40, centerY: 15, width: 20, height: 20, rotation: 3),
  ]

  @Test("is identical to what the formula gives for each pixel", arguments: regions, [Border.replicate, .zero])
  func formula(region: RotatedRegion, border: Border) {
    let (width, height, side) = (43, 31, 45)
    let noise = TestPicture.rgb(width, height) { x, y in ((x * 71 + y * 137) % 256, (x * y * 13) % 256, (x * 199 + y * 31 + 7) % 256) }
    let crop = noise.crop(region, side: side, border: border)
    let turn = Double(region.rotation)
    let across = SIMD2(cos(turn), sin(turn)) * (Double(region.width) / Double(side) * 32)
    let down = SIMD2(-sin(turn), cos(turn)) * (Double(region.height) / Double(side) * 32)
    let origin = SIMD2(Double(region.centerX), Double(region.centerY)) * 32 - (across + down) * (Double(side) / 2)
    var different = 0
    for row in 0..<side {
      for column in 0..<side {
        let place = origin + Double(row) * down + Double(column) * across
        let (x, y) = (Int(place.x.rounded(.toNearestOrEven)), Int(place.y.rounded(.toNearestOrEven)))
        for channel in 0..<3 {
          func code(_ x: Int, _ y: Int) -> Int {
            if border == .zero && !(0..<width ~= x && 0..<height ~= y) { return 0 }
            return Int(noise.planes[0][3 * (min(max(y, 0), height - 1) * width + min(max(x, 0), width - 1)) + channel])
          }
          let (left, upper, a, b) = (x >> 5, y >> 5, x & 31, y & 31)
          let top = code(left, upper) * (32 - a) + code(left + 1, upper) * a
          let bottom = code(left, upper + 1) * (32 - a) + code(left + 1, upper + 1) * a
          let expected = Float((top * (32 - b) + bottom * b + 512) >> 10) * (1 / 255) * 255
          if crop[3 * (row * side + column) + channel] != expected { different += 1 }
        }
      }
    }
    #expect(different == 0)
  }

  @Test(
    "of shared chroma is identical to that of the same picture in 4:4:4",
    arguments: [PixelFormat.yuyv, .nv12, .yuv420, .yuv422], [Border.replicate, .zero])
  func shared(format: PixelFormat, border: Border) {
    let (width, height) = (42, 31)
    func luma(_ x: Int, _ y: Int) -> UInt8 { UInt8((x * 71 + y * 137) % 256) }
    // Of the chroma's own columns and rows.
    func u(_ x: Int, _ y: Int) -> UInt8 { UInt8((x * 53 + y * 29 + 11) % 256) }
    func v(_ x: Int, _ y: Int) -> UInt8 { UInt8((x * 17 + y * 101 + 90) % 256) }
    func plane(_ columns: Int, _ rows: Int, _ value: (Int, Int) -> UInt8) -> [UInt8] {
      (0..<rows).flatMap { y in (0..<columns).map { x in value(x, y) } }
    }
    let rowShift = format == .nv12 || format == .yuv420 ? 1 : 0
    let rows = (height + rowShift) >> rowShift
    let half = width / 2
    let full = plane(width, height, luma)
    let (planes, strides): ([[UInt8]], [Int]) =
      switch format {
      case .yuyv:
        ([(0..<height).flatMap { y in (0..<half).flatMap { x in [luma(2 * x, y), u(x, y), luma(2 * x + 1, y), v(x, y)] } }], [2 * width])
      case .nv12: ([full, (0..<rows).flatMap { y in (0..<half).flatMap { x in [u(x, y), v(x, y)] } }], [width, width])
      default: ([full, plane(half, rows, u), plane(half, rows, v)], [width, half, half])
      }
    let shared = TestPicture(width: width, height: height, format: format, range: .limited, planes: planes, strides: strides)
    let whole = TestPicture(
      width: width, height: height, format: .yuv444, range: .limited,
      planes: [full, plane(width, height) { u($0 / 2, $1 >> rowShift) }, plane(width, height) { v($0 / 2, $1 >> rowShift) }],
      strides: [width, width, width])
    for region in Self.regions {
      #expect(shared.crop(region, side: 45, border: border) == whole.crop(region, side: 45, border: border))
    }
  }

  @Test("rejects a region that is not a place in an image")
  func insane() {
    #expect(RotatedRegion(centerX: 4, centerY: 4, width: 8, height: 8).isSane)
    #expect(!RotatedRegion(centerX: .nan, centerY: 4, width: 8, height: 8).isSane)
    #expect(!RotatedRegion(centerX: 4, centerY: 4, width: .infinity, height: 8).isSane)
    #expect(!RotatedRegion(centerX: 4, centerY: -2e6, width: 8, height: 8).isSane)
  }
}
