import Bridge
import EventProtocol
import Foundation
import Glibc
import TestWeb
import Testing
import UserErrors

/// Requests that a foreign page can make a browser send, and those of other programs.
struct PageGateTests {
  private static let foreign: [String?] = [
    nil, "null", "", "*", "https://evil.example", "http://slides.example", "https://slides.example:443", "https://slides.example/",
    "https://slides.example.evil.example", "HTTPS://slides.example", "https://slides.example, https://evil.example",
    "http://127.0.0.1:PORT",
  ]

  @Test(arguments: foreign) func `A page of an origin that was not named gets nothing, and cannot read why`(origin: String?) throws {
    let bridge = try PageBridge()
    let header = ["Origin": origin?.replacing("PORT", with: "\(bridge.port)")]
    let answers = [
      try bridge.answer("/events", header), try bridge.answer("/socket", header.merging(PageBridge.upgrade) { $1 }),
      try bridge.answer("/events", header, method: "OPTIONS"), try bridge.answer("/", header),
    ]
    for answer in answers {
      #expect(answer.status == 403)
      #expect(answer.header("access-control-allow-origin") == nil)
    }
  }

  @Test func `Two origins are refused, even if one is right`() throws {
    let bridge = try PageBridge()
    let client = try WebClient(bridge.port)
    client.send("GET /events HTTP/1.1\r\nHost: 127.0.0.1:\(bridge.port)\r\nOrigin: \(PageBridge.origin)\r\nOrigin: null\r\n\r\n")
    #expect(try client.answer().status == 403)
  }

  @Test func `A request to any other name is refused: such a name can lead here`() throws {
    let bridge = try PageBridge()
    let names: [String?] = [
      nil, "", "evil.example", "evil.example:\(bridge.port)", "127.0.0.1", "127.0.0.1:1", "[::1]:\(bridge.port)", "127.1:\(bridge.port)",
      "localhost.evil.example:\(bridge.port)",
    ]
    for name in names {
      #expect([400, 421].contains(try bridge.answer("/events", ["Host": name]).status), "\(name ?? "no host")")
      #expect([400, 421].contains(try bridge.answer("/socket", PageBridge.upgrade.merging(["Host": name]) { $1 }).status))
    }
    _ = try bridge.events("/events", ["Host": "localhost:\(bridge.port)"])
  }

  @Test(
    arguments: [
      ("GET", "/", 404), ("GET", "/event", 404), ("GET", "/events/", 404), ("GET", "*", 404), ("POST", "/events", 405),
      ("PUT", "/socket", 405), ("HEAD", "/events", 405), ("GET", "/socket", 426), ("GET", "/events?topics=", 400),
      ("GET", "/events?topics=swipe,", 400), ("GET", "/events?topics=swipe,frame", 400), ("GET", "/events?topics=preview", 400),
      ("GET", "/events?topics=hello", 400),
    ])
  func `A page can read why a request is wrong`(method: String, path: String, status: Int) throws {
    let answer = try PageBridge().answer(path, method: method)
    #expect(answer.status == status)
    #expect(answer.header("access-control-allow-origin") == PageBridge.origin)
    #expect(answer.header("vary") == "Origin")
  }

  @Test func `A browser that asks first may send the token as a header`() throws {
    let answer = try PageBridge(token: "abcdefghijklmnop").answer(
      "/events", ["Access-Control-Request-Method": "GET", "Access-Control-Request-Headers": "authorization"], method: "OPTIONS")
    #expect(answer.status == 200)
    // Last-Event-ID comes from libraries that connect again.
    for name in ["Authorization", "Last-Event-ID"] { #expect(answer.header("access-control-allow-headers")?.contains(name) == true) }
    #expect(answer.header("access-control-allow-methods") == "GET")
    #expect(answer.header("access-control-allow-credentials") == nil)
  }

  @Test func `What a proxy passes on needs a token`() throws {
    for header in ["X-Forwarded-For", "Forwarded", "Via", "X-Real-IP"] {
      #expect(try PageBridge().answer("/events", [header: "192.0.2.1"]).status == 403)
      #expect(try PageBridge().answer("/socket", PageBridge.upgrade.merging([header: "192.0.2.1"]) { $1 }).status == 403)
      _ = try PageBridge(token: "abcdefghijklmnop").events("/events?token=abcdefghijklmnop", [header: "192.0.2.1"])
    }
  }

  @Test func `With a token, a request needs it`() throws {
    let token = "abcdefghijklmnop"
    let bridge = try PageBridge(token: token)
    for path in [
      "/events", "/events?token=", "/events?token=abcdefghijklmno", "/events?token=abcdefghijklmnopq", "/events?xtoken=\(token)",
    ] {
      #expect(try bridge.answer(path).status == 403)
    }
    #expect(try bridge.answer("/events", ["Authorization": "Basic \(token)"]).status == 403)
    #expect(try bridge.answer("/socket?token=x", PageBridge.upgrade).status == 403)
    _ = try bridge.events("/events?topics=swipe&token=\(token)")
    _ = try bridge.events("/events", ["Authorization": "Bearer \(token)"])
    _ = try bridge.socket("/socket?token=\(token)")
    #expect(try bridge.answer("/events?token=\(token)", ["Origin": "https://evil.example"]).status == 403)
  }

  @Test(
    arguments: [
      "https://example.org", "http://localhost:8000", "http://192.168.0.7", "http://[::1]:8080", "https://a-b.example:444",
      "http://[2001:db8::7]", "http://[::ffff:102:304]", "http://example.org.", "http://a_b:1", "https://xn--bcher-kva.example:65535",
      "http://1.example",
    ])
  func `An origin is accepted as browsers write it`(text: String) throws {
    #expect(try PageOrigin(text).text == text)
  }

  @Test(
    arguments: [
      "", "*", "null", "example.org", "https://", "https://example.org/", "https://example.org/page", "https://*.example.org",
      "https://Example.org", "https://user@example.org", "https://example.org:443", "http://example.org:80", "http://example.org:",
      "http://:80",
      "ftp://example.org", "file://", "https://a b", "https://bücher.example", "http://a:99999", "http://a:65536", "http://a:0",
      "http://a:-1",
      "http://a:080", "http://a:99999999999999999999", "http://a:b:c", "http://a:b", "http://.", "http://..", "http://a..b", "http://.a",
      "http://127.1", "http://1.2.3.999", "http://127.0.0.01", "http://2130706433", "http://0x7f.0.0.1", "http://a.0x1", "http://[::1",
      "http://::1", "http://[::1]:b", "http://[0:0:0:0:0:0:0:1]", "http://[1::2::3]", "http://[::ffff:1.2.3.4]", "http://[fe80::1%25eth0]",
      "http://[]", "http://[FE80::1]", "http://a%62", "http://a?", "http://a#", "http://@a", "HTTP://a", "http:a", "http:///a", "//a",
      "https://example.org\n", "https://a\u{0}b",
    ])
  func `What no browser sends for pages of one origin is refused`(text: String) {
    let error = #expect(throws: UserError.self) { try PageOrigin(text) }
    #expect(error?.exitStatus == .usage)
    #expect(error?.fix != nil)
  }

  @Test func `A token is letters and digits that only the user can read`() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func read(_ text: String, mode: Int = 0o600) throws -> String {
      let file = folder.appendingPathComponent(UUID().uuidString).path
      #expect(FileManager.default.createFile(atPath: file, contents: Data(text.utf8), attributes: [.posixPermissions: mode]))
      return try SecretFile.readToken(file)
    }
    #expect(try read("abcdefgh-IJKL_789\n") == "abcdefgh-IJKL_789")
    for text in ["", "short", "abcdefghijklmno p", "abcdefghijklmnop&", String(repeating: "a", count: 129)] {
      let error = #expect(throws: UserError.self) { try read(text) }
      #expect(error?.exitStatus == .configuration)
    }
    let error = #expect(throws: UserError.self) { try read("abcdefghijklmnop", mode: 0o640) }
    #expect(error?.fix?.command(in: .installed)?.description.hasPrefix("chmod 600 ") == true)
    #expect(throws: UserError.self) { try SecretFile.readToken(folder.path + "/none") }
  }
}
