import Foundation
import Glibc
import TestTime
import Testing

/// Runs blocking code on its own thread, since the few threads of Swift's tasks must stay free for others.
package func blocking<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread { continuation.resume(with: Swift.Result { try body() }) }
  }
}

/// A response.
package struct Answer {
  package let status: Int
  package let headers: [(name: String, value: String)]
  package let body: [UInt8]

  package func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }

  package var text: String { String(decoding: body, as: UTF8.self) }

  /// The member `error` of a JSON body.
  package var error: String? { ((try? JSONSerialization.jsonObject(with: Data(body))) as? [String: Any])?["error"] as? String }

  package func json<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode(type, from: Data(body))
  }
}

/// A client that shares no code with the server, so that it can send anything: a TCP connection, and text.
package final class WebClient {
  package struct Ended: Error {}

  private let descriptor: Int32
  private var bytes: [UInt8] = []

  /// - Parameter receiveBuffer: the kernel's buffer for what was not read, in bytes.
  package init(_ port: Int, receiveBuffer: Int32? = nil) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var limit = timeval(tv_sec: Int(patience), tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    if var receiveBuffer { setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, 4) }
    try #require(Self.connect(descriptor, to: port))
  }

  /// - Parameter path: of a Unix socket.
  package init(path: String) throws {
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var limit = timeval(tv_sec: Int(patience), tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    try #require(path.utf8.count < MemoryLayout.size(ofValue: address.sun_path))
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let status = withUnsafeBytes(of: &address) {
      Glibc.connect(descriptor, $0.assumingMemoryBound(to: sockaddr.self).baseAddress, socklen_t($0.count))
    }
    try #require(status == 0)
  }

  package static func canConnect(to port: Int) -> Bool {
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
  @discardableResult package func send(_ content: some Sequence<UInt8>) -> Bool {
    var rest = Array(content)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  @discardableResult package func send(_ text: String) -> Bool { send(text.utf8) }

  /// Sends what the other side takes.
  ///
  /// - Returns: the number of bytes; nil if it takes none for a time.
  package func sendSome(_ content: ArraySlice<UInt8>, milliseconds: Int32) -> Int? {
    var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    guard poll(&waiting, 1, milliseconds) > 0 else { return nil }
    let count = content.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT)) }
    return count > 0 ? count : nil
  }

  /// Reads one response.
  package func answer() throws -> Answer {
    let lines = try String(decoding: take(through: Array("\r\n\r\n".utf8)), as: UTF8.self).components(separatedBy: "\r\n")
    let headers = lines.dropFirst().compactMap { line -> (name: String, value: String)? in
      guard let colon = line.firstIndex(of: ":") else { return nil }
      return (line[..<colon].lowercased(), line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces))
    }
    let status = try #require(lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) })
    let length = headers.first { $0.name == "content-length" }.flatMap { Int($0.value) } ?? 0
    return Answer(status: status, headers: headers, body: try take(length))
  }

  /// Reads one line, without its end.
  package func line() throws -> String { String(decoding: try take(through: [UInt8(ascii: "\n")]).dropLast(), as: UTF8.self) }

  /// Reads the next event of a stream of events, up to its empty line. Signs of life may come before it.
  package func block() throws -> String {
    while true {
      let block = try blockOrSignOfLife()
      if block != ":\n\n" { return block }
    }
  }

  /// Reads the next block of a stream of events, up to its empty line, from one chunk.
  package func blockOrSignOfLife() throws -> String {
    let size = try #require(Int(String(decoding: take(through: Array("\r\n".utf8)).dropLast(2), as: UTF8.self), radix: 16))
    let chunk = try take(size)
    try #require(try take(2) == Array("\r\n".utf8))
    return String(decoding: chunk, as: UTF8.self)
  }

  /// Whether the server closes the connection, within the patience of the test.
  package func isClosed() -> Bool {
    while true {
      do { try receive() } catch { return errno != EAGAIN }
    }
  }

  /// Removes and returns some bytes, waiting for them.
  package func take(_ count: Int) throws -> [UInt8] {
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
