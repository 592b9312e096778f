import CCairo
import Glibc
import Hands
import Imaging
import Platform
import Product

/// A picture that cairo draws on, anti-aliased.
struct Canvas: ~Copyable {
  /// The longest side that cairo draws on, in pixels.
  private static let longestSide = 32767
  private static let rgb24: cairo_format_t = 1
  private static let round: Int32 = 1

  let width: Int, height: Int
  private let cairo: Cairo
  private let surface: OpaquePointer
  private let context: OpaquePointer

  /// - Parameters:
  ///   - width: pixels in a row.
  ///   - height: rows.
  /// - Throws: ``UserError`` if the picture is too large, if there is no memory for it, or if cairo cannot be loaded.
  init(width: Int, height: Int, _ cairo: Cairo) throws(UserError) {
    guard max(width, height) <= Self.longestSide else {
      throw UserError(
        "\(width)×\(height) pixels cannot be drawn on", fix: "scale the picture down to \(Self.longestSide) pixels on a side",
        exitStatus: .noInput)
    }
    // Both are objects even on failure, with a status that says so.
    let surface = cairo.createSurface(Self.rgb24, CInt(width), CInt(height))!
    let context = cairo.create(surface)!
    guard cairo.surfaceStatus(surface) == 0, cairo.status(context) == 0 else {
      let words = String(cString: cairo.text(max(cairo.surfaceStatus(surface), cairo.status(context)))!)
      cairo.destroy(context)
      cairo.destroySurface(surface)
      throw UserError("\(width)×\(height) pixels cannot be drawn on: \(words)", fix: Fix(errno: ENOMEM), exitStatus: .internalError)
    }
    (self.width, self.height, self.cairo, self.surface, self.context) = (width, height, cairo, surface, context)
    cairo.setLineCap(context, Self.round)
    cairo.setLineJoin(context, Self.round)
  }

  deinit {
    cairo.destroy(context)
    cairo.destroySurface(surface)
  }

  /// Covers all of it with one color.
  func fill(_ color: Color) {
    set(color)
    cairo.paint(context)
  }

  /// Covers all of it with a picture of the same size.
  ///
  /// - Parameter bytes: red, green and blue of each pixel, row by row.
  func fill(_ bytes: UnsafeRawBufferPointer) {
    cairo.flush(surface)
    forEachPixel { pixel, index in
      let rgb = bytes[(3 * index)..<(3 * index + 3)]
      pixel.pointee = rgb.reduce(0) { $0 << 8 | UInt32($1) }
    }
    cairo.markDirty(surface)
  }

  /// Draws a line through places.
  func stroke(_ path: [PixelPoint], isClosed: Bool, width: Float, _ color: Color) {
    set(color)
    cairo.setLineWidth(context, Double(width))
    for (index, point) in path.enumerated() {
      let place = Self.place(point)
      if index == 0 { cairo.moveTo(context, place.x, place.y) } else { cairo.lineTo(context, place.x, place.y) }
    }
    if isClosed { cairo.closePath(context) }
    cairo.stroke(context)
  }

  /// Draws a disk.
  func dot(at point: PixelPoint, radius: Float, _ color: Color) {
    set(color)
    let place = Self.place(point)
    cairo.arc(context, place.x, place.y, Double(radius), 0, 2 * .pi)
    cairo.fill(context)
  }

  /// The picture so far.
  func picture() -> RGBPicture {
    cairo.flush(surface)
    let bytes = [UInt8](unsafeUninitializedCapacity: 3 * width * height) { bytes, count in
      forEachPixel { pixel, index in
        for channel in 0..<3 { bytes[3 * index + channel] = UInt8(truncatingIfNeeded: pixel.pointee >> (16 - 8 * channel)) }
      }
      count = 3 * width * height
    }
    return RGBPicture(width: width, height: height, bytes: bytes)
  }

  private func set(_ color: Color) {
    cairo.setSourceRGB(context, Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255)
  }

  /// Cairo's pixel k is between k and k + 1, and its middle is our coordinate k.
  private static func place(_ point: PixelPoint) -> (x: Double, y: Double) { (Double(point.x) + 0.5, Double(point.y) + 0.5) }

  /// Calls `body` with each pixel, which is 0xRRGGBB, and its number.
  private func forEachPixel(_ body: (UnsafeMutablePointer<UInt32>, Int) -> Void) {
    let data = UnsafeMutableRawPointer(cairo.surfaceData(surface)!)
    let stride = Int(cairo.surfaceStride(surface))
    for row in 0..<height {
      let start = (data + row * stride).assumingMemoryBound(to: UInt32.self)
      for column in 0..<width { body(start + column, row * width + column) }
    }
  }
}
