/// A description of a frame source, for the status and logs.
public struct SourceDescription: Sendable, Equatable {
  /// A device path, a file, or the name of the source.
  public var path: String
  /// The name for people.
  public var name: String
  /// Size in pixels.
  public var width: Int, height: Int
  /// Frames per second, as negotiated or as in the stream's header.
  public var fps: Double
  /// V4L2's four-character code, or the name of the layout.
  public var format: String

  public init(path: String, name: String, width: Int, height: Int, fps: Double, format: String) {
    self.path = path
    self.name = name
    self.width = width
    self.height = height
    self.fps = fps
    self.format = format
  }
}

/// The result of waiting for a frame.
public enum FrameStep: Sendable, Equatable {
  /// A frame was passed to the caller.
  case frame
  /// `wake` became readable first; no frame was passed.
  case woken
  /// The source has ended.
  case ended
}

/// A source of frames: a camera, a stream, or the rendered hand.
public protocol FrameSource: ~Copyable {
  /// The format of the next frames.
  var description: SourceDescription { get }

  /// Number of frames that were never passed to the caller because a newer one had arrived.
  var dropped: UInt64 { get }

  /// Waits for the next frame and passes it to `body`.
  ///
  /// - Parameters:
  ///   - wake: a descriptor that ends the wait when it becomes readable; it is not read.
  ///   - body: called with the frame, which is valid only during the call.
  /// - Returns: what ended the wait.
  /// - Throws: the source's own error, or what `body` throws.
  mutating func next(wake: Int32, _ body: (borrowing Frame) throws -> Void) throws -> FrameStep
}
