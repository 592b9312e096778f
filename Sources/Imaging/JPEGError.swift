/// Why bytes are not a usable picture.
public struct JPEGError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The decoder's own words.
  public let description: String

  init(_ description: String) { self.description = description }
}
