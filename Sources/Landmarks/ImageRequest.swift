import Imaging

/// A request that finds something in images.
///
/// It keeps its models, so one request serves many images.
public protocol ImageRequest: ~Copyable {
  /// What it finds in an image.
  associatedtype Result

  /// Processes a frame.
  ///
  /// - Returns: what it finds in the upright picture; empty if there is nothing.
  /// - Throws: `InferenceError` or `UserError`.
  mutating func perform(on frame: borrowing Frame) throws -> Result
}

extension ImageRequest where Self: ~Copyable {
  /// Processes a still image.
  ///
  /// - Returns: what ``perform(on:)-(Frame)`` returns.
  /// - Throws: `InferenceError` or `UserError`.
  public mutating func perform(on image: borrowing StillImage) throws -> Result {
    try image.withFrame { try perform(on: $0) }
  }

  /// Checks the largest number of observations that are asked for.
  static func check(maximumCount: Int) { precondition(maximumCount >= 1, "a request looks for at least one observation") }
}
