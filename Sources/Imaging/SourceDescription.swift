/// A description of a frame source, for the status and logs.
public struct SourceDescription: Sendable, Equatable {
  /// A device path, a file, or the name of the source.
  public var path: String
  /// The human-readable name.
  public var name: String
  /// Size in pixels.
  public var width: Int, height: Int
  /// Frames per second, as negotiated or as in the stream's header.
  public var fps: Double
  /// V4L2's four-character code, or the name of the layout.
  public var format: String
  /// The reason for this size, rate and format; nil where nothing was chosen.
  public var why: String?

  /// Creates a description. For units see the members.
  public init(path: String, name: String, width: Int, height: Int, fps: Double, format: String, why: String? = nil) {
    (self.path, self.name, self.width, self.height, self.fps, self.format) = (path, name, width, height, fps, format)
    self.why = why
  }
}

/// The result of waiting for a frame.
public enum FrameStep: Sendable, Equatable {
  /// A frame was passed to the caller.
  case frame
  /// No frame was passed: `wake` became readable, the time was over, or something has happened to the source.
  case woken
  /// There is no source now, as while no camera is plugged in.
  case absent
  /// The source has ended.
  case ended
}
