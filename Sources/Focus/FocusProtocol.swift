/// The client's side of a display server's protocol, as far as it says which window is in front. Pure: bytes in, bytes out.
package protocol FocusProtocol: Sendable {
  /// What to send first.
  mutating func start() -> [UInt8]

  /// Handles bytes of the server, wherever they are cut.
  ///
  /// - Returns: what to send.
  /// - Throws: ``WireError`` if the connection is of no use any more.
  mutating func receive(_ bytes: [UInt8]) throws(WireError) -> [UInt8]

  /// What is known so far; ``FocusState/unavailable(_:)`` if this protocol cannot know more.
  var state: FocusState { get }
}

/// Why a display server's bytes cannot be used.
package enum WireError: Error, Equatable, CustomStringConvertible {
  /// They are not messages of the protocol.
  case malformed
  /// The server has refused the connection or a request.
  case refused
  /// More than a desktop has.
  case tooMany

  package var description: String {
    switch self {
    case .malformed: "it sent what is no message of its protocol"
    case .refused: "it refused"
    case .tooMany: "it sent more windows than a desktop has"
    }
  }
}

/// Reads the arguments of a message, in the byte order of this machine.
struct WireReader {
  private let bytes: ArraySlice<UInt8>
  private var place: Int

  init(_ bytes: ArraySlice<UInt8>) { (self.bytes, place) = (bytes, bytes.startIndex) }

  mutating func uint8() throws(WireError) -> UInt8 { try take(1).first! }

  mutating func uint16() throws(WireError) -> UInt16 { try take(2).withUnsafeBytes { $0.loadUnaligned(as: UInt16.self) } }

  mutating func uint32() throws(WireError) -> UInt32 { try take(4).withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) } }

  mutating func take(_ count: Int) throws(WireError) -> ArraySlice<UInt8> {
    guard count >= 0, count <= bytes.endIndex - place else { throw .malformed }
    defer { place += count }
    return bytes[place..<place + count]
  }

  mutating func skip(_ count: Int) throws(WireError) { _ = try take(count) }

  /// Bytes that their length precedes, padded to a multiple of four.
  mutating func array() throws(WireError) -> ArraySlice<UInt8> {
    let count = Int(try uint32())
    let content = try take(count)
    try skip(-count & 3)
    return content
  }
}

/// Writes the arguments of a message, in the byte order of this machine.
struct WireWriter {
  private(set) var bytes: [UInt8] = []

  mutating func add(_ number: UInt8) { bytes.append(number) }
  mutating func add(_ number: UInt16) { withUnsafeBytes(of: number) { bytes += $0 } }
  mutating func add(_ number: UInt32) { withUnsafeBytes(of: number) { bytes += $0 } }

  /// Bytes, padded to a multiple of four.
  mutating func add(padded content: [UInt8]) {
    bytes += content
    bytes += [UInt8](repeating: 0, count: -content.count & 3)
  }
}

/// The bytes that wait for the rest of their message.
struct WireBuffer {
  private var bytes: [UInt8] = []
  private var start = 0

  mutating func append(_ new: [UInt8]) {
    bytes.removeSubrange(..<start)
    start = 0
    bytes += new
  }

  /// The bytes that no message was made of yet.
  var rest: ArraySlice<UInt8> { bytes[start...] }

  /// Takes a message, if it is complete.
  mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard rest.count >= count else { return nil }
    defer { start += count }
    return bytes[start..<start + count]
  }
}
