import Drawing
import People

/// What the page gets of a picture: what was found, and how it is drawn.
struct PictureAnswer: Encodable {
  private let found: PictureReport
  private let drawing: [Line]

  init(_ people: People, width: Int, height: Int) {
    found = people.report(width: width, height: height)
    let overlay = Overlay(hands: people.hands ?? [], bodies: people.bodies ?? [], faces: people.faces ?? [])
    drawing = overlay.items.map(Line.init)
  }

  /// A point or a line of the drawing.
  private struct Line: Encodable {
    let part: String
    /// One for a point.
    let points: [[Float]]
    let isClosed: Bool

    init(_ item: Overlay.Item) {
      part = "\(item.part)"
      switch item.shape {
      case .point(let place): (points, isClosed) = ([[place.x, place.y]], false)
      case .openPath(let path): (points, isClosed) = (path.map { [$0.x, $0.y] }, false)
      case .closedPath(let path): (points, isClosed) = (path.map { [$0.x, $0.y] }, true)
      }
    }
  }
}
