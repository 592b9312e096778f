import CTurboJPEG
import Imaging
import Testing

@Suite("The luma grid")
struct LumaGridTests {
  @Test(
    "has a flat picture's brightness above black in every cell, from every layout",
    arguments: PixelFormat.allCases.filter { $0.isYUV })
  func flat(_ format: PixelFormat) {
    for (range, black) in [(ColorRange.limited, Float(16)), (.full, 0)] {
      var grid = LumaGrid()
      TestPicture.flat(format, (100, 20, 230), range: range, width: 650, height: 479).withFrame { grid.read($0) }
      #expect(grid.cells.allSatisfy { $0 == 100 - black })
    }
  }

  @Test("uses green as the brightness of RGB")
  func rgb() {
    var grid = LumaGrid()
    TestPicture.rgb(64, 48) { _, _ in (10, 77, 200) }.withFrame { grid.read($0) }
    #expect(grid.cells.allSatisfy { $0 == 77 })
  }

  @Test(
    "shows a bright square in its cells and nowhere else, at every size", arguments: [(640, 480), (1280, 720), (1921, 1081), (320, 240)])
  func place(width: Int, height: Int) {
    // The middle fifth both ways: columns 16…23 and rows 12…17.
    let bytes = (0..<height).flatMap { y in
      (0..<width).map { x -> UInt8 in (2 * width..<3 * width).contains(5 * x) && (2 * height..<3 * height).contains(5 * y) ? 200 : 50 }
    }
    var grid = LumaGrid()
    TestPicture(width: width, height: height, format: .grey, planes: [bytes], strides: [width]).withFrame { grid.read($0) }
    for row in 0..<LumaGrid.rows {
      for column in 0..<LumaGrid.columns {
        let value = grid.cells[row * LumaGrid.columns + column]
        if (17...22).contains(column) && (13...16).contains(row) { #expect(value == 200, "\(column), \(row)") }
        if !(15...24).contains(column) || !(11...18).contains(row) { #expect(value == 50, "\(column), \(row)") }
      }
    }
  }

  @Test(
    "of a JPEG is the same within rounding, whether it is decoded fully or coarsely", arguments: [(640, 480), (650, 362)])
  func compressed(width: Int, height: Int) throws {
    let file = TestPicture.rgb(width, height) { x, y in
      let code = (x * 3 / 7 + y / 3) % 230
      return (code, code, code)
    }.jpeg(TJSAMP_422)
    var decoder = try JPEGDecoder()
    var (decoded, glanced) = (LumaGrid(), LumaGrid())
    try file.withUnsafeBytes { bytes in
      try decoder.withFrame(decoding: bytes) { decoded.read($0) }
      try decoder.withFrame(decoding: bytes) { glanced.read($0) }
    }
    #expect(zip(decoded.cells, glanced.cells).allSatisfy { abs($0 - $1) <= 0.75 } && Set(decoded.cells).count > 100)
  }

  @Test("covers a picture up to its edges")
  func edges() {
    let corners: Set<[Int]> = [[0, 0], [639, 0], [0, 479], [639, 479]]
    let bytes = (0..<480).flatMap { y in (0..<640).map { x -> UInt8 in corners.contains([x, y]) ? 255 : 0 } }
    var grid = LumaGrid()
    TestPicture(width: 640, height: 480, format: .grey, planes: [bytes], strides: [640]).withFrame { grid.read($0) }
    let lit = grid.cells.indices.filter { grid.cells[$0] > 0 }
    #expect(lit == [0, LumaGrid.columns - 1, LumaGrid.count - LumaGrid.columns, LumaGrid.count - 1])
  }

  @Test("reads the smallest picture that fits, and rejects smaller ones")
  func small() {
    let smallest = TestPicture.flat(.yuyv, (80, 0, 0), range: .full, width: 16, height: 1)
    var grid = LumaGrid()
    let fits = smallest.withFrame { frame in
      grid.read(frame)
      return LumaGrid.fits(frame)
    }
    #expect(fits && grid.cells.allSatisfy { $0 == 80 })
    let narrowFits = TestPicture.flat(.yuyv, (80, 0, 0), range: .full, width: 15, height: 9).withFrame { LumaGrid.fits($0) }
    #expect(!narrowFits)
  }
}
