/// Where the first row and the first column of an image in memory are in the upright picture: the values of the Exif tag Orientation, with
/// the names of Apple's `CGImagePropertyOrientation`.
public enum ImageOrientation: UInt32, Sendable, CaseIterable {
  /// The first row is the top, the first column the left side.
  case up = 1
  /// The first row is the top, the first column the right side.
  case upMirrored = 2
  /// The first row is the bottom, the first column the right side.
  case down = 3
  /// The first row is the bottom, the first column the left side.
  case downMirrored = 4
  /// The first row is the left side, the first column the top.
  case leftMirrored = 5
  /// The first row is the right side, the first column the top: turned by 90° clockwise, the image is upright.
  case right = 6
  /// The first row is the right side, the first column the bottom.
  case rightMirrored = 7
  /// The first row is the left side, the first column the bottom: turned by 90° counterclockwise, the image is upright.
  case left = 8

  /// Whether the rows in memory are the columns of the upright picture.
  var isSideways: Bool {
    switch self {
    case .up, .upMirrored, .down, .downMirrored: false
    case .leftMirrored, .right, .rightMirrored, .left: true
    }
  }

  /// The distance in memory from the first pixel in memory to the first pixel of the upright picture, and the steps from its columns and
  /// rows to the next.
  ///
  /// - Parameters:
  ///   - column: the step from a column to the next in memory.
  ///   - row: the step from a row to the next in memory.
  ///   - width: columns in memory.
  ///   - height: rows in memory.
  func steps(column: Int, row: Int, width: Int, height: Int) -> (origin: Int, across: Int, down: Int) {
    let (lastColumn, lastRow) = (column * (width - 1), row * (height - 1))
    return switch self {
    case .up: (0, column, row)
    case .upMirrored: (lastColumn, -column, row)
    case .down: (lastColumn + lastRow, -column, -row)
    case .downMirrored: (lastRow, column, -row)
    case .leftMirrored: (0, row, column)
    case .right: (lastRow, -row, column)
    case .rightMirrored: (lastColumn + lastRow, -row, -column)
    case .left: (lastColumn, row, -column)
    }
  }
}
