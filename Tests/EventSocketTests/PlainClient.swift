import Foundation
import Glibc
import Testing

/// Runs blocking code on its own thread, since the few threads of Swift's tasks must stay free for the server.
func blocking<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread { continuation.resume(with: Swift.Result { try body() }) }
  }
}

/// A client that shares no code with the server: a socket, and text.
final class PlainClient {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private let descriptor: Int32
  private var bytes: [UInt8] = []

  init(_ path: String) throws {
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let status = withUnsafeBytes(of: &address) {
      connect(descriptor, $0.assumingMemoryBound(to: sockaddr.self).baseAddress, socklen_t($0.count))
    }
    guard status == 0 else { throw Failure(description: "connect: \(String(cString: strerror(errno)))") }
  }

  deinit { close(descriptor) }

  /// Sends all of it; false if the other side is gone.
  @discardableResult func send(_ text: String) -> Bool {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// The next line without its newline; nil at the end of the stream. Fails the test after 5 minutes of silence, since tests
  /// that compute beside it may hold every thread of Swift's tasks for long.
  func line() async throws -> String? {
    while true {
      if let end = bytes.firstIndex(of: 10) {
        defer { bytes.removeFirst(end + 1) }
        return String(decoding: bytes[..<end], as: UTF8.self)
      }
      try await wait(for: POLLIN)
      var piece = [UInt8](repeating: 0, count: 65536)
      let count = recv(descriptor, &piece, piece.count, 0)
      if count <= 0 {
        guard bytes.isEmpty else { throw Failure(description: "the stream ended within a line") }
        return nil
      }
      bytes += piece[..<count]
    }
  }

  /// The next line, which must exist.
  func nextLine() async throws -> String { try #require(try await line(), "the server closed the connection") }

  /// Reads `hello` and `status`.
  func skipGreeting() async throws {
    #expect(try await nextLine().contains(#""method":"hello""#))
    #expect(try await nextLine().contains(#""method":"status""#))
  }

  /// Sends a line and gives the next.
  func ask(_ text: String) async throws -> String {
    send(text + "\n")
    return try await nextLine()
  }

  /// Sends blank lines until the socket takes no more; returns the number of bytes sent.
  func fill() -> Int {
    let piece = Array((String(repeating: " ", count: 1023) + "\n").utf8)
    var sum = 0
    while case let count = sendNow(piece), count > 0 { sum += count }
    return sum
  }

  /// Sends what the socket takes without waiting; returns the number of bytes.
  func sendNow(_ bytes: some Collection<UInt8>) -> Int {
    let bytes = Array(bytes)
    return max(0, Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT)))
  }

  /// Whether more could be sent now.
  var canSend: Bool {
    var now = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&now, 1, 0) == 1
  }

  func waitUntilReadFrom() async throws { try await wait(for: POLLOUT) }

  func endInput() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Waits until the server has closed, without reading.
  func waitForHangUp() async throws { try await wait(for: 0) }

  private func wait(for events: Int32) async throws {
    let waiting = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    var now = waiting
    if poll(&now, 1, 0) == 1 { return }
    let ready = try await blocking {
      var waiting = waiting
      return poll(&waiting, 1, 300_000)
    }
    guard ready == 1 else { throw Failure(description: "5 minutes of silence") }
  }
}
