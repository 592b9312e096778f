import Drawing
import Hands
import Imaging
import Landmarks
import Platform
import Testing
import UserErrors

@Suite("A picture with an overlay")
struct DrawnPictureTests {
  private static let blue: [UInt8] = [10, 132, 255]

  /// A picture that is white but for the first pixel of each row, which is red.
  private func white(_ width: Int, _ height: Int) throws -> StillImage {
    let row: [UInt8] = [200, 0, 0] + [UInt8](repeating: 255, count: 3 * (width - 1))
    let file = try RGBPicture(width: width, height: height, bytes: Array([[UInt8]](repeating: row, count: height).joined())).encoded(
      as: .png)
    var image: StillImage?
    try file.withUnsafeBytes { image = try StillImage(decoding: $0) }
    return image.take()!
  }

  private func color(_ picture: RGBPicture, _ x: Int, _ y: Int) -> [UInt8] {
    Array(picture.bytes[(3 * (y * picture.width + x))...].prefix(3))
  }

  private func overlay(_ shapes: Overlay.Shape...) -> Overlay {
    var overlay = Overlay()
    overlay.items = shapes.map { Overlay.Item($0, of: .hand) }
    return overlay
  }

  @Test("keeps the picture where nothing is drawn")
  func unchanged() throws {
    let picture = try Overlay().drawn(on: white(7, 5))
    #expect(picture.width == 7 && picture.height == 5)
    #expect(color(picture, 0, 3) == [200, 0, 0] && color(picture, 1, 3) == [255, 255, 255])
  }

  @Test("is gray where it is asked for")
  func gray() throws {
    let picture = try Overlay().drawn(on: white(7, 5), background: .gray)
    let gray = color(picture, 0, 0)
    #expect(
      gray != [200, 0, 0] && stride(from: 0, to: picture.bytes.count, by: 3).allSatisfy { Array(picture.bytes[$0..<$0 + 3]) == gray })
  }

  @Test("has a line exactly on its pixels: three wide, around pixel 40")
  func line() throws {
    var style = OverlayStyle()
    style.lineWidth = 3
    let path = Overlay.Shape.openPath([PixelPoint(x: 100, y: 40), PixelPoint(x: 800, y: 40)])
    let picture = try overlay(path).drawn(on: white(900, 60), style: style)
    #expect((39...41).allSatisfy { color(picture, 400, $0) == Self.blue })
    #expect(color(picture, 400, 38) == [255, 255, 255] && color(picture, 400, 42) == [255, 255, 255])
    #expect(color(picture, 90, 40) == [255, 255, 255])
  }

  @Test("is anti-aliased")
  func antiAliased() throws {
    let picture = try overlay(.openPath([PixelPoint(x: 10, y: 10), PixelPoint(x: 80, y: 37)])).drawn(on: white(100, 50))
    let reds = Set(stride(from: 0, to: picture.bytes.count, by: 3).map { picture.bytes[$0] })
    #expect(reds.count > 10)
  }

  @Test("connects the end of a closed path with its start, and not that of an open one")
  func closing() throws {
    let corners = [PixelPoint(x: 20, y: 20), PixelPoint(x: 80, y: 20), PixelPoint(x: 80, y: 80)]
    let between = (x: 50, y: 50)
    let closed = try overlay(.closedPath(corners)).drawn(on: white(100, 100))
    let open = try overlay(.openPath(corners)).drawn(on: white(100, 100))
    #expect(color(closed, between.x, between.y) == Self.blue && color(open, between.x, between.y) == [255, 255, 255])
  }

  @Test("has lines and points that grow with it")
  func scale() throws {
    func drawn(_ side: Int) throws -> Int {
      let middle = PixelPoint(x: Float(side / 2), y: Float(side / 2))
      let picture = try overlay(.point(middle)).drawn(on: white(side, side))
      return (1..<side).count { color(picture, $0, side / 2) != [255, 255, 255] }
    }
    #expect(try (9...11).contains(drawn(900)) && (18...20).contains(drawn(1800)))
  }

  @Test("is drawn for places far outside or nowhere", arguments: [Float.nan, .infinity, -.infinity, 1e30, -1e6])
  func nowhere(number: Float) throws {
    let place = PixelPoint(x: number, y: 20)
    let shapes: [Overlay.Shape] = [.point(place), .openPath([place, PixelPoint(x: 10, y: 10)]), .closedPath([place, place])]
    let picture = try overlay(shapes[0], shapes[1], shapes[2]).drawn(on: white(50, 50))
    #expect(picture.bytes.count == 3 * 50 * 50)
  }

  @Test("is refused where a side is longer than cairo draws")
  func tooLong() throws {
    #expect { _ = try Overlay().drawn(on: white(32768, 1)) } throws: { error in
      (error as? UserError)?.exitStatus == .noInput && (error as? UserError)?.fix != nil
    }
  }

  @Test("has a single pixel")
  func onePixel() throws {
    #expect(try overlay(.point(PixelPoint(x: 0, y: 0))).drawn(on: white(1, 1)).bytes == [255, 69, 58])
  }

  @Test("is the same when it is written as PNG and read, and nearly so as JPEG", arguments: [PictureFormat.png, .jpeg])
  func files(format: PictureFormat) throws {
    let picture = try overlay(.openPath([PixelPoint(x: 10, y: 10), PixelPoint(x: 80, y: 37)])).drawn(on: white(100, 50))
    let file = try picture.encoded(as: format)
    #expect(file.withUnsafeBytes { PictureFormat(startingWith: $0) } == format)
    let read = try file.withUnsafeBytes { try RGBPicture(decoding: $0) }
    #expect(read.width == 100 && read.height == 50)
    let difference = zip(read.bytes, picture.bytes).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    #expect(difference <= (format == .png ? 0 : 8 * picture.bytes.count))
  }
}
