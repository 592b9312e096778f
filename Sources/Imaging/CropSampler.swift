import Glibc

/// A rectangle of an image, rotated about its center: the region of interest of a model.
public struct RotatedRegion: Sendable, Equatable {
  /// Center, in image pixels; pixel k of a row is at coordinate k.
  public var centerX: Float, centerY: Float
  /// Size along its own axes, in image pixels.
  public var width: Float, height: Float
  /// Rotation in radians, clockwise in the image (y points down).
  public var rotation: Float

  /// Creates a region. For units see the members.
  public init(centerX: Float, centerY: Float, width: Float, height: Float, rotation: Float = 0) {
    self.centerX = centerX
    self.centerY = centerY
    self.width = width
    self.height = height
    self.rotation = rotation
  }

  /// Whether it can be sampled: all numbers are finite and within a million pixels, far more than any image has, and no side is
  /// negative.
  public var isSane: Bool {
    let numbers = SIMD8(centerX, centerY, width, height, rotation, 0, 0, 0)
    return all(numbers .> -1e6) && all(numbers .< 1e6) && width >= 0 && height >= 0
  }

  /// The smallest upright square that contains an image, with the same center: the input of a detector.
  public static func letterbox(width: Int, height: Int) -> RotatedRegion {
    let side = Float(max(width, height))
    return RotatedRegion(centerX: Float(width) / 2, centerY: Float(height) / 2, width: side, height: side)
  }
}

/// The color of pixels outside the image.
public enum Border: Sendable {
  /// That of the nearest pixel of the image.
  case replicate
  /// Black.
  case zero
}

/// The numbers between which a model expects colors.
public enum ColorScale: Sendable {
  /// Black is 0, full intensity 1.
  case zeroToOne
  /// Black is −1, full intensity 1.
  case minusOneToOne
}

/// Samples a region of a frame into a model's input: bilinear, directly from the camera's pixel layout.
///
/// On RGB the result is identical to that of OpenCV's `warpPerspective`, which MediaPipe uses: places are rounded to 1/32 of a pixel
/// and values to integers. Without this rounding, landmarks shift by a tenth of a pixel.
public enum CropSampler {
  /// Fills `tensor` with R, G, B, row by row (NHWC, N = 1, C = 3).
  ///
  /// Column i of n samples the region at i/n − ½ of its width from the center: without a half-pixel offset, as in MediaPipe.
  ///
  /// - Parameters:
  ///   - region: a sane region (``RotatedRegion/isSane``) of the upright picture.
  ///   - side: columns and rows of the tensor.
  ///   - rows: number of rows to fill, those in the middle; nil for all.
  ///   - border: color of pixels outside the frame.
  ///   - scale: numbers that stand for colors.
  ///   - places: how places are computed.
  ///   - tensor: memory for side × rows × 3 values.
  public static func sample(
    _ frame: borrowing Frame, _ region: RotatedRegion, side: Int, rows: Int? = nil, border: Border, scale: ColorScale = .zeroToOne,
    places: CropPlaces = .direct, into tensor: UnsafeMutableBufferPointer<Float>
  ) {
    let rows = rows ?? side
    precondition(tensor.count >= side * rows * 3, "the tensor is too small for the crop")
    precondition(region.isSane, "the region is not a place in an image")
    let part = frame.part(for: CropNeed(region, of: frame.geometry, side: side))
    part.read(
      with: Crop(
        region, places, of: frame.geometry, reducedBy: part.reduction, side: side, rows: rows, border: border, scale: scale,
        tensor: tensor.baseAddress!))
    // A crop with a black border, that of a detector, is scaled while it is drawn.
    if border == .replicate, scale == .minusOneToOne {
      for i in 0..<side * rows * 3 { tensor[i] = tensor[i] * 2 - 1 }
    }
  }
}

/// The mapping of a tensor's columns and rows to a region of a frame.
struct Crop: PixelReader {
  /// The place of column 0 of row 0 and the steps from column to column and row to row, in 1/32 of a frame pixel.
  private let origin: SIMD2<Double>, across: SIMD2<Double>, down: SIMD2<Double>
  /// What a place is divided by, as the three numbers of which it is the sum; nil if it is 1.
  private let divisor: (origin: Double, across: Double, down: Double)?
  private let side: Int
  /// The rows of the region that are drawn.
  private let rows: Range<Int>
  private let border: Border
  private let scale: ColorScale
  private let tensor: UnsafeMutablePointer<Float>

  init(
    _ region: RotatedRegion, _ places: CropPlaces, of geometry: FrameGeometry, reducedBy reduction: Int, side: Int, rows: Int,
    border: Border, scale: ColorScale, tensor: UnsafeMutablePointer<Float>
  ) {
    // The center of a reduced pixel is that of the pixels that it is the mean of.
    let factor = 32 / Double(reduction)
    let offset = SIMD2(repeating: (factor - 32) / 2)
    switch places {
    case .direct:
      let angle = Double(region.rotation)
      let across = SIMD2(cos(angle), sin(angle)) * (Double(region.width) / Double(side))
      let down = SIMD2(-sin(angle), cos(angle)) * (Double(region.height) / Double(side))
      let origin = SIMD2(Double(region.centerX), Double(region.centerY)) - (across + down) * (Double(side) / 2)
      self.origin = geometry.place(origin) * factor + offset
      (self.across, self.down) = (geometry.step(across) * factor, geometry.step(down) * factor)
      divisor = nil
    case .openCV:
      let mapping = OpenCVMapping(region, side: side)
      // The corner of the picture is divided too.
      func scaled(_ vector: SIMD3<Double>) -> SIMD2<Double> {
        (geometry.step(SIMD2(vector.x, vector.y)) + geometry.place(.zero) * vector.z) * factor + offset * vector.z
      }
      (origin, across, down) = (scaled(mapping.origin), scaled(mapping.across), scaled(mapping.down))
      // Of most upright regions it is 1 exactly, and a division by it changes nothing.
      let isOne = mapping.origin.z == 1 && mapping.across.z == 0 && mapping.down.z == 0
      divisor = isOne ? nil : (mapping.origin.z, mapping.across.z, mapping.down.z)
    }
    self.side = side
    self.rows = (side - rows) / 2..<(side + rows) / 2
    self.border = border
    self.scale = scale
    self.tensor = tensor
  }

  /// Fills the tensor, a few columns at a time, in four short loops: compute each column's place, load the bytes around it, blend
  /// their two rows, and convert them to a color. The compiler vectorizes all but the second.
  @inline(__always)
  func read(_ frame: borrowing Frame, _ layout: some PixelLayout, _ colors: some ColorConversion) {
    let last = (x: frame.width &- 1, y: frame.height &- 1)
    // Four calls, so that the border, and whether places are divided, are constants in each.
    switch (border, divisor) {
    case (.replicate, nil): draw(last, layout, colors, .replicate, dividedBy: nil)
    case (.zero, nil): draw(last, layout, colors, .zero, dividedBy: nil)
    case (.replicate, let divisor?): draw(last, layout, colors, .replicate, dividedBy: divisor)
    case (.zero, let divisor?): draw(last, layout, colors, .zero, dividedBy: divisor)
    }
  }

  /// The columns and rows of which the picture covers a part, and perhaps a few more; all of them in a rotated region.
  private func covered(_ last: (x: Int, y: Int)) -> (columns: Range<Int>, rows: Range<Int>) {
    let all = Double(side)
    guard abs(across.y) * all < 1, abs(down.x) * all < 1 else { return (0..<side, rows) }
    func covered(_ origin: Double, _ step: Double, _ last: Int) -> Range<Int> {
      guard step > 0 else { return 0..<side }
      // A pixel and a little more outside the picture, everything is black.
      func index(_ place: Double) -> Int { Int(min(max((place - origin) / step, 0), all)) }
      return index(-36)..<min(index(Double(32 * last + 36)) + 1, side)
    }
    return (covered(origin.x, across.x, last.x), covered(origin.y, down.y, last.y))
  }

  @inline(__always)
  private func draw<Layout: PixelLayout>(
    _ last: (x: Int, y: Int), _ layout: Layout, _ colors: some ColorConversion, _ border: Border,
    dividedBy divisor: (origin: Double, across: Double, down: Double)?
  ) {
    let blacks = colors.blacks
    let (factor, black): (Float, Float) = scale == .minusOneToOne ? (2, -1) : (1, 0)
    let (columns, covered) = border == .zero ? covered(last) : (0..<side, rows)
    let drawn = covered.clamped(to: rows)
    if columns.count < side || drawn.count < rows.count {
      for i in 0..<3 &* side &* rows.count { tensor[i] = black }
    }
    let limit = (x: Int32(truncatingIfNeeded: 32 &* last.x), y: Int32(truncatingIfNeeded: 32 &* last.y))
    withUnsafeTemporaryAllocation(byteCount: CropRow.bytes, alignment: CropRow.alignment) { scratch in
      let pixels = CropRow(in: scratch.baseAddress!)
      for row in drawn {
        let start = origin + Double(row) * down
        var done = columns.lowerBound
        while done < columns.upperBound {
          let count = min(CropRow.length, columns.upperBound &- done)
          for i in 0..<Int32(truncatingIfNeeded: count) {
            let column = Double(done) + Double(i)
            var place = (x: start.x + column * across.x, y: start.y + column * across.y)
            if let divisor {
              let factor = 1 / (divisor.origin + Double(row) * divisor.down + column * divisor.across)
              place = (place.x * factor, place.y * factor)
            }
            pixels.place(Int(i), place.x, place.y, limit: limit, border)
          }
          for i in 0..<count { pixels.read(i, layout, lastRow: last.y) }
          for i in 0..<4 &* count { pixels.blendRows(i) }
          let out = tensor + 3 &* ((row &- rows.lowerBound) &* side &+ done)
          for i in 0..<count {
            let (a, b, c) = Layout.codes(pixels.bytes(i), odd: pixels.odd(i))
            let rgb = colors.rgb(
              pixels.blend(i, a, black: blacks.0, border), pixels.blend(i, b, black: blacks.1, border),
              pixels.blend(i, c, black: blacks.2, border))
            (out[3 &* i], out[3 &* i &+ 1], out[3 &* i &+ 2]) =
              border == .replicate ? rgb : (rgb.0 * factor + black, rgb.1 * factor + black, rgb.2 * factor + black)
          }
          done &+= count
        }
      }
    }
  }
}
