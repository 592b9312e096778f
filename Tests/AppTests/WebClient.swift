import Foundation
import Glibc
import Testing

/// Runs blocking code on its own thread, since the few threads of Swift's tasks must stay free for others.
func blocking<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread { continuation.resume(with: Swift.Result { try body() }) }
  }
}

/// A response.
struct Answer {
  let status: Int
  let headers: [(name: String, value: String)]
  let body: [UInt8]

  func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }

  var text: String { String(decoding: body, as: UTF8.self) }

  /// The member `error` of a JSON body.
  var error: String? { ((try? JSONSerialization.jsonObject(with: Data(body))) as? [String: Any])?["error"] as? String }

  func json<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode(type, from: Data(body))
  }
}

/// A client that shares no code with the server, so that it can send anything: a TCP connection, and text.
final class WebClient {
  struct Ended: Error {}

  private let descriptor: Int32
  private var bytes: [UInt8] = []

  /// - Parameter receiveBuffer: the kernel's buffer for what was not read, in bytes.
  init(_ port: Int, receiveBuffer: Int32? = nil) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    // Far longer than any answer takes: a test fails then, and does not hang.
    var patience = timeval(tv_sec: 30, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    if var receiveBuffer { setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, 4) }
    try #require(Self.connect(descriptor, to: port))
  }

  static func canConnect(to port: Int) -> Bool {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    defer { close(descriptor) }
    return connect(descriptor, to: port)
  }

  private static func connect(_ descriptor: Int32, to port: Int) -> Bool {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    return withUnsafeBytes(of: &address) {
      Glibc.connect(descriptor, $0.assumingMemoryBound(to: sockaddr.self).baseAddress, socklen_t($0.count)) == 0
    }
  }

  deinit { close(descriptor) }

  /// Sends all of it, unless the other side is gone.
  ///
  /// - Returns: whether it is still there.
  @discardableResult func send(_ content: some Sequence<UInt8>) -> Bool {
    var rest = Array(content)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  @discardableResult func send(_ text: String) -> Bool { send(text.utf8) }

  /// Sends what the other side takes.
  ///
  /// - Returns: the number of bytes; nil if it takes none for a time.
  func sendSome(_ content: ArraySlice<UInt8>, milliseconds: Int32) -> Int? {
    var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    guard poll(&waiting, 1, milliseconds) > 0 else { return nil }
    let count = content.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT)) }
    return count > 0 ? count : nil
  }

  /// Reads one response.
  func answer() throws -> Answer {
    let lines = try String(decoding: take(through: Array("\r\n\r\n".utf8)), as: UTF8.self).components(separatedBy: "\r\n")
    let headers = lines.dropFirst().compactMap { line -> (name: String, value: String)? in
      guard let colon = line.firstIndex(of: ":") else { return nil }
      return (line[..<colon].lowercased(), line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces))
    }
    let status = try #require(lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) })
    let length = headers.first { $0.name == "content-length" }.flatMap { Int($0.value) } ?? 0
    return Answer(status: status, headers: headers, body: try take(length))
  }

  /// Whether the server closes the connection, within the patience of the test.
  func isClosed() -> Bool {
    while true {
      do { try receive() } catch { return errno != EAGAIN }
    }
  }

  /// Removes and returns some bytes, waiting for them.
  func take(_ count: Int) throws -> [UInt8] {
    while bytes.count < count { try receive() }
    defer { bytes.removeFirst(count) }
    return Array(bytes[..<count])
  }

  private func take(through mark: [UInt8]) throws -> [UInt8] {
    while true {
      if let place = bytes.indices.first(where: { bytes[$0...].starts(with: mark) }) { return try take(place + mark.count) }
      try receive()
    }
  }

  private func receive() throws {
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    errno = 0
    let count = recv(descriptor, &piece, piece.count, 0)
    guard count > 0 else { throw Ended() }
    bytes += piece[..<count]
  }
}

/// The WebSocket of a page.
final class PageClient {
  private let client: WebClient

  /// - Parameter headers: replace those of the same name; nil removes one.
  init(_ app: AppFixture, _ headers: [String: String?] = [:]) throws {
    client = try WebClient(app.port)
    let answer = try Self.answer(client, app, headers)
    try #require(answer.status == 101)
  }

  /// The response to a request for a WebSocket.
  static func answer(_ app: AppFixture, _ headers: [String: String?]) throws -> Answer {
    try answer(WebClient(app.port), app, headers)
  }

  private static func answer(_ client: WebClient, _ app: AppFixture, _ headers: [String: String?]) throws -> Answer {
    let upgrade: [String: String?] = [
      "Origin": app.origin, "Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13",
      "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
    ]
    client.send(app.head("GET", "/socket", upgrade.merging(headers) { $1 }))
    return try client.answer()
  }

  /// Sends frames without reading, until the server has taken nothing for a second.
  ///
  /// - Parameter limit: how much is sent at most, in bytes.
  /// - Returns: how much was sent.
  func sendUntilBlocked(_ text: String, opcode: UInt8, limit: Int) -> Int {
    let bytes = frame(text, opcode: opcode)
    var (sent, rest) = (0, bytes[...])
    while sent < limit {
      guard let count = client.sendSome(rest, milliseconds: 1000) else { break }
      (sent, rest) = (sent + count, rest.dropFirst(count))
      if rest.isEmpty { rest = bytes[...] }
    }
    return sent
  }

  /// Sends a frame, by default of text.
  func send(_ text: String, opcode: UInt8 = 1) { client.send(frame(text, opcode: opcode)) }

  private func frame(_ text: String, opcode: UInt8) -> [UInt8] {
    let content = Array(text.utf8)
    let length: [UInt8] =
      switch content.count {
      case ..<126: [0x80 | UInt8(content.count)]
      case ..<65536: [0x80 | 126, UInt8(content.count >> 8), UInt8(content.count & 0xff)]
      default: [0x80 | 127] + (0..<8).reversed().map { UInt8(content.count >> (8 * $0) & 0xff) }
      }
    // A mask of zeros leaves the content as it is.
    return [0x80 | opcode] + length + [0, 0, 0, 0] + content
  }

  /// The next frame.
  func frame() throws -> (opcode: UInt8, content: [UInt8]) {
    let head = try client.take(2)
    let length =
      switch head[1] {
      case 126: try client.take(2).reduce(0) { $0 << 8 | Int($1) }
      case 127: try client.take(8).reduce(0) { $0 << 8 | Int($1) }
      default: Int(head[1])
      }
    return (head[0] & 0x0f, try client.take(length))
  }

  /// The next message, which must be a JSON object.
  func message() throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(frame().content)) as? [String: Any])
  }

  /// The params of the next notification with a name; others are skipped.
  func notification(_ method: String) throws -> [String: Any] {
    while true {
      let message = try message()
      if message["method"] as? String == method { return message["params"] as? [String: Any] ?? [:] }
    }
  }

  /// The response to a request; notifications are skipped.
  func response(_ id: Int) throws -> [String: Any] {
    while true {
      let message = try message()
      if message["id"] as? Int == id { return message }
    }
  }

  func isClosed() -> Bool { client.isClosed() }
}
