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
  /// Processes an image, which may be made of pixels in memory.
  ///
  /// - Returns: what it finds; empty if there is nothing.
  /// - Throws: `InferenceError` or `UserError`.
  public mutating func perform(on image: borrowing StillImage) throws -> Result {
    try image.withFrame { try perform(on: $0) }
  }

  /// Processes a JPEG or PNG file.
  ///
  /// - Returns: what it finds; empty if there is nothing.
  /// - Throws: `InferenceError` or `UserError`.
  public mutating func perform(onImageAt path: String) throws -> Result { try perform(on: StillImage(path: path)) }

  /// Processes a JPEG or PNG file in memory.
  ///
  /// - Returns: what it finds; empty if there is nothing.
  /// - Throws: `InferenceError` or `UserError`.
  public mutating func perform(on data: some Collection<UInt8>) throws -> Result { try perform(on: StillImage(data: data)) }

  /// Checks the largest number of observations that are asked for.
  package static func check(maximumCount: Int) { precondition(maximumCount >= 1, "a request looks for at least one observation") }
}
