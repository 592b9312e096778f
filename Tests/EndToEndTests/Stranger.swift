import Foundation
import Glibc
import Testing

/// A client that is written from the manual page alone and shares no code with the daemon.
final class Stranger {
  private let descriptor: Int32
  private let lines: LineReader

  init(_ home: Scratch) throws {
    descriptor = try connectedSocket(home.socket)
    lines = LineReader(descriptor)
  }

  deinit { close(descriptor) }

  /// Sends what the socket takes at once, or all of it.
  ///
  /// - Returns: whether everything was sent.
  @discardableResult func send(_ bytes: some Sequence<UInt8>, waiting: Bool = true) -> Bool {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let flags = waiting ? Int32(MSG_NOSIGNAL) : Int32(MSG_NOSIGNAL | MSG_DONTWAIT)
      let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, flags) }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  func send(line: String) { send("\(line)\n".utf8) }

  func endInput() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// The next line as JSON; nil at the end.
  func next() async throws -> Any? {
    try await lines.next().map { try JSONSerialization.jsonObject(with: Data($0.utf8), options: .fragmentsAllowed) }
  }

  /// The params of the next notification of a kind; other lines are ignored.
  func notification(_ method: String) async throws -> [String: Any] {
    while let object = try await next() {
      guard let object = object as? [String: Any], object["method"] as? String == method else { continue }
      #expect(Set(object.keys) == ["jsonrpc", "method", "params"] && object["jsonrpc"] as? String == "2.0")
      return try #require(object["params"] as? [String: Any])
    }
    throw Timeout(description: "the stream ended before \(method)")
  }

  /// The next line that is not a notification.
  func answer() async throws -> Any {
    while let object = try await next() {
      if (object as? [String: Any])?["method"] == nil { return object }
    }
    throw Timeout(description: "the stream ended before an answer")
  }

  func ask(_ line: String) async throws -> [String: Any] {
    send(line: line)
    return try #require(try await answer() as? [String: Any])
  }

  /// The result of a request.
  func result(_ method: String, params: String? = nil) async throws -> Any {
    let answer = try await ask(#"{"jsonrpc":"2.0","id":"q","method":"\#(method)"\#(params.map { ",\"params\":\($0)" } ?? "")}"#)
    #expect(answer["id"] as? String == "q" && answer["jsonrpc"] as? String == "2.0", "\(answer)")
    return try #require(answer["result"], "\(answer)")
  }

  func topics(_ method: String, _ params: String? = nil) async throws -> [String]? {
    try await result(method, params: params) as? [String]
  }

  func state(_ method: String) async throws -> String? { (try await result(method) as? [String: Any])?["state"] as? String }

  /// Expects the last line of the stream: an error with a null id.
  func expectFarewell(_ code: Int, sourceLocation: SourceLocation = #_sourceLocation) async throws {
    let last = try #require(try await answer() as? [String: Any])
    expectError(last, code, sourceLocation: sourceLocation)
    #expect(last["id"] is NSNull, sourceLocation: sourceLocation)
    #expect(try await next() == nil, sourceLocation: sourceLocation)
  }
}

/// Expects a response that is an error.
func expectError(_ answer: [String: Any], _ code: Int, sourceLocation: SourceLocation = #_sourceLocation) {
  let error = answer["error"] as? [String: Any]
  #expect(Set(answer.keys) == ["jsonrpc", "id", "error"], "\(answer)", sourceLocation: sourceLocation)
  #expect(error?["code"] as? Int == code, "\(answer)", sourceLocation: sourceLocation)
  let message = error?["message"] as? String ?? ""
  #expect(!message.isEmpty && !message.contains("\n"), "\(answer)", sourceLocation: sourceLocation)
}

extension Scratch {
  /// A listening daemon with the rendered hand.
  func daemon(_ arguments: [String] = []) async throws -> Program {
    let daemon = try Program("swiped", source("synthetic", self) + arguments, home: self)
    _ = try await connect()
    return daemon
  }
}
