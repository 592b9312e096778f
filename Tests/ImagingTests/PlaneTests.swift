import Imaging
import Testing

@Suite("The planes of a picture with a distance between rows that the driver chose")
struct PlaneTests {
  @Test(
    "The rows of chroma are as far apart as V4L2 says: as those of luma where U and V share a plane, else half of that, rounded up",
    arguments: [(PixelFormat.nv12, [643, 643]), (.yuv420, [643, 322, 322]), (.yuv444, [643, 643, 643])])
  func odd(format: PixelFormat, rows: [Int]) {
    #expect(format.planes(width: 641, height: 481, bytesPerLine: 643).map(\.bytesPerRow) == rows)
  }
}
