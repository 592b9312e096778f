import Foundation

/// A picture of what a rule trades: how often people swipe who do not mean to, against how many shown thumbs swipe.
struct Picture {
  private static let size = (width: 720.0, height: 420.0)
  private static let plot = (left: 80.0, right: 690.0, top: 30.0, bottom: 360.0)
  /// Fewer false swipes an hour than one in the footage are drawn at the bottom.
  private static let falseRange = (least: 0.5, most: 200.0)
  private static let keptRange = (least: 0.6, most: 1.0)

  private var shapes: [String] = []

  init(_ curves: [(name: String, color: String, points: [PeopleTable.Point])]) {
    for kept in stride(from: 60, through: 100, by: 10) { addColumn("\(kept) %", x(Double(kept) / 100)) }
    for rate in [0.5, 1, 2, 5, 10, 20, 50, 100, 200] { addRow(rate == 0.5 ? "none" : "\(Int(rate))", y(rate)) }
    addText("shown thumbs that swipe", (Self.plot.left + Self.plot.right) / 2, Self.plot.bottom + 45, anchor: "middle")
    addText("false swipes an hour", 20, (Self.plot.top + Self.plot.bottom) / 2, anchor: "middle", turn: true)
    for (index, curve) in curves.enumerated() {
      let places = curve.points.map { (x: x($0.keptShare), y: y($0.falsePerHour)) }
      let line = places.map { "\(text($0.x)),\(text($0.y))" }.joined(separator: " ")
      shapes.append(#"<polyline points="\#(line)" fill="none" stroke="\#(curve.color)" stroke-width="2"/>"#)
      for (point, place) in zip(curve.points, places) {
        shapes.append(#"<circle cx="\#(text(place.x))" cy="\#(text(place.y))" r="4" fill="\#(curve.color)"/>"#)
        guard [50, 150, 300, 600].contains(point.dwellMs) else { continue }
        let isAbove = index == 0
        addText(
          "\(point.dwellMs) ms", place.x + (isAbove ? -8 : 8), place.y + (isAbove ? -8 : 16), size: 11, anchor: isAbove ? "end" : "start")
      }
      let legend = Self.plot.top + 20 + 22 * Double(index)
      shapes.append(#"<circle cx="\#(text(Self.plot.left + 16))" cy="\#(text(legend - 5))" r="4" fill="\#(curve.color)"/>"#)
      addText(curve.name, Self.plot.left + 28, legend)
    }
  }

  /// The picture as SVG.
  var svg: String {
    let (width, height) = (text(Self.size.width), text(Self.size.height))
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)" \
      font-family="sans-serif" font-size="14" fill="#333">
      <rect width="100%" height="100%" fill="#fff"/>
      \(shapes.joined(separator: "\n"))
      </svg>

      """
  }

  private func x(_ kept: Double) -> Double {
    let part = (max(kept, Self.keptRange.least) - Self.keptRange.least) / (Self.keptRange.most - Self.keptRange.least)
    return Self.plot.left + part * (Self.plot.right - Self.plot.left)
  }

  private func y(_ rate: Double) -> Double {
    let (least, most) = (log(Self.falseRange.least), log(Self.falseRange.most))
    let part = (log(min(max(rate, Self.falseRange.least), Self.falseRange.most)) - least) / (most - least)
    return Self.plot.bottom - part * (Self.plot.bottom - Self.plot.top)
  }

  private mutating func addColumn(_ label: String, _ x: Double) {
    addLine(x, Self.plot.top, x, Self.plot.bottom)
    addText(label, x, Self.plot.bottom + 20, anchor: "middle")
  }

  private mutating func addRow(_ label: String, _ y: Double) {
    addLine(Self.plot.left, y, Self.plot.right, y)
    addText(label, Self.plot.left - 8, y + 5, anchor: "end")
  }

  private mutating func addLine(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
    shapes.append(#"<line x1="\#(text(x1))" y1="\#(text(y1))" x2="\#(text(x2))" y2="\#(text(y2))" stroke="lightgray"/>"#)
  }

  private mutating func addText(_ words: String, _ x: Double, _ y: Double, size: Int = 14, anchor: String = "start", turn: Bool = false) {
    let turned = turn ? #" transform="rotate(-90 \#(text(x)) \#(text(y)))""# : ""
    shapes.append(#"<text x="\#(text(x))" y="\#(text(y))" font-size="\#(size)" text-anchor="\#(anchor)"\#(turned)>\#(words)</text>"#)
  }

  private func text(_ number: Double) -> String { String(format: "%.1f", number) }
}
