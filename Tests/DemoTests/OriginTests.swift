import Testing

/// Requests that a page of another site can make a browser send.
struct OriginTests {
  @Test("A request to any other name is refused, on every path: a name that leads here makes a foreign page look like ours")
  func host() throws {
    let demo = try DemoFixture()
    let port = demo.port
    let names: [String?] = [
      nil, "", "evil.example", "evil.example:\(port)", "localhost:\(port)", "127.0.0.1", "127.0.0.1:\(port + 1)", "127.0.0.1:0\(port)",
      "127.1:\(port)", "[::1]:\(port)", "127.0.0.1.:\(port)", "127.0.0.1:\(port), evil.example", "x@127.0.0.1:\(port)",
    ]
    for name in names {
      for path in ["/", demo.tokenPath, "/socket", "/main.js", "/deck/0", "/nothing"] {
        #expect([400, 421].contains(try demo.get(path, ["Host": name]).status), "\(name ?? "no host") \(path)")
      }
      #expect([400, 421].contains(try demo.send("POST", "/pictures", ["Host": name], body: [1]).status))
      #expect([400, 421].contains(try PageClient.answer(demo, ["Host": name]).status))
    }
  }

  @Test("Two names are refused, even if one is right")
  func twoHosts() throws {
    let demo = try DemoFixture()
    for other in ["evil.example", demo.authority] {
      let client = try WebClient(demo.port)
      client.send("GET / HTTP/1.1\r\nHost: \(demo.authority)\r\nHost: \(other)\r\nCookie: \(demo.cookie)\r\n\r\n")
      #expect([400, 421].contains(try client.answer().status))
    }
  }

  @Test("A request for another server's address is refused")
  func absoluteTarget() throws {
    let demo = try DemoFixture()
    for target in ["http://evil.example/", "http://\(demo.authority)/", "*", "evil.example:80"] {
      #expect(try demo.get(target).status == 400)
    }
  }

  private static let foreign: [String?] = [
    nil, "null", "", "http://evil.example", "https://127.0.0.1:PORT", "http://127.0.0.1", "http://127.0.0.1:1", "http://localhost:PORT",
    "http://127.0.0.1:PORT/", "http://127.0.0.1:PORT.evil.example", "HTTP://127.0.0.1:PORT",
  ]

  @Test("A WebSocket of a foreign page is refused, with or without the cookie", arguments: foreign)
  func webSocket(_ origin: String?) throws {
    let demo = try DemoFixture()
    let origin = origin?.replacing("PORT", with: "\(demo.port)")
    #expect(try PageClient.answer(demo, ["Origin": origin]).status == 403)
    #expect(try PageClient.answer(demo, ["Origin": origin, "Cookie": nil]).status == 403)
    #expect(try PageClient.answer(demo, ["Cookie": nil]).status == 403)
  }

  @Test("What changes something or costs something is refused from a foreign page", arguments: foreign)
  func change(_ origin: String?) throws {
    let demo = try DemoFixture()
    let origin = origin?.replacing("PORT", with: "\(demo.port)")
    for (method, path) in [("POST", "/pictures"), ("POST", "/replay"), ("PUT", "/deck/0")] {
      #expect(try demo.send(method, path, ["Origin": origin], body: Array("{}".utf8)).status == 403)
    }
  }

  @Test("A WebSocket that a browser would not open is refused")
  func badUpgrade() throws {
    let demo = try DemoFixture()
    #expect(try demo.get("/socket").status == 403)
    #expect(try demo.get("/socket", ["Origin": demo.origin]).status == 426)
    #expect(try PageClient.answer(demo, ["Sec-WebSocket-Version": "7"]).status == 426)
    #expect(try PageClient.answer(demo, ["Sec-WebSocket-Key": nil]).status == 426)
  }
}
