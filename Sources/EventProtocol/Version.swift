/// Version of the wire format that `hello` announces; it changes only when an old client would misread a new daemon.
public let protocolVersion = 1

/// Longest line that either side sends, in bytes, its newline not counted.
public let lineLimit = 64 * 1024

/// The version of the programs.
public enum Version {
  public static let current = "0.1.0"
}
