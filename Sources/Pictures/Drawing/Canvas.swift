import CCairo
import Glibc
import Hands
import Imaging
import Platform
import UserErrors

/// A picture that cairo draws on, anti-aliased.
struct Canvas: ~Copyable {
  /// The longest side that cairo draws on, in pixels.
  private static let longestSide = 32767

  let width: Int, height: Int
  private let calls: cairo_functions
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
    let calls = cairo.calls
    // Both are objects even on failure. A context has the status of its surface.
    let surface = calls.cairo_image_surface_create(CAIRO_FORMAT_RGB24, CInt(width), CInt(height))!
    let context = calls.cairo_create(surface)!
    let status = calls.cairo_status(context)
    guard status == CAIRO_STATUS_SUCCESS else {
      let words = String(cString: calls.cairo_status_to_string(status)!)
      calls.cairo_destroy(context)
      calls.cairo_surface_destroy(surface)
      throw UserError("\(width)×\(height) pixels cannot be drawn on: \(words)", fix: Fix(errno: ENOMEM), exitStatus: .internalError)
    }
    (self.width, self.height, self.calls, self.surface, self.context) = (width, height, calls, surface, context)
    calls.cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
    calls.cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
  }

  deinit {
    calls.cairo_destroy(context)
    calls.cairo_surface_destroy(surface)
  }

  /// Covers all of it with one color.
  func fill(_ color: Color) {
    set(color)
    calls.cairo_paint(context)
  }

  /// Covers all of it with a picture of the same size.
  ///
  /// - Parameter bytes: red, green and blue of each pixel, row by row.
  func fill(_ bytes: UnsafeRawBufferPointer) {
    calls.cairo_surface_flush(surface)
    forEachPixel { pixel, index in
      let rgb = bytes[(3 * index)..<(3 * index + 3)]
      pixel.pointee = rgb.reduce(0) { $0 << 8 | UInt32($1) }
    }
    calls.cairo_surface_mark_dirty(surface)
  }

  /// Draws a line through places.
  func stroke(_ path: [PixelPoint], isClosed: Bool, width: Float, _ color: Color) {
    set(color)
    calls.cairo_set_line_width(context, Double(width))
    for (index, point) in path.enumerated() {
      let place = Self.place(point)
      if index == 0 { calls.cairo_move_to(context, place.x, place.y) } else { calls.cairo_line_to(context, place.x, place.y) }
    }
    if isClosed { calls.cairo_close_path(context) }
    calls.cairo_stroke(context)
  }

  /// Draws a disk.
  func dot(at point: PixelPoint, radius: Float, _ color: Color) {
    set(color)
    let place = Self.place(point)
    calls.cairo_arc(context, place.x, place.y, Double(radius), 0, 2 * .pi)
    calls.cairo_fill(context)
  }

  /// The picture so far.
  func picture() -> RGBPicture {
    calls.cairo_surface_flush(surface)
    let bytes = [UInt8](unsafeUninitializedCapacity: 3 * width * height) { bytes, count in
      forEachPixel { pixel, index in
        for channel in 0..<3 { bytes[3 * index + channel] = UInt8(truncatingIfNeeded: pixel.pointee >> (16 - 8 * channel)) }
      }
      count = 3 * width * height
    }
    return RGBPicture(width: width, height: height, bytes: bytes)
  }

  private func set(_ color: Color) {
    calls.cairo_set_source_rgb(context, Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255)
  }

  /// Cairo's pixel k is between k and k + 1, and its middle is our coordinate k.
  private static func place(_ point: PixelPoint) -> (x: Double, y: Double) { (Double(point.x) + 0.5, Double(point.y) + 0.5) }

  /// Calls `body` with each pixel, which is 0xRRGGBB, and its number.
  private func forEachPixel(_ body: (UnsafeMutablePointer<UInt32>, Int) -> Void) {
    let data = UnsafeMutableRawPointer(calls.cairo_image_surface_get_data(surface)!)
    let stride = Int(calls.cairo_image_surface_get_stride(surface))
    for row in 0..<height {
      let start = (data + row * stride).assumingMemoryBound(to: UInt32.self)
      for column in 0..<width { body(start + column, row * width + column) }
    }
  }
}
