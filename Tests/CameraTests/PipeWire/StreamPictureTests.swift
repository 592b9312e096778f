import Camera
import Imaging
import Testing

/// A picture in blocks of memory, of which the rest is not the picture's.
private struct Blocks {
  let picture: StreamPicture
  /// The number of bytes of each block, and the distance of its rows.
  let blocks: [(count: Int, bytesPerRow: Int)]
  private let memory = UnsafeRawPointer(bitPattern: 0x10_0000)!

  init(_ format: PixelFormat, _ width: Int, _ height: Int, _ blocks: (count: Int, bytesPerRow: Int)...) {
    (picture, self.blocks) = (StreamPicture(format: format, range: .limited, width: width, height: height), blocks)
  }

  /// The block that a plane is in, where it begins there, and the distance of its rows; nothing for a picture that is too short.
  func planes(_ notes: PictureNotes = PictureNotes(), count: Int = 3) -> [[Int]] {
    let frame = picture.frame(
      blocks: blocks.count,
      block: { index in
        // Addresses only: nothing reads them. A block for each 64 KiB.
        let bytes = UnsafeRawBufferPointer(start: memory + index << 16, count: blocks[index].count)
        return PictureBlock(bytes: bytes, bytesPerRow: blocks[index].bytesPerRow)
      }, notes, sequence: 1, capturedNs: 2, dequeuedNs: 3)
    guard let frame else { return [] }
    let planes = frame.planes
    return [planes.0, planes.1, planes.2].prefix(count).map { plane in
      let offset = plane.base - memory
      return [offset >> 16, offset & 0xffff, plane.bytesPerRow]
    } + [[frame.width, frame.height]]
  }
}

@Suite("A picture of PipeWire in memory")
struct StreamPictureTests {
  @Test("The number of a frame is the node's, unless it says that there is none")
  func numbers() {
    for number in [0, 1, UInt64(UInt32.max)] { #expect(FrameNumber.of(sent: number) == number) }
    for number in [1 << 32, 1 << 63, UInt64.max] { #expect(FrameNumber.of(sent: number) == nil) }
  }

  @Test("Planes follow each other in one block, with the rows' distance that the node reports")
  func oneBlock() {
    #expect(Blocks(.yuyv, 8, 4, (64, 0)).planes(count: 1) == [[0, 0, 16], [8, 4]])
    #expect(Blocks(.nv12, 8, 4, (48, 0)).planes(count: 2) == [[0, 0, 8], [0, 32, 8], [8, 4]])
    #expect(Blocks(.nv12, 8, 4, (96, 16)).planes(count: 2) == [[0, 0, 16], [0, 64, 16], [8, 4]])
    #expect(Blocks(.yuv420, 8, 4, (48, 0)).planes() == [[0, 0, 8], [0, 32, 4], [0, 40, 4], [8, 4]])
    #expect(Blocks(.yuv420, 8, 4, (96, 16)).planes() == [[0, 0, 16], [0, 64, 8], [0, 80, 8], [8, 4]])
    #expect(Blocks(.bgrx, 8, 4, (160, 40)).planes(count: 1) == [[0, 0, 40], [8, 4]])
    #expect(Blocks(.rgb24, 7, 3, (63, 0)).planes(count: 1) == [[0, 0, 21], [7, 3]])
  }

  @Test("Each plane may have a block of its own")
  func severalBlocks() {
    #expect(Blocks(.nv12, 8, 4, (64, 16), (40, 20)).planes(count: 2) == [[0, 0, 16], [1, 0, 20], [8, 4]])
    #expect(Blocks(.yuv420, 8, 4, (32, 0), (8, 0), (8, 0)).planes() == [[0, 0, 8], [1, 0, 4], [2, 0, 4], [8, 4]])
  }

  @Test("The last row may end with its last pixel, and not before")
  func short() {
    #expect(Blocks(.yuyv, 8, 4, (3 * 32 + 16, 32)).planes(count: 1) == [[0, 0, 32], [8, 4]])
    #expect(Blocks(.yuyv, 8, 4, (3 * 32 + 15, 32)).planes().isEmpty)
    #expect(Blocks(.nv12, 8, 4, (47, 0)).planes().isEmpty)
    #expect(Blocks(.yuv420, 8, 4, (32, 0), (8, 0), (7, 0)).planes().isEmpty)
    #expect(Blocks(.grey, 8, 4, (0, 0)).planes().isEmpty)
  }

  @Test("A part begins at an even pixel, in every plane")
  func crop() {
    let crop = PictureNotes(crop: .init(x: 2, y: 2, width: 4, height: 2))
    #expect(Blocks(.yuyv, 8, 4, (64, 0)).planes(crop, count: 1) == [[0, 36, 16], [4, 2]])
    #expect(Blocks(.bgrx, 8, 4, (128, 0)).planes(crop, count: 1) == [[0, 72, 32], [4, 2]])
    #expect(Blocks(.nv12, 8, 4, (48, 0)).planes(crop, count: 2) == [[0, 18, 8], [0, 42, 8], [4, 2]])
    #expect(Blocks(.yuv420, 8, 4, (48, 0)).planes(crop) == [[0, 18, 8], [0, 37, 4], [0, 45, 4], [4, 2]])
    #expect(Blocks(.yuv422, 8, 4, (64, 0)).planes(crop) == [[0, 18, 8], [0, 41, 4], [0, 57, 4], [4, 2]])
    let odd = PictureNotes(crop: .init(x: 3, y: 1, width: 4, height: 3))
    #expect(Blocks(.nv12, 8, 4, (48, 0)).planes(odd, count: 2) == [[0, 2, 8], [0, 34, 8], [5, 4]])
  }

  @Test(
    "A part that is not in the picture is left out",
    arguments: [(-1, 0, 4, 2), (0, -1, 4, 2), (0, 0, 0, 2), (6, 0, 4, 2), (0, 3, 4, 2), (Int.max / 2, 0, 4, 2), (0, 0, Int(UInt32.max), 1)])
  func wrongCrop(x: Int, y: Int, width: Int, height: Int) {
    let crop = PictureNotes(crop: .init(x: x, y: y, width: width, height: height))
    #expect(Blocks(.grey, 8, 4, (32, 0)).planes(crop, count: 1) == [[0, 0, 8], [8, 4]])
  }

  @Test(
    "A picture that is turned or mirrored in memory is upright",
    arguments: [
      (0, FrameRotation.degrees0, false), (1, .degrees90, false), (2, .degrees180, false), (3, .degrees270, false), (4, .degrees0, true),
      (5, .degrees90, true), (6, .degrees180, true), (7, .degrees270, true), (8, .degrees0, false), (UInt32.max, .degrees0, false),
    ])
  func transform(number: UInt32, rotation: FrameRotation, isMirrored: Bool) {
    let bytes = [UInt8](repeating: 0, count: 32)
    bytes.withUnsafeBytes { bytes in
      let frame = StreamPicture(format: .grey, range: .full, width: 8, height: 4).frame(
        blocks: 1, block: { _ in PictureBlock(bytes: bytes, bytesPerRow: 0) }, PictureNotes(transform: number), sequence: 1, capturedNs: 2,
        dequeuedNs: 3)
      guard let frame else {
        Issue.record("the picture is too short")
        return
      }
      let found = (frame.rotation, frame.isMirrored)
      #expect(found == (rotation, isMirrored))
    }
  }
}
