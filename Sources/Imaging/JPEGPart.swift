import Glibc

/// The pixels that a crop needs of a frame.
struct CropNeed {
  /// The rows beyond a region that are decoded with it, as a fraction of its size: the next look at the same hand needs no more.
  private static let margin: Float = 0.25

  /// Rows in memory; at least one.
  let rows: Range<Int>
  /// Whether the picture at a quarter of its width and height has as many pixels as the crop.
  let isQuarterEnough: Bool

  /// - Parameters:
  ///   - region: of the upright picture.
  ///   - side: columns and rows of the crop.
  init(_ region: RotatedRegion, of geometry: FrameGeometry, side: Int) {
    let inMemory = geometry.inMemory(region)
    let reach = abs(sin(inMemory.rotation)) * region.width / 2 + abs(cos(inMemory.rotation)) * region.height / 2
    let margin = Self.margin * max(region.width, region.height) + 2
    func row(_ place: Float) -> Int { Int(min(max(place, 0), Float(geometry.height - 1))) }
    rows = row(inMemory.centerY - reach - margin)..<row(inMemory.centerY + reach + margin) + 1
    isQuarterEnough = min(region.width, region.height) >= Float(JPEGQuarter.reduction * side)
  }
}

/// What is decoded for a crop.
struct JPEGPart {
  let planes: (Plane, Plane, Plane)
  let format: PixelFormat
  /// Columns and rows of the picture for each of the part.
  let reduction: Int
}
