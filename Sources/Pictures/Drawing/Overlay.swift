import Hands
import Imaging
import Landmarks
import Platform
import UserErrors

/// A color of 8 bits per channel.
public struct Color: Sendable, Equatable {
  /// Each 0…255.
  public var red: UInt8, green: UInt8, blue: UInt8

  /// Creates a color; each is 0…255.
  public init(red: UInt8, green: UInt8, blue: UInt8) { (self.red, self.green, self.blue) = (red, green, blue) }
}

/// How wide and in which colors things are drawn.
public struct OverlayStyle: Sendable, Equatable {
  /// Width of lines and radius of points, in pixels of a picture whose longer side is 900; they grow with the picture.
  public var lineWidth: Float = 3, pointRadius: Float = 4.5
  /// Those of a face, whose points are closer together.
  public var faceLineWidth: Float = 1.5, facePointRadius: Float = 2.5
  /// The colors of hands.
  public var handLine = Color(red: 10, green: 132, blue: 255), handPoint = Color(red: 255, green: 69, blue: 58)
  /// The colors of bodies.
  public var bodyLine = Color(red: 48, green: 209, blue: 88), bodyPoint = Color(red: 255, green: 255, blue: 255)
  /// The colors of faces.
  public var faceLine = Color(red: 255, green: 214, blue: 10), facePoint = Color(red: 255, green: 69, blue: 58)

  /// The colors and widths of the program `landmarks`.
  public init() {}
}

/// What a picture shows behind an ``Overlay``.
public enum OverlayBackground: Sendable {
  case picture, gray
}

/// The points, open paths and closed paths that are drawn for hands, bodies and faces.
public struct Overlay: Sendable, Equatable {
  /// What is drawn. Places are in image pixels.
  public enum Shape: Sendable, Equatable {
    case point(PixelPoint)
    case openPath([PixelPoint])
    case closedPath([PixelPoint])
  }

  /// What a shape is of, which decides its color and size.
  public enum Part: Sendable, Equatable {
    case hand, body, face
  }

  /// A shape and what it is of.
  public struct Item: Sendable, Equatable {
    /// What is drawn.
    public var shape: Shape
    /// What it is of.
    public var part: Part

    /// Creates a shape of a part.
    public init(_ shape: Shape, of part: Part) { (self.shape, self.part) = (shape, part) }
  }

  /// The shapes in the order in which they are drawn.
  public var items: [Item] = []

  /// Without shapes.
  public init() {}

  /// Draws the shapes on a picture.
  ///
  /// - Parameters:
  ///   - background: the picture itself, or plain gray of its size.
  /// - Returns: a picture of the same size.
  /// - Throws: `UserError` if cairo is not installed, or if a side of the picture is longer than 32,767 pixels.
  public func drawn(
    on image: borrowing StillImage, style: OverlayStyle = OverlayStyle(), background: OverlayBackground = .picture
  ) throws -> RGBPicture {
    let canvas = try Canvas(width: image.width, height: image.height, Cairo())
    switch background {
    case .gray: canvas.fill(Color(red: 107, green: 111, blue: 118))
    case .picture:
      image.withFrame { frame in
        canvas.fill(UnsafeRawBufferPointer(start: frame.planes.0.base, count: 3 * frame.width * frame.height))
      }
    }
    // Thinner lines would be lost between the pixels of a small picture.
    let scale = max(Float(max(image.width, image.height)) / 900, 0.5)
    for item in items where item.shape.isNearby { canvas.draw(item, style, scale) }
    return canvas.picture()
  }
}

extension Overlay.Shape {
  /// Whether all its places are within a million pixels: cairo's coordinates overflow at eight millions.
  fileprivate var isNearby: Bool {
    let places =
      switch self {
      case .point(let place): [place]
      case .openPath(let path), .closedPath(let path): path
      }
    // False for NaN too.
    return places.allSatisfy { abs($0.x) < 1e6 && abs($0.y) < 1e6 }
  }
}

extension Canvas {
  fileprivate func draw(_ item: Overlay.Item, _ style: OverlayStyle, _ scale: Float) {
    let (line, point, width, radius) =
      switch item.part {
      case .hand: (style.handLine, style.handPoint, style.lineWidth, style.pointRadius)
      case .body: (style.bodyLine, style.bodyPoint, style.lineWidth, style.pointRadius)
      case .face: (style.faceLine, style.facePoint, style.faceLineWidth, style.facePointRadius)
      }
    switch item.shape {
    case .point(let place): dot(at: place, radius: radius * scale, point)
    case .openPath(let path): stroke(path, isClosed: false, width: width * scale, line)
    case .closedPath(let path): stroke(path, isClosed: true, width: width * scale, line)
    }
  }
}
