/// The rectangle that thresholds are measured in: the image fills it with its aspect kept, centered, so a distance in view pixels
/// means the same at every camera resolution. Origin top left, y down.
public struct View: Sendable, Equatable {
  /// View pixels.
  public var width: Double, height: Double

  /// Creates a view of this size, in view pixels; by default that of the product's definition.
  public init(width: Double = 640, height: Double = 480) {
    self.width = width
    self.height = height
  }

  /// Where a point of an image (image pixels) falls in the view; outside the rectangle where the image overhangs it.
  public func point(x: Double, y: Double, imageWidth: Int, imageHeight: Int) -> (x: Double, y: Double) {
    func scaled(_ pixels: Double) -> Double { length(pixels, imageWidth: imageWidth, imageHeight: imageHeight) }
    return (scaled(x) + (width - scaled(Double(imageWidth))) / 2, scaled(y) + (height - scaled(Double(imageHeight))) / 2)
  }

  /// A length in an image (image pixels) as a length in the view: times max(width/imageWidth, height/imageHeight).
  ///
  /// Multiplies before it divides, so that 75 px of a 720-line image are exactly 50 px of a 480-line view.
  public func length(_ pixels: Double, imageWidth: Int, imageHeight: Int) -> Double {
    let frameWidth = Double(imageWidth)
    let frameHeight = Double(imageHeight)
    return width * frameHeight >= height * frameWidth ? pixels * width / frameWidth : pixels * height / frameHeight
  }
}
