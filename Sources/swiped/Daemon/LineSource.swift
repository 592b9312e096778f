import Camera
import EventProtocol
import Imaging
import Sources

/// What the frame line is fed from.
protocol LineSource: ~Copyable {
  /// What is delivered from now on.
  var description: SourceDescription { get }

  /// Frames that were there but were never looked at.
  var skipped: UInt64 { get }

  /// Waits for the next frame, and has the line take it.
  ///
  /// - Parameter wake: a descriptor that ends the wait by becoming readable.
  mutating func advance(_ line: inout FrameLine, wake: Int32) throws -> FrameStep
}

extension FrameSource where Self: ~Copyable {
  mutating func advance(_ line: inout FrameLine, wake: Int32) throws -> FrameStep {
    try next(wake: wake) { frame in try line.take(frame) }
  }
}

extension CameraStream: LineSource {}
extension SyntheticHand: LineSource {}
extension Y4MStream: LineSource {}
