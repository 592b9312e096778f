import Foundation
import Glibc
import Testing

private let bridge = ["bridge", "web"]

private let bridgeMistakes = [
  Mistake("no origin", 64, ["--origin", "swipectl bridge web --help"], program: "swipectl") { _ in bridge },
  Mistake("an origin for everybody", 64, ["--origin *: ", "https://example.org"], program: "swipectl") { _ in bridge + ["--origin", "*"] },
  Mistake("an origin of files", 64, ["--origin null: ", "http.server"], program: "swipectl") { _ in bridge + ["--origin", "null"] },
  Mistake("an origin with a path", 64, ["--origin https://a.example/: ", "no path"], program: "swipectl") { _ in
    bridge + ["--origin", "https://a.example/"]
  },
  Mistake("an origin with a port that is none", 64, ["--origin http://a:99999: ", "65535"], program: "swipectl") { _ in
    bridge + ["--origin", "http://a:99999"]
  },
  Mistake("a port that is none", 64, ["--port", "65536"], program: "swipectl") { _ in
    bridge + ["--origin", "https://a.example", "--port", "65536"]
  },
  Mistake("an address of the network", 64, ["--listen: ", "\"Other machines\"", "programs.md"], program: "swipectl") { _ in
    bridge + ["--origin", "https://a.example", "--listen", "0.0.0.0"]
  },
  Mistake("a certificate", 64, ["--certificate: ", "\"Other machines\"", "programs.md"], program: "swipectl") { _ in
    bridge + ["--origin", "https://a.example", "--certificate", "a"]
  },
  Mistake("a key", 64, ["--key: ", "\"Other machines\"", "programs.md"], program: "swipectl") { _ in
    bridge + ["--origin", "https://a.example", "--key", "b"]
  },
  Mistake("a token that others can read", 78, ["token: others can read this token", "run `chmod 600 "], program: "swipectl") {
    try $0.write("token", "abcdefghijklmnop".utf8)
    chmod($0.file("token"), 0o644)
    return bridge + ["--origin", "https://a.example", "--token-file", $0.file("token")]
  },
  Mistake("a token that can be guessed", 78, ["token: ", "run `openssl rand -hex 32"], program: "swipectl") {
    try $0.write("token", "secret".utf8)
    chmod($0.file("token"), 0o600)
    return bridge + ["--origin", "https://a.example", "--token-file", $0.file("token")]
  },
  Mistake("a token that is not there", 78, ["token: ", "chmod 600"], program: "swipectl") {
    bridge + ["--origin", "https://a.example", "--token-file", $0.file("token")]
  },
]

extension EndToEnd {
  @Suite("swipectl bridge web")
  struct BridgeWeb {
    private let home = Scratch()

    @Test("Mistakes are answered in one line", arguments: bridgeMistakes)
    private func mistakes(_ mistake: Mistake) async throws { try await mistake.check(in: home) }

    @Test("It prints its address, says that a second one cannot have its port, and ends at Ctrl-C")
    func life() async throws {
      let arguments = bridge + ["--origin", "https://a.example", "--socket", home.socket]
      let first = try Program("swipectl", arguments + ["--port", "0"], home: home)
      let address = try #require(try await first.output.next())
      #expect(address.hasPrefix("http://127.0.0.1:"))
      let port = try #require(address.split(separator: ":").last.map(String.init))
      let second = try await run("swipectl", arguments + ["--port", port], home: home)
      #expect(second.status == 69)
      #expect(second.errors.count == 1 && second.errors.first?.contains("127.0.0.1:\(port): another program listens there") == true)
      first.send(SIGINT)
      #expect(try await first.exitStatus() == 0)
    }
  }
}
