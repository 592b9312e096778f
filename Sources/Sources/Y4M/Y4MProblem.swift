/// What is wrong with a YUV4MPEG2 stream.
public enum Y4MProblem: Error, Equatable, Sendable {
  /// It could not be opened; the system's error number.
  case cannotOpen(errno: Int32)
  /// Reading failed; the system's error number.
  case cannotRead(errno: Int32)
  case isDirectory
  /// It ended before its first byte.
  case empty
  /// It does not begin with `YUV4MPEG2`.
  case notY4M
  /// It ended within its header.
  case headerCutShort
  /// The header or a frame's header has no end within `limit` bytes.
  case lineTooLong(limit: Int)
  /// The header does not have this parameter.
  case missing(parameter: Character)
  /// The header's parameter is not what it must be.
  case badParameter(String, expected: String)
  /// Pixels laid out in a way that cannot be read.
  case unsupportedChroma(String)
  /// Frame `frame` (the first is 0) does not begin with `FRAME`.
  case notAFrame(frame: UInt64)
  /// It ended in the middle of frame `frame`, after `got` of `wanted` bytes of pixels.
  case cutShort(frame: UInt64, got: Int, wanted: Int)
}
