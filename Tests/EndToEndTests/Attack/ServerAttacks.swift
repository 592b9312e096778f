import Foundation
import Glibc
import TestTime
import Testing

extension EndToEnd {
  @Suite("Attack: clients of the daemon's socket")
  struct AttackServer {
    /// Processor time of the thread that serves the socket, in ticks of 10 ms.
    private func ticks(of process: Int32) throws -> Int {
      for thread in try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task") {
        let text = try String(contentsOfFile: "/proc/\(process)/task/\(thread)/stat", encoding: .utf8)
        guard text.contains("(NIO-") else { continue }
        // The 3rd field and all others follow the name; the 14th and 15th are the time.
        let fields = try #require(text.split(separator: ")").last).split(separator: " ")
        return try #require(Int(fields[11])) + #require(Int(fields[12]))
      }
      throw Timeout(description: "no thread of the socket")
    }

    @Test(
      "Without descriptors for waiting connections, it reports that once, does not spin, and serves again when others have ended",
      .long(seconds: 8))
    func descriptors() async throws {
      let home = Scratch()
      let daemon = try await home.daemon()
      // By then it has opened everything that it needs.
      _ = try await Stranger(home).notification("swipe")
      let used = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(daemon.id)/fd").count
      let limit = try await run("/usr/bin/prlimit", ["--pid", "\(daemon.id)", "--nofile=\(used + 8)"], home: home)
      try #require(limit.status == 0, "\(limit.errors)")
      var clients: [PlainClient] = []
      for _ in 1...40 { clients.append(try PlainClient(home.socket)) }
      var said: [String] = []
      while let line = try await daemon.errors.next() {
        said.append(line)
        if line.contains("new connections: not accepted for now: Too many open files; ") { break }
      }
      try #require(said.last?.contains("not accepted") == true, "\(said)")
      let before = try ticks(of: daemon.id)
      try await Task.sleep(for: .seconds(3))
      guard FileManager.default.fileExists(atPath: "/proc/\(daemon.id)") else {
        Issue.record("it ended: \(try await daemon.finish())")
        return
      }
      let spent = try ticks(of: daemon.id) - before
      // A server that spins takes up to 300 of them.
      #expect(spent < 20, "\(spent)")
      #expect(clients.count == 40)
      clients = []
      _ = try await Stranger(home).notification("hello")
      daemon.send(SIGTERM)
      let end = try await daemon.finish()
      #expect(end.status == 0 && !end.errors.contains { $0.contains("not accepted") }, "\(end.errors)")
    }

    @Test(
      "Ids come back as they were sent", arguments: ["9223372036854775807", "-9223372036854775808", #""\u0000\"ü\u2028""#])
    func ids(id: String) async throws {
      let home = Scratch()
      let daemon = try await home.daemon()
      let client = try await home.connect()
      try client.send(#"{"jsonrpc":"2.0","id":\#(id),"method":"unsubscribe"}"#)
      var line = try await client.lines.next()
      while line?.contains(#""method""#) == true { line = try await client.lines.next() }
      let answer = try #require(line)
      if id.hasPrefix("\"") {
        let object = try JSONSerialization.jsonObject(with: Data(answer.utf8)) as? [String: Any]
        #expect(object?["id"] as? String == "\0\"ü\u{2028}")
      } else {
        #expect(answer == #"{"id":\#(id),"jsonrpc":"2.0","result":[]}"#)
      }
      daemon.send(SIGTERM)
    }

    @Test("Clients that send requests and never read neither stop the daemon nor make it grow", .long(seconds: 7))
    func unread() async throws {
      let home = Scratch()
      let daemon = try await home.daemon()
      let questions = String(repeating: #"{"jsonrpc":"2.0","id":1,"method":"status"}"# + "\n", count: 20_000)
      let strangers = try (1...50).map { _ in try Stranger(home) }
      let witness = try Stranger(home)
      // Loading the models takes memory, too.
      while try await witness.notification("status")["state"] as? String != "running" {}
      func resident() throws -> Int {
        let text = try String(contentsOfFile: "/proc/\(daemon.id)/statm", encoding: .utf8)
        return try #require(Int(text.split(separator: " ")[1])) * 4
      }
      for stranger in strangers { stranger.send(questions.utf8, waiting: false) }
      #expect(try await witness.state("status") != nil)
      let before = try resident()
      for _ in 1...20 {
        for stranger in strangers { stranger.send(questions.utf8, waiting: false) }
        #expect(try await witness.state("status") != nil)
      }
      #expect(try resident() - before < 20_000)
      daemon.send(SIGTERM)
      #expect(try await daemon.finish().status == 0)
    }
  }
}
