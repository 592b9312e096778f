import Hands

/// The regions of a face, named as in Apple's Vision, and the mesh that they are part of. Left and right are the person's.
public struct FaceLandmarks: Sendable, Equatable {
  /// A point of a face in an image.
  public struct Point: Sendable, Equatable {
    /// Its place as Vision counts it: fractions of the image's size, origin at the lower left.
    public var location: NormalizedPoint
    /// Its place in pixels, origin at the upper left.
    public var pixelLocation: PixelPoint
    /// Depth in pixels; smaller is closer to the camera.
    public var depth: Float
  }

  /// A part of a face, drawn as a line through its points.
  public struct Region: Sendable, Equatable {
    /// Its points, in the order of the line.
    public var points: [Point]
    /// Whether the last point is connected to the first.
    public var isClosed: Bool
  }

  /// The points of MediaPipe's face mesh, in its order: 468, or with those of the irises 478.
  public var mesh: [Point]

  /// - Parameters:
  ///   - width: width of the image in pixels.
  ///   - height: height of the image in pixels.
  package init(_ face: FaceMesh, width: Int, height: Int) {
    mesh = face.points.map { point in
      let place = PixelPoint(x: point.x, y: point.y)
      return Point(location: NormalizedPoint(place, width: width, height: height), pixelLocation: place, depth: point.z)
    }
  }

  /// The numbers of the mesh's points in the centers of the irises.
  private static let rightIris = 468, leftIris = 473

  /// The points of all regions and the pupils, each once: 76, or 74 if the irises were not asked for.
  public var allPoints: Region {
    var numbers: [Int] = []
    for number in FaceRegionName.allCases.flatMap(\.meshPoints) + [Self.rightIris, Self.leftIris]
    where number < mesh.count && !numbers.contains(number) { numbers.append(number) }
    return Region(points: numbers.map { mesh[$0] }, isClosed: false)
  }

  /// The points of a region.
  public func region(_ name: FaceRegionName) -> Region { Region(points: name.meshPoints.map { mesh[$0] }, isClosed: name.isClosed) }

  /// The outline of the face, from one temple over the chin to the other.
  public var faceContour: Region { region(.faceContour) }
  /// The outline of the left eye.
  public var leftEye: Region { region(.leftEye) }
  /// The outline of the right eye.
  public var rightEye: Region { region(.rightEye) }
  /// The left eyebrow.
  public var leftEyebrow: Region { region(.leftEyebrow) }
  /// The right eyebrow.
  public var rightEyebrow: Region { region(.rightEyebrow) }
  /// The outline of the nose.
  public var nose: Region { region(.nose) }
  /// The ridge of the nose.
  public var noseCrest: Region { region(.noseCrest) }
  /// The line down the middle of the face.
  public var medianLine: Region { region(.medianLine) }
  /// The outer outline of the lips.
  public var outerLips: Region { region(.outerLips) }
  /// The inner outline of the lips.
  public var innerLips: Region { region(.innerLips) }
  /// The center of the left iris; nil if the irises were not asked for.
  public var leftPupil: Point? { mesh.count > Self.leftIris ? mesh[Self.leftIris] : nil }
  /// The center of the right iris; nil if the irises were not asked for.
  public var rightPupil: Point? { mesh.count > Self.rightIris ? mesh[Self.rightIris] : nil }
}

/// The regions of a face.
public enum FaceRegionName: String, Sendable, Codable, CaseIterable {
  case faceContour, leftEye, rightEye, leftEyebrow, rightEyebrow, nose, noseCrest, medianLine, outerLips, innerLips

  /// Whether the region's line ends where it begins.
  var isClosed: Bool {
    switch self {
    case .leftEye, .rightEye, .nose, .outerLips, .innerLips: true
    case .faceContour, .leftEyebrow, .rightEyebrow, .noseCrest, .medianLine: false
    }
  }

  /// The numbers of the mesh's points on the region's line. Each region has as many as in Vision's constellation of 76 points; which ones
  /// was chosen here, since Apple publishes none.
  var meshPoints: [Int] {
    switch self {
    case .faceContour: [234, 93, 132, 58, 172, 136, 150, 176, 152, 400, 379, 365, 397, 288, 361, 323, 454]
    case .leftEye: [362, 385, 387, 263, 373, 380]
    case .rightEye: [33, 160, 158, 133, 153, 144]
    case .leftEyebrow: [300, 293, 334, 296, 336, 285]
    case .rightEyebrow: [70, 63, 105, 66, 107, 55]
    case .nose: [4, 440, 278, 327, 2, 98, 48, 220]
    case .noseCrest: [168, 6, 197, 195, 5, 4]
    case .medianLine: [168, 197, 5, 4, 2, 0, 13, 14, 17, 152]
    case .outerLips: [61, 40, 39, 37, 0, 267, 269, 270, 291, 375, 405, 17, 181, 146]
    case .innerLips: [191, 13, 415, 324, 14, 95]
    }
  }
}
