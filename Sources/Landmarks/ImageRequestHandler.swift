import Imaging

/// Performs several requests on an image that is decoded once.
public struct ImageRequestHandler: ~Copyable {
  /// The image, upright.
  public let image: StillImage

  /// - Parameter image: an image, which may be made of pixels in memory.
  public init(_ image: consuming StillImage) { self.image = image }

  /// Reads a JPEG or PNG file.
  ///
  /// - Throws: `UserError`: one line that names the file, the cause and the fix.
  public init(path: String) throws { self.init(try StillImage(path: path)) }

  /// Decodes a JPEG or PNG file in memory.
  ///
  /// - Throws: `UserError`: the cause and the fix.
  public init(data: some Collection<UInt8>) throws { self.init(try StillImage(data: data)) }

  /// - Returns: what the request finds; empty if there is nothing.
  /// - Throws: `InferenceError` or `UserError`.
  public func perform<A: ImageRequest & ~Copyable>(_ request: inout A) throws -> A.Result { try request.perform(on: image) }

  /// Performs two requests, one after the other.
  ///
  /// - Returns: what each finds.
  /// - Throws: `InferenceError` or `UserError`.
  public func perform<A: ImageRequest & ~Copyable, B: ImageRequest & ~Copyable>(
    _ first: inout A, _ second: inout B
  ) throws -> (A.Result, B.Result) {
    (try perform(&first), try perform(&second))
  }

  /// Performs three requests, one after the other.
  ///
  /// - Returns: what each finds.
  /// - Throws: `InferenceError` or `UserError`.
  public func perform<A: ImageRequest & ~Copyable, B: ImageRequest & ~Copyable, C: ImageRequest & ~Copyable>(
    _ first: inout A, _ second: inout B, _ third: inout C
  ) throws -> (A.Result, B.Result, C.Result) {
    (try perform(&first), try perform(&second), try perform(&third))
  }
}
