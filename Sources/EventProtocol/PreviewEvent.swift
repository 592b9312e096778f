/// A picture of what the camera sees, with the tracked hands drawn in.
public struct PreviewEvent: Codable, Sendable, Equatable {
  /// Number of the frame.
  public var frame: Int
  /// A JPEG file in Base64.
  public var jpeg: String

  public init(frame: Int, jpeg: String) {
    self.frame = frame
    self.jpeg = jpeg
  }
}
