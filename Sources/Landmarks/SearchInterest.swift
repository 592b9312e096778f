import Imaging

/// How much a search of each cell of a picture promises: more where something moves or has moved lately, and more the longer ago the cell was
/// searched in squares of the same size.
struct SearchInterest: Sendable {
  /// What remains of a cell's motion after each search.
  private static let cooling: Float = 0.95
  /// The motion of a cell in which nothing moves. It is small, so that the squares without motion share what those with motion leave.
  private static let leastMotion: Float = 0.002
  /// The motion of a cell that has begun to move: a hand that is raised comes before a person who moves all the time.
  private static let newMotion: Float = 4
  /// Motion below which a cell that moves has begun to move.
  private static let restingMotion: Float = 0.3
  /// The age of a cell that has just been searched.
  private static let leastAge: Float = 0.25
  /// How much more the middle of a square counts than the rest, and once more the middle of the middle: a hand that moves is to be there.
  private static let middle: Float = 0.5

  /// The motion of each cell, ``leastMotion`` to ``newMotion``.
  private var motion = [Float](repeating: leastMotion, count: LumaGrid.count)
  /// For each size of squares and each cell: number of squares that were searched since the cell was.
  private var ages: [Float]
  /// Sums of interest over all cells above and to the left, with a row and a column of zeros.
  private var sums = [Float](repeating: 0, count: (LumaGrid.columns + 1) * (LumaGrid.rows + 1))

  /// - Parameter sizes: number of sizes of squares.
  init(sizes: Int = 0) { ages = [Float](repeating: 1, count: sizes * LumaGrid.count) }

  /// Adds what has moved since the last search; nil if that is unknown.
  ///
  /// - Returns: the number of cells that have begun to move.
  mutating func add(_ moving: CellSet?) -> Int {
    var begun = 0
    for cell in motion.indices {
      let before = max(Self.cooling * motion[cell], Self.leastMotion)
      let isMoving = moving?.contains(cell) == true
      if isMoving, before < Self.restingMotion {
        begin(cell)
        begun += 1
      } else {
        motion[cell] = isMoving ? max(before, 1) : before
      }
    }
    return begun
  }

  /// A cell begins to move: a search of it before that does not count.
  private mutating func begin(_ cell: Int) {
    motion[cell] = Self.newMotion
    for index in stride(from: cell, to: ages.count, by: LumaGrid.count) { ages[index] = max(ages[index], 1) }
  }

  /// The window of the most interest.
  ///
  /// - Parameters:
  ///   - size: number of the size of squares.
  ///   - window: number of columns and rows.
  mutating func mostInteresting(_ size: Int, _ window: (columns: Int, rows: Int)) -> LumaGrid.Cells {
    addUp(size)
    var best: (column: Int, row: Int, interest: Float) = (0, 0, -1)
    for row in 0...LumaGrid.rows - window.rows {
      for column in 0...LumaGrid.columns - window.columns {
        let interest =
          sum(column, row, window, inset: 0) + Self.middle * (sum(column, row, window, inset: 2) + sum(column, row, window, inset: 3))
        if interest > best.interest { best = (column, row, interest) }
      }
    }
    return (best.column...best.column + window.columns - 1, best.row...best.row + window.rows - 1)
  }

  /// Records the search of a window.
  ///
  /// - Parameter margin: as a fraction of the window's size: cells there do not count as searched, except at the edge of the picture.
  mutating func didSearch(_ size: Int, _ window: LumaGrid.Cells, margin: Float) {
    func searched(_ cells: ClosedRange<Int>, of all: Int) -> ClosedRange<Int> {
      let cut = Int((margin * Float(cells.count)).rounded())
      return (cells.lowerBound == 0 ? 0 : cells.lowerBound + cut)...(cells.upperBound == all - 1 ? all - 1 : cells.upperBound - cut)
    }
    let (columns, rows) = (searched(window.columns, of: LumaGrid.columns), searched(window.rows, of: LumaGrid.rows))
    for row in 0..<LumaGrid.rows {
      for column in 0..<LumaGrid.columns {
        let index = size * LumaGrid.count + row * LumaGrid.columns + column
        ages[index] = columns.contains(column) && rows.contains(row) ? Self.leastAge : ages[index] + 1
      }
    }
  }

  private mutating func addUp(_ size: Int) {
    let stride = LumaGrid.columns + 1
    for row in 0..<LumaGrid.rows {
      var line: Float = 0
      for column in 0..<LumaGrid.columns {
        let cell = row * LumaGrid.columns + column
        line += motion[cell] * ages[size * LumaGrid.count + cell]
        sums[(row + 1) * stride + column + 1] = sums[row * stride + column + 1] + line
      }
    }
  }

  /// The interest of the cells of a window.
  ///
  /// - Parameter inset: eighths of the window that do not count on each side.
  private func sum(_ column: Int, _ row: Int, _ window: (columns: Int, rows: Int), inset: Int) -> Float {
    let (across, down) = (window.columns * inset / 8, window.rows * inset / 8)
    let (left, top, right, bottom) = (column + across, row + down, column + window.columns - across, row + window.rows - down)
    let stride = LumaGrid.columns + 1
    return sums[bottom * stride + right] - sums[top * stride + right] - sums[bottom * stride + left] + sums[top * stride + left]
  }
}
