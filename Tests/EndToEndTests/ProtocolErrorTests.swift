import Foundation
import Glibc
import Testing

/// An invalid line and the error that it gets.
struct WrongLine: Sendable, CustomTestStringConvertible {
  let name: String
  let code: Int
  let bytes: [UInt8]

  var testDescription: String { name }

  init(_ name: String, _ code: Int, _ text: String) { self.init(name, code, Array(text.utf8)) }

  init(_ name: String, _ code: Int, _ bytes: [UInt8]) { (self.name, self.code, self.bytes) = (name, code, bytes) }

  static let all = [
    WrongLine("no JSON", -32700, "pause"),
    WrongLine("half an object", -32700, #"{"jsonrpc":"2.0","id":1"#),
    WrongLine("two objects", -32700, #"{"jsonrpc":"2.0","id":1,"method":"status"}{"jsonrpc":"2.0","id":2,"method":"status"}"#),
    WrongLine("a NUL", -32700, Array(#"{"jsonrpc":"2.0","id":1,"method":"status"}"#.utf8) + [0]),
    WrongLine("invalid UTF-8", -32700, Array(#"{"jsonrpc":"2.0","id":""#.utf8) + [0xc3, 0x28] + Array(#"","method":"status"}"#.utf8)),
    WrongLine("arrays without end", -32700, String(repeating: "[", count: 60_000)),
    WrongLine("one array more than the decoder takes", -32700, String(repeating: "[", count: 513)),
    WrongLine("one array too many in a request", -32700, #"{"jsonrpc":"2.0","id":1,"params":"# + String(repeating: "[", count: 512)),
    WrongLine(
      "a nest too deep", -32700,
      #"{"jsonrpc":"2.0","id":1,"method":"status","x":"# + String(repeating: "[", count: 20_000) + String(repeating: "]", count: 20_000)
        + "}"),
    WrongLine("a number", -32600, "42"),
    WrongLine("a text", -32600, #""status""#),
    WrongLine("an empty batch", -32600, "[]"),
    WrongLine("no version", -32600, #"{"id":1,"method":"status"}"#),
    WrongLine("another version", -32600, #"{"jsonrpc":"1.0","id":1,"method":"status"}"#),
    WrongLine("no method", -32600, #"{"jsonrpc":"2.0","id":1}"#),
    WrongLine("a method that is a number", -32600, #"{"jsonrpc":"2.0","id":1,"method":1}"#),
    WrongLine("an id that is an array", -32600, #"{"jsonrpc":"2.0","id":[1],"method":"status"}"#),
    WrongLine("an id that is true", -32600, #"{"jsonrpc":"2.0","id":true,"method":"status"}"#),
    WrongLine("an unknown method", -32601, #"{"jsonrpc":"2.0","id":1,"method":"fly"}"#),
    WrongLine("a method in capitals", -32601, #"{"jsonrpc":"2.0","id":1,"method":"Status"}"#),
    WrongLine("no topics", -32602, #"{"jsonrpc":"2.0","id":1,"method":"subscribe"}"#),
    WrongLine("an unknown topic", -32602, #"{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"topics":["wink"]}}"#),
    WrongLine("a topic that is a number", -32602, #"{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"topics":[1]}}"#),
    WrongLine("params by position", -32602, #"{"jsonrpc":"2.0","id":1,"method":"subscribe","params":["swipe"]}"#),
  ]
}

extension EndToEnd {
  @Suite("The protocol's errors, as its manual page describes them")
  struct ErrorsOfTheManual {
    @Test("An invalid line gets its error, and the connection stays open")
    func wrongLines() async throws {
      let home = Scratch()
      let daemon = try await home.daemon()
      let stranger = try Stranger(home)
      for wrong in WrongLine.all {
        stranger.send(wrong.bytes + [10])
        let answer = try #require(try await stranger.answer() as? [String: Any])
        #expect((answer["error"] as? [String: Any])?["code"] as? Int == wrong.code, "\(wrong.name): \(answer)")
        expectError(answer, wrong.code)
        if wrong.code == -32700 { #expect(answer["id"] is NSNull, "\(wrong.name)") }
      }
      #expect(try await stranger.state("status") != nil)
      daemon.send(SIGTERM)
    }

    @Test("An id comes back as it was sent; without one there is no response, not even an error")
    func ids() async throws {
      let home = Scratch()
      let daemon = try await home.daemon()
      let stranger = try Stranger(home)
      for id in ["1", "-7", "0", "9007199254740993", #""a""#, #""""#, #""ü\n\"""#, "null"] {
        let answer = try await stranger.ask(#"{"jsonrpc":"2.0","id":\#(id),"method":"unsubscribe"}"#)
        let sent = try JSONSerialization.jsonObject(with: Data(id.utf8), options: .fragmentsAllowed) as? NSObject
        #expect(answer["id"] as? NSObject == sent, "\(id)")
        expectError(try await stranger.ask(#"{"jsonrpc":"2.0","id":\#(id),"method":"fly"}"#), -32601)
      }
      // Endless numbers, in an id and in an unknown member, get some response.
      for line in [#"{"jsonrpc":"2.0","id":1e999,"method":"status"}"#, #"{"jsonrpc":"2.0","id":1,"method":"status","x":-1e999}"#] {
        #expect(try await stranger.ask(line)["jsonrpc"] as? String == "2.0")
      }
      stranger.send(line: #"{"jsonrpc":"2.0","method":"status"}"#)
      stranger.send(line: #"{"jsonrpc":"2.0","method":"fly"}"#)
      stranger.send(line: #"[{"jsonrpc":"2.0","method":"status"},{"jsonrpc":"2.0","method":"fly"}]"#)
      #expect(try await stranger.ask(#"{"jsonrpc":"2.0","id":"last","method":"status"}"#)["id"] as? String == "last")
      daemon.send(SIGTERM)
    }

    @Test("The response to a batch is an array without its notifications; one that would be too long is -32004")
    func batches() async throws {
      let home = Scratch()
      let daemon = try await home.daemon()
      let stranger = try Stranger(home)
      stranger.send(
        line:
          #"[{"jsonrpc":"2.0","id":1,"method":"unsubscribe"},{"jsonrpc":"2.0","method":"status"},7,{"jsonrpc":"2.0","id":2,"method":"fly"}]"#
      )
      let answers = try #require(try await stranger.answer() as? [[String: Any]])
      #expect(answers.count == 3 && answers[0]["id"] as? Int == 1 && answers[0]["result"] as? [String] == [])
      expectError(answers[1], -32600)
      expectError(answers[2], -32601)
      #expect(answers[1]["id"] is NSNull && answers[2]["id"] as? Int == 2)
      let many = Array(repeating: #"{"jsonrpc":"2.0","id":1,"method":"status"}"#, count: 1000).joined(separator: ",")
      expectError(try await stranger.ask("[\(many)]"), -32004)
      #expect(try await stranger.topics("subscribe", #"{"topics":["swipe"]}"#) == ["swipe"])
      // One that has an effect tells it, or has none.
      let selects = #"{"jsonrpc":"2.0","id":0,"method":"set_profile","params":{"profile":"daily"}}"#
      func profile() async throws -> String? {
        let status = try await stranger.ask(#"{"jsonrpc":"2.0","id":1,"method":"status"}"#)["result"] as? [String: Any]
        return status?["profile"] as? String
      }
      expectError(try await stranger.ask("[\(selects),\(many)]"), -32004)
      #expect(try await profile() == "plain")
      let some = Array(repeating: #"{"jsonrpc":"2.0","id":1,"method":"status"}"#, count: 299).joined(separator: ",")
      stranger.send(line: "[\(selects),\(some)]")
      let told = try #require(try await stranger.answer() as? [[String: Any]])
      #expect(told.count == 300 && (told[0]["result"] as? [String: Any])?["profile"] as? String == "daily")
      expectError(told[299], -32004)
      #expect(try await profile() == "daily")
      daemon.send(SIGTERM)
    }
  }
}
