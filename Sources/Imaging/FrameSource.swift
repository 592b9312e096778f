/// What a source delivers, for status lines and logs.
public struct SourceDescription: Sendable, Equatable {
  /// Where it is: a device path, a file, or the source's own name.
  public var path: String
  /// What a person would call it.
  public var name: String
  /// Size in pixels.
  public var width: Int, height: Int
  /// Frames a second, as negotiated or as the stream's header says.
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

/// What came of waiting for a frame.
public enum FrameStep: Sendable, Equatable {
  /// A frame was lent to the caller.
  case frame
  /// `wake` became readable first; no frame was lent.
  case woken
  /// There will be no further frame.
  case ended
}

/// Where frames come from: a camera, a stream, or the rendered hand.
public protocol FrameSource: ~Copyable {
  /// What is delivered from now on.
  var description: SourceDescription { get }

  /// Frames that were there but never lent, because a newer one had come.
  var skipped: UInt64 { get }

  /// Waits for the next frame and lends it.
  ///
  /// - Parameters:
  ///   - wake: a descriptor that ends the wait by becoming readable; it is not read from.
  ///   - body: is given the frame, which is valid only during the call.
  /// - Returns: what ended the wait.
  /// - Throws: the source's own error, one line that names the thing, the cause and the mend; or what `body` throws.
  mutating func next(wake: Int32, _ body: (borrowing Frame) throws -> Void) throws -> FrameStep
}
