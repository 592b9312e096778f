import TestWeb
import Testing
import Web

/// Requests that a page of another site can make a browser send.
struct OriginTests {
  @Test("A request to any other name is refused, on every path: a name that leads here makes a foreign page look like ours")
  func host() throws {
    let app = try AppFixture()
    let port = app.port
    let names: [String?] = [
      nil, "", "evil.example", "evil.example:\(port)", "localhost:\(port)", "127.0.0.1", "127.0.0.1:\(port + 1)", "127.0.0.1:0\(port)",
      "127.1:\(port)", "[::1]:\(port)", "127.0.0.1.:\(port)", "127.0.0.1:\(port), evil.example", "x@127.0.0.1:\(port)",
    ]
    for name in names {
      for path in ["/", "/?token=\(app.token)", "/socket", "/main.js", "/deck/0", "/nothing"] {
        #expect([400, 421].contains(try app.get(path, ["Host": name]).status), "\(name ?? "no host") \(path)")
      }
      #expect([400, 421].contains(try app.send("POST", "/pictures", ["Host": name], body: [1]).status))
      #expect([400, 421].contains(try PageClient.answer(app, ["Host": name]).status))
    }
  }

  @Test("At the port of the web, its name is without a port, as browsers write it")
  func webPort() {
    #expect(WebServer.authority(port: 80) == "127.0.0.1" && WebServer.authority(port: 8080) == "127.0.0.1:8080")
    #expect(WebServer.authorities(port: 80) == ["127.0.0.1", "127.0.0.1:80"], "and as proxies do")
  }

  @Test("Two names are refused, even if one is right")
  func twoHosts() throws {
    let app = try AppFixture()
    for other in ["evil.example", app.authority] {
      let client = try WebClient(app.port)
      client.send("GET / HTTP/1.1\r\nHost: \(app.authority)\r\nHost: \(other)\r\nAuthorization: Bearer \(app.key)\r\n\r\n")
      #expect([400, 421].contains(try client.answer().status))
    }
  }

  @Test("A request for another server's address is refused")
  func absoluteTarget() throws {
    let app = try AppFixture()
    for target in ["http://evil.example/", "http://\(app.authority)/", "*", "evil.example:80"] {
      #expect(try app.get(target).status == 400)
    }
  }

  private static let foreign: [String?] = [
    nil, "null", "", "http://evil.example", "https://127.0.0.1:PORT", "http://127.0.0.1", "http://127.0.0.1:1", "http://localhost:PORT",
    "http://127.0.0.1:PORT/", "http://127.0.0.1:PORT.evil.example", "HTTP://127.0.0.1:PORT",
  ]

  @Test("A WebSocket of a foreign page is refused, with or without the key", arguments: foreign)
  func webSocket(_ origin: String?) throws {
    let app = try AppFixture()
    let origin = origin?.replacing("PORT", with: "\(app.port)")
    #expect(try PageClient.answer(app, ["Origin": origin]).status == 403)
    #expect(try PageClient.answer(app, ["Origin": origin, "Sec-WebSocket-Protocol": nil]).status == 403)
    #expect(try PageClient.answer(app, ["Sec-WebSocket-Protocol": nil]).status == 403)
  }

  @Test("What changes something or costs something is refused from a foreign page", arguments: foreign)
  func change(_ origin: String?) throws {
    let app = try AppFixture()
    let origin = origin?.replacing("PORT", with: "\(app.port)")
    for (method, path) in [("POST", "/pictures"), ("POST", "/replay"), ("PUT", "/deck/0")] {
      #expect(try app.send(method, path, ["Origin": origin], body: Array("{}".utf8)).status == 403)
    }
  }

  @Test("A WebSocket that a browser would not open is refused")
  func badUpgrade() throws {
    let app = try AppFixture()
    #expect(try app.get("/socket").status == 403)
    #expect(try app.get("/socket", ["Origin": app.origin]).status == 426)
    #expect(try PageClient.answer(app, ["Sec-WebSocket-Version": "7"]).status == 426)
    #expect(try PageClient.answer(app, ["Sec-WebSocket-Key": nil]).status == 426)
  }
}
