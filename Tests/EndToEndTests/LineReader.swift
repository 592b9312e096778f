import Foundation
import Glibc
import TestTime

struct Timeout: Error, CustomStringConvertible {
  let description: String
}

/// Runs blocking code on its own thread, since the few threads of Swift's tasks must stay free.
func blocking<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread { continuation.resume(with: Swift.Result { try body() }) }
  }
}

/// The lines of a descriptor, as they arrive.
final class LineReader {
  private let descriptor: Int32
  private var bytes: [UInt8] = []

  /// - Parameter descriptor: stays the caller's, and open while the reader is used.
  init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// The next line without its newline; nil at the end.
  ///
  /// - Throws: ``Timeout`` if none comes within `patience`.
  func next() async throws -> String? {
    while true {
      if let end = bytes.firstIndex(of: 10) {
        defer { bytes.removeFirst(end + 1) }
        return String(decoding: bytes[..<end], as: UTF8.self)
      }
      let piece = try await blocking { [descriptor] in
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&waiting, 1, patience * 1000) == 1 else { throw Timeout(description: "nothing was said for \(patience) s") }
        var piece = [UInt8](repeating: 0, count: 65536)
        let count = read(descriptor, &piece, piece.count)
        return Array(piece.prefix(max(count, 0)))
      }
      guard !piece.isEmpty else {
        defer { bytes = [] }
        return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
      }
      bytes += piece
    }
  }

  /// All lines until the end.
  func rest() async throws -> [String] {
    var lines: [String] = []
    while let line = try await next() { lines.append(line) }
    return lines
  }
}

/// A new connection, which the caller closes.
func connectedSocket(_ path: String) throws -> Int32 { try unixSocket(path, SOCK_STREAM, "connect", connect) }

/// A new socket at a path, which the caller closes.
func boundSocket(_ path: String, _ type: __socket_type = SOCK_STREAM) throws -> Int32 { try unixSocket(path, type, "bind", bind) }

private func unixSocket(
  _ path: String, _ type: __socket_type, _ name: String, _ call: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32
) throws -> Int32 {
  let descriptor = socket(AF_UNIX, Int32(type.rawValue | SOCK_CLOEXEC.rawValue), 0)
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
  let status = withUnsafeBytes(of: &address) {
    call(descriptor, $0.assumingMemoryBound(to: sockaddr.self).baseAddress!, socklen_t($0.count))
  }
  guard status == 0 else {
    defer { close(descriptor) }
    throw Timeout(description: "\(path): \(name): \(String(cString: strerror(errno)))")
  }
  return descriptor
}

/// A client that shares no code with the daemon.
final class PlainClient {
  private let descriptor: Int32
  let lines: LineReader

  init(_ path: String) throws {
    descriptor = try connectedSocket(path)
    lines = LineReader(descriptor)
  }

  func send(_ line: String) throws {
    let bytes = Array("\(line)\n".utf8)
    guard write(descriptor, bytes, bytes.count) == bytes.count else { throw Timeout(description: "cannot send") }
  }

  deinit { close(descriptor) }
}

extension Scratch {
  /// Connects to the daemon of this test once it listens.
  func connect() async throws -> PlainClient {
    var client: PlainClient?
    _ = eventually {
      client = try? PlainClient(socket)
      return client != nil
    }
    return try client ?? PlainClient(socket)
  }
}
