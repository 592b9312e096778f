/// The version of the wire format in `hello`; it changes only when an old client would misread a new daemon.
public let protocolVersion = 1

/// The version of the programs.
public enum Version {
  /// The version of this package, as in `hello`.
  public static let current = "0.1.0"
}
