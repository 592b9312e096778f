/// A place in an image as Vision counts it: fractions of its size, from the lower left corner.
public struct NormalizedPoint: Sendable, Equatable {
  /// Distance from the left edge as a fraction of the width.
  public var x: Float
  /// Distance from the lower edge as a fraction of the height.
  public var y: Float

  /// Creates a place. For units see the members.
  public init(x: Float, y: Float) {
    self.x = x
    self.y = y
  }

  /// - Parameters:
  ///   - point: a place in an image.
  ///   - width: width of that image in pixels.
  ///   - height: height of that image in pixels.
  public init(_ point: PixelPoint, width: Int, height: Int) {
    self.init(x: point.x / Float(width), y: 1 - point.y / Float(height))
  }
}

/// A place in an image in pixels, from the upper left corner; pixel k of a row is at coordinate k.
public struct PixelPoint: Sendable, Equatable {
  /// Distance from the left edge in pixels.
  public var x: Float
  /// Distance from the upper edge in pixels.
  public var y: Float

  /// Creates a place. For units see the members.
  public init(x: Float, y: Float) {
    self.x = x
    self.y = y
  }

  /// - Parameters:
  ///   - point: a place in an image.
  ///   - width: width of that image in pixels.
  ///   - height: height of that image in pixels.
  public init(_ point: NormalizedPoint, width: Int, height: Int) {
    self.init(x: point.x * Float(width), y: (1 - point.y) * Float(height))
  }

  /// Whether the place is in an image of this size; false for NaN.
  func isInside(width: Int, height: Int) -> Bool { x >= 0 && x <= Float(width) && y >= 0 && y <= Float(height) }
}

/// A rectangle in an image as Vision counts it: fractions of its size, from the lower left corner.
public struct NormalizedRect: Sendable, Equatable {
  /// The lower left corner.
  public var origin: NormalizedPoint
  /// Size as fractions of the image's.
  public var width: Float, height: Float

  /// Creates a rectangle from its lower left corner. All are fractions of the image's size.
  public init(origin: NormalizedPoint, width: Float, height: Float) {
    self.origin = origin
    self.width = width
    self.height = height
  }

  /// - Parameters:
  ///   - rect: a rectangle in an image.
  ///   - width: width of that image in pixels.
  ///   - height: height of that image in pixels.
  public init(_ rect: PixelRect, width: Int, height: Int) {
    let low = PixelPoint(x: rect.origin.x, y: rect.origin.y + rect.height)
    self.init(
      origin: NormalizedPoint(low, width: width, height: height), width: rect.width / Float(width), height: rect.height / Float(height))
  }
}

/// A rectangle in an image in pixels, from the upper left corner.
public struct PixelRect: Sendable, Equatable {
  /// The upper left corner.
  public var origin: PixelPoint
  /// Size in pixels.
  public var width: Float, height: Float

  /// Creates a rectangle from its upper left corner. All are in pixels.
  public init(origin: PixelPoint, width: Float, height: Float) {
    self.origin = origin
    self.width = width
    self.height = height
  }

  /// - Parameters:
  ///   - rect: a rectangle in an image.
  ///   - width: width of that image in pixels.
  ///   - height: height of that image in pixels.
  public init(_ rect: NormalizedRect, width: Int, height: Int) {
    let high = NormalizedPoint(x: rect.origin.x, y: rect.origin.y + rect.height)
    self.init(
      origin: PixelPoint(high, width: width, height: height), width: rect.width * Float(width), height: rect.height * Float(height))
  }
}

/// One joint of an observed person.
public struct Joint: Sendable, Equatable {
  /// Its place as Vision counts it: fractions of the image's size, origin at the lower left.
  public var location: NormalizedPoint
  /// Its place in pixels, origin at the upper left.
  public var pixelLocation: PixelPoint
  /// Probability that it is visible there, or 0 outside the image; 0…1.
  public var confidence: Float

  /// Creates a joint. The two locations must be the same place.
  public init(location: NormalizedPoint, pixelLocation: PixelPoint, confidence: Float) {
    self.location = location
    self.pixelLocation = pixelLocation
    self.confidence = confidence
  }

  /// - Parameters:
  ///   - place: a place, which may be outside the image.
  ///   - confidence: probability that the joint is visible if it is in the image.
  ///   - width: width of the image in pixels.
  ///   - height: height of the image in pixels.
  package init(at place: PixelPoint, confidence: Float, width: Int, height: Int) {
    self.init(
      location: NormalizedPoint(place, width: width, height: height), pixelLocation: place,
      confidence: place.isInside(width: width, height: height) ? confidence : 0)
  }
}
