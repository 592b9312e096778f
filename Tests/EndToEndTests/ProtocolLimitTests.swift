import Foundation
import Glibc
import TestTime
import Testing

extension EndToEnd {
  @Suite("The protocol's limits, as its manual page describes them")
  struct LimitsOfTheManual {
    private static let request = #"{"jsonrpc":"2.0","id":"q","method":"status","unknown":{"a":[1,null]}}"#

    @Test("Lines may end in CR LF, be blank, and have 64 KiB; one byte more is an error and closes the connection")
    func lines() async throws {
      let home = Scratch()
      let daemon = try await home.daemon()
      let stranger = try Stranger(home)
      stranger.send("\r\n\n".utf8)
      #expect(try await stranger.ask(Self.request + "\r")["result"] is [String: Any])
      let padding = String(repeating: " ", count: 65536 - Self.request.utf8.count)
      #expect(try await stranger.ask(padding + Self.request)["result"] is [String: Any])
      stranger.send(line: padding + " " + Self.request)
      try await stranger.expectFarewell(-32000)
      daemon.send(SIGTERM)
    }

    @Test(
      "A client that closes its side still gets its responses, also to a last line without a newline, and further events", .long(seconds: 4)
    )
    func halfClose() async throws {
      let home = Scratch()
      let daemon = try await home.daemon()
      let stranger = try Stranger(home)
      stranger.send(Self.request.utf8)
      stranger.endInput()
      #expect((try await stranger.answer() as? [String: Any])?["id"] as? String == "q")
      _ = try await stranger.notification("swipe")
      daemon.send(SIGTERM)
    }

    @Test("The 65th connection gets an error and is closed; once another has ended, one is accepted")
    func connections() async throws {
      let home = Scratch()
      let daemon = try Program("swiped", source("synthetic", home), home: home)
      var strangers: [Stranger] = []
      while strangers.count < 64 {
        if let stranger = try? Stranger(home) { strangers.append(stranger) } else { try await Task.sleep(for: .milliseconds(5)) }
      }
      for stranger in strangers { _ = try await stranger.notification("hello") }
      try await Stranger(home).expectFarewell(-32002)
      strangers.removeLast()
      var isWelcome = false
      for _ in 1...1000 where !isWelcome {
        let stranger = try Stranger(home)
        isWelcome = (try await stranger.next() as? [String: Any])?["method"] as? String == "hello"
      }
      #expect(isWelcome)
      daemon.send(SIGTERM)
    }

    @Test("A client that sends requests and does not read stays connected, and gets all responses later")
    func unread() async throws {
      let home = Scratch()
      let daemon = try await home.daemon()
      let (flooding, witness) = (try Stranger(home), try Stranger(home))
      let requests = String(repeating: #"{"jsonrpc":"2.0","id":1,"method":"status"}"# + "\n", count: 10_000)
      // Only what fits into the socket's buffer, since the daemon stops reading.
      flooding.send(requests.utf8, waiting: false)
      flooding.endInput()
      #expect(try await witness.state("status") != nil)
      var answers = 0
      while answers < 1000, let answer = try await flooding.answer() as? [String: Any] {
        #expect(answer["result"] is [String: Any])
        answers += 1
      }
      #expect(answers == 1000)
      daemon.send(SIGTERM)
    }

    @Test("Another user gets an error and is closed", .enabled(if: geteuid() == 0, "only root can become another user"))
    func otherUser() async throws {
      let home = Scratch()
      let daemon = try await home.daemon()
      // Removes the permissions that keep other users out.
      chmod(home.path, 0o755)
      chmod(home.socket, 0o666)
      let other = try Program(
        "/usr/bin/setpriv", ["--reuid", "65534", "--clear-groups", "nc", "-U", home.socket], home: home, input: Pipe())
      let line = try #require(try await other.output.next())
      expectError(try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]), -32003)
      #expect(try await other.output.next() == nil)
      daemon.send(SIGTERM)
    }
  }
}
