import EventProtocol
import Foundation
import Glibc
import TestTime
import Testing

extension EndToEnd {
  @Suite("The preview")
  struct Previews {
    private static let subscribe = #"{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"topics":["preview"]}}"#

    /// The answer to a request; events that come between are passed over.
    private func ask(_ text: String, _ client: PlainClient) async throws -> String {
      try client.send(text)
      while let line = try await client.lines.next() { if line.contains(#""id":1,"#) { return line } }
      throw Timeout(description: "no answer")
    }

    @Test("Without the setting a subscription is refused, and the error names the setting")
    func refused() async throws {
      let home = Scratch()
      let daemon = try Program("swiped", source("synthetic", home), home: home)
      let client = try await home.connect()
      let answer = try await ask(Self.subscribe, client)
      #expect(answer.contains("-32007") && answer.contains("set preview = true in [privacy] of swiped.toml"), "\(answer)")
      let watch = try await run("swipectl", ["watch", "--topics", "preview", "--socket", home.socket], home: home)
      #expect(watch.status == 77)
      expectOneLine(watch.errors, of: "swipectl")
      daemon.send(SIGTERM)
      #expect(try await daemon.finish().status == 0)
    }

    @Test(
      "With the setting pictures come as JPEG files, until a reload without it ends the subscription",
      .long(seconds: 6))
    func pictures() async throws {
      let home = Scratch()
      let config = try home.write("c.toml", "privacy.preview = true\n".utf8)
      let daemon = try Program("swiped", source("synthetic", home) + ["--config", config], home: home)
      let client = try await home.connect()
      #expect(try await ask(Self.subscribe, client).contains(#"["swipe","status","preview"]"#))
      var previews: [PreviewEvent] = []
      while previews.count < 31, let line = try await client.lines.next() {
        guard case .preview(let preview) = try event(line) else { continue }
        previews.append(preview)
        #expect(line.utf8.count <= lineLimit)
        #expect(Data(base64Encoded: preview.jpeg)?.starts(with: [0xff, 0xd8]) == true)
      }
      #expect(zip(previews, previews.dropFirst()).allSatisfy { $0.frame < $1.frame })
      try home.write("c.toml", [])
      daemon.send(SIGHUP)
      var reason: String?
      while reason == nil, let line = try await client.lines.next() {
        if case .unsubscribed(let unsubscribed) = try event(line) { reason = unsubscribed.reason }
      }
      #expect(reason?.contains("[privacy]") == true)
      #expect(try await ask(Self.subscribe, client).contains("-32007"))
      daemon.send(SIGTERM)
      #expect(try await daemon.finish().status == 0)
    }
  }
}
