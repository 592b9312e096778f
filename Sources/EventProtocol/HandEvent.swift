/// A hand has come into the picture, or the last one has gone.
public struct HandEvent: Codable, Sendable, Equatable {
  public var present: Bool
  /// Number of the first frame that showed it so.
  public var frame: Int
  /// When that frame was captured, in ns of CLOCK_MONOTONIC.
  public var capturedNs: UInt64

  public init(present: Bool, frame: Int, capturedNs: UInt64) {
    self.present = present
    self.frame = frame
    self.capturedNs = capturedNs
  }
}
