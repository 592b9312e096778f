import App
import TestTime
import TestWeb
import Testing

struct RequestTests {
  @Test("Every response forbids scripts of others, guessing, storing and frames, and allows no other site to read it")
  func headers() throws {
    let app = try AppFixture(AppLimits { $0.upload = 10 })
    let answers = [
      try app.get("/"), try app.get("/main.js"), try app.get("/deck/0", ["Authorization": nil]), try app.get("/nothing"),
      try app.exchange("x"), try app.get("/", ["Host": "evil.example"]), try app.send("HEAD", "/"),
      try app.send("POST", "/pictures", body: [UInt8](repeating: 0, count: 11)), try app.get("bad"), try app.send("BREW", "/"),
      try app.get("/", ["Long": String(repeating: "x", count: 20_000)]), try app.send("POST", "/replay", ["Origin": "null"], body: [1]),
      try app.send("POST", "/replay", body: [1]),
    ]
    #expect(answers.map(\.status) == [200, 200, 403, 404, 403, 421, 405, 413, 400, 405, 431, 403, 422])
    for answer in answers {
      let policy = try #require(answer.header("content-security-policy"))
      #expect(policy.hasPrefix("default-src 'self';"))
      #expect(!policy.contains("unsafe") && !policy.contains("*"))
      for part in ["object-src 'none'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"] {
        #expect(policy.contains(part))
      }
      #expect(answer.header("x-content-type-options") == "nosniff")
      #expect(answer.header("cache-control") == "no-store")
      #expect(answer.header("referrer-policy") == "no-referrer")
      #expect(answer.header("cross-origin-resource-policy") == "same-origin")
      #expect(!answer.headers.contains { $0.name.hasPrefix("access-control") })
    }
  }

  @Test("The page is HTML without scripts or styles in it, and every file that it names is served with its type")
  func assets() throws {
    let app = try AppFixture()
    let page = try app.get("/")
    #expect(page.header("content-type") == "text/html; charset=utf-8")
    #expect(page.text.firstMatch(of: /<script(?![^>]*\ssrc=)/) == nil)
    #expect(page.text.firstMatch(of: /<style|\sstyle=|\son[a-z]+=/) == nil)
    let named = page.text.matches(of: /(?:src|href)="([^"#]+)"/).map { String($0.1) }
    #expect(!named.isEmpty)
    for name in named {
      let asset = try app.get(name.hasPrefix("/") ? name : "/" + name)
      #expect(asset.status == 200, "\(name)")
      let type = try #require(asset.header("content-type"))
      #expect(type.hasPrefix(name.hasSuffix(".js") ? "text/javascript" : name.hasSuffix(".css") ? "text/css" : "image/svg+xml"))
    }
  }

  @Test(
    "Only what the page needs has an address, and no path leads to a file",
    arguments: [
      "/..", "/../", "/../etc/passwd", "/../../../../etc/passwd", "/%2e%2e/", "/%2e%2e/%2e%2e/etc/passwd", "/..%2f..%2fetc%2fpasswd",
      "/deck/../../etc/passwd", "/deck/%2e%2e", "/deck/..", "/deck/", "/deck", "/deck/0", "/deck/-1", "/deck/+1", "/deck/0x1", "/deck/1.0",
      "/deck/99999999999999999999", "/deck/0/", "/deck/0/..", "/deck/%30", "//etc/passwd", "/etc/passwd", "/\\..\\", "/main.js/",
      "/main.js/..",
      "/./main.js", "/index.html%00", "/main.js%00.css", "/MAIN.JS", "/pictures", "/replay", "/proc/self/environ", "/?x", "/.",
    ])
  func paths(_ path: String) throws {
    let app = try AppFixture()
    let answer = try app.get(path)
    // The page reads the query at its own address.
    #expect(answer.status == (path == "/?x" ? 200 : 404), "\(answer.text)")
  }

  @Test("Other methods are refused", arguments: ["HEAD", "OPTIONS", "DELETE", "PATCH", "TRACE", "CONNECT", "PROPFIND", "BREW", "get"])
  func methods(_ method: String) throws {
    let app = try AppFixture()
    for path in ["/", "/main.js", "/deck/0", "/socket", "/pictures"] {
      let answer = try app.send(method, path)
      #expect([400, 405].contains(answer.status))
      #expect(answer.status == 400 || answer.header("allow") == "GET, PUT, POST")
    }
  }

  @Test("A method at an address of another one does nothing")
  func wrongMethods() throws {
    let app = try AppFixture()
    for (method, path) in [
      ("PUT", "/"), ("POST", "/"), ("POST", "/deck/0"), ("PUT", "/pictures"), ("POST", "/socket"), ("PUT", "/main.js"),
    ] {
      #expect(try app.send(method, path, body: [1]).status == 404)
    }
  }

  @Test(
    "What is not HTTP/1.1 is refused or cut off",
    arguments: [
      "\0\0\0\0\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "GET / HTTP/1.1\r\nHost\r\n\r\n",
      "GET / HTTP/1.1\r\n Host: folded\r\n\r\n", "GET / HTTP/1.1\nHost: x\n\n", "\u{16}\u{3}\u{1}\u{2}\0\u{1}\0",
      "POST /pictures HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
      "POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
      "POST / HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", "GET / HTTP/1.0\r\n\r\n",
    ])
  func garbage(_ text: String) throws {
    let app = try AppFixture(AppLimits { $0.http.headTime = .milliseconds(200) }, isOpened: false)
    let client = try WebClient(app.port)
    client.send(text)
    if let answer = try? client.answer() { #expect([400, 403, 405, 421].contains(answer.status)) }
    #expect(client.isClosed())
    // On a busy machine, a request may take longer than its time.
    #expect(eventually { (try? app.get("/"))?.status == 200 })
  }

  @Test("A head that is too long, in one line, in many or in its target, is refused")
  func longHeads() throws {
    let app = try AppFixture()
    #expect(try app.get("/", ["Cookie": String(repeating: "x", count: 9000)]).status == 431)
    let many = Dictionary(uniqueKeysWithValues: (0..<100).map { ("X-\($0)", Optional("y")) })
    #expect(try app.get("/", many).status == 431)
    // The client may still be sending when the connection closes.
    let client = try WebClient(app.port)
    client.send("GET /" + String(repeating: "x", count: 1 << 20))
    if let answer = try? client.answer() { #expect([400, 414, 431].contains(answer.status)) }
    #expect(client.isClosed())
  }
}
