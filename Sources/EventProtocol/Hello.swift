/// The first line on every connection: who is speaking.
public struct Hello: Codable, Sendable, Equatable {
  /// Version of the wire format, see ``protocolVersion``.
  public var `protocol`: Int
  /// Version of the daemon.
  public var version: String
  /// Process id of the daemon.
  public var pid: Int32

  public init(protocol: Int = protocolVersion, version: String = Version.current, pid: Int32) {
    self.protocol = `protocol`
    self.version = version
    self.pid = pid
  }
}
