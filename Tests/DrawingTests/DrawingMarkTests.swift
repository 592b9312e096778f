import Drawing
import Imaging
import Testing

@Suite("The mark of a drawing")
struct DrawingMarkTests {
  private func file(_ format: PictureFormat) throws -> [UInt8] {
    try RGBPicture(width: 5, height: 3, bytes: (0..<45).map { UInt8($0 * 5) }).encoded(as: format)
  }

  private func rgb(_ file: [UInt8]) throws -> [UInt8] {
    try file.withUnsafeBytes { try RGBPicture(decoding: $0).bytes }
  }

  @Test("A marked file is the same picture, and is known; without the mark it is not", arguments: [PictureFormat.jpeg, .png])
  func marked(format: PictureFormat) throws {
    let plain = try file(format)
    let marked = DrawingMark.marked(plain, as: format)
    #expect(DrawingMark.isMarked(marked) && !DrawingMark.isMarked(plain))
    #expect(try rgb(marked) == rgb(plain))
    #expect(marked.count < plain.count + 64)
  }

  @Test("A file that was changed, or cut, anywhere is not known, although it has the comment", arguments: [PictureFormat.jpeg, .png])
  func changed(format: PictureFormat) throws {
    let marked = DrawingMark.marked(try file(format), as: format)
    for place in marked.indices {
      var other = marked
      other[place] ^= 1
      #expect(!DrawingMark.isMarked(other) && !DrawingMark.isMarked(Array(marked[..<place])))
    }
    #expect(!DrawingMark.isMarked(marked + [0]) && !DrawingMark.isMarked([]))
  }
}
