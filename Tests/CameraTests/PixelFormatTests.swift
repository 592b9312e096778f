import Camera
import Imaging
import Testing

@Suite("Pixel formats")
struct PixelFormatTests {
  struct Row: Sendable {
    var format: PixelFormat
    var width: Int, height: Int, bytesPerLine: Int
    var rows: [Int], offsets: [Int]
    var byteCount: Int
  }

  static let table: [Row] = [
    Row(format: .yuyv, width: 640, height: 480, bytesPerLine: 1280, rows: [1280, 0, 0], offsets: [0, 0, 0], byteCount: 614_400),
    Row(format: .yuyv, width: 5, height: 3, bytesPerLine: 0, rows: [12, 0, 0], offsets: [0, 0, 0], byteCount: 36),
    Row(format: .nv12, width: 640, height: 480, bytesPerLine: 640, rows: [640, 640, 0], offsets: [0, 307_200, 0], byteCount: 460_800),
    Row(format: .nv12, width: 640, height: 360, bytesPerLine: 768, rows: [768, 768, 0], offsets: [0, 276_480, 0], byteCount: 414_720),
    Row(
      format: .yuv420, width: 640, height: 480, bytesPerLine: 640, rows: [640, 320, 320], offsets: [0, 307_200, 384_000],
      byteCount: 460_800),
    Row(format: .yuv420, width: 5, height: 3, bytesPerLine: 0, rows: [5, 3, 3], offsets: [0, 15, 21], byteCount: 27),
    Row(format: .yuv422, width: 8, height: 4, bytesPerLine: 8, rows: [8, 4, 4], offsets: [0, 32, 48], byteCount: 64),
    Row(format: .grey, width: 8, height: 4, bytesPerLine: 16, rows: [16, 0, 0], offsets: [0, 0, 0], byteCount: 64),
    Row(format: .rgb24, width: 8, height: 4, bytesPerLine: 3, rows: [24, 0, 0], offsets: [0, 0, 0], byteCount: 96),
  ]

  @Test("Planes are contiguous, with the driver's row distance where it is wide enough", arguments: table)
  func layout(_ row: Row) {
    let layout = BufferLayout(
      format: row.format, range: .limited, width: row.width, height: row.height, bytesPerLine: row.bytesPerLine)
    #expect([layout.bytesPerRow.0, layout.bytesPerRow.1, layout.bytesPerRow.2] == row.rows)
    #expect([layout.offsets.0, layout.offsets.1, layout.offsets.2] == row.offsets)
    #expect(layout.byteCount == row.byteCount)
  }

  @Test("A four-character code is shown as its characters")
  func fourCC() {
    #expect(FourCC(rawValue: 0x5659_5559).description == "YUYV")
    #expect(FourCC.mjpeg.description == "MJPG")
    #expect(FourCC(rawValue: 0).description == "????")
  }
}
