import TestWeb
import Testing

struct TokenTests {
  @Test("The token is exchanged for the key once, by a page of this server, and nothing is stored that browsers send elsewhere")
  func exchange() throws {
    let app = try AppFixture(isOpened: false)
    for origin in [nil, "null", "http://127.0.0.1:1"] {
      let foreign = try app.send("POST", "/key", ["Authorization": "Bearer \(app.token)", "Origin": origin])
      #expect(foreign.status == 403)
    }
    let answer = try app.exchange(app.token)
    #expect(answer.status == 200)
    let key = try #require(try answer.json([String: String].self)["key"])
    #expect(try app.get("/cameras", ["Authorization": "Bearer \(key)"]).status == 200)
    #expect(try app.exchange(app.token).status == 403)
    for answer in [answer, try app.get("/"), try app.get("/?token=\(app.token)"), try app.exchange(key)] {
      #expect(answer.header("set-cookie") == nil)
    }
  }

  @Test("A page finds out whether its key is still right")
  func check() throws {
    let app = try AppFixture()
    #expect(try app.exchange(app.key).json([String: String].self) == ["key": app.key])
    #expect(try app.exchange(AppFixture().key).status == 403)
    #expect(try app.send("POST", "/key", ["Authorization": nil]).status == 403)
  }

  @Test("A wrong token gets no key, and does not use the right one up", arguments: ["", "0", "x", "0000", "token"])
  func wrong(_ text: String) throws {
    let app = try AppFixture(isOpened: false)
    for token in [text, app.token + text + "0", String(app.token.dropLast()) + "g", app.token.uppercased() + " "] {
      #expect(try app.exchange(token).status == 403)
    }
    #expect(try app.exchange(app.token).status == 200)
  }

  @Test("Token and key have at least 128 bits, and are different for every server")
  func random() throws {
    let apps = try (0..<4).map { _ in try AppFixture() }
    let secrets = apps.map(\.token) + apps.map(\.key)
    #expect(Set(secrets).count == 8)
    for secret in secrets {
      #expect(secret.filter(\.isHexDigit).count == secret.count)
      #expect(secret.count >= 128 / 4)
    }
  }

  /// What is not a file of the page.
  private static let guarded = [
    ("GET", "/socket"), ("GET", "/deck/0"), ("PUT", "/deck/0"), ("POST", "/pictures"), ("POST", "/replay"), ("POST", "/wrong"),
    ("GET", "/settings"), ("POST", "/settings"), ("GET", "/cameras"), ("POST", "/camera-picture"), ("GET", "/doctor"), ("GET", "/service"),
    ("POST", "/service"),
  ]

  @Test("Without the key, only the files of the page are served, which are the same for everybody", arguments: guarded)
  func stranger(_ method: String, _ path: String) throws {
    let app = try AppFixture()
    let wrong = app.key.dropLast() + (app.key.hasSuffix("0") ? "1" : "0")
    let headers = ["", app.key, "Basic \(app.key)", "Bearer", "Bearer ", "Bearer \(wrong)", "Bearer \(app.key)0", "Bearer \(app.token)"]
    for header in [nil] + headers {
      #expect(try app.send(method, path, ["Authorization": header], body: method == "GET" ? [] : [1]).status == 403)
      for file in ["/", "/main.js"] { #expect(try app.get(file, ["Authorization": header]).status == 200) }
    }
    let cookie = try app.send(method, path, ["Authorization": nil, "Cookie": "key=\(app.key)"], body: method == "GET" ? [] : [1])
    #expect(cookie.status == 403)
  }

  @Test("A WebSocket has the key among its protocols, and the server chooses the other one")
  func webSocket() throws {
    let app = try AppFixture()
    let answer = try PageClient.answer(app, [:])
    #expect(answer.status == 101)
    #expect(answer.header("sec-websocket-protocol") == "swiped")
    for protocols in [nil, "swiped", "swiped, \(app.key)0", "swiped, \(app.token)", "swiped;\(app.key)"] {
      #expect(try PageClient.answer(app, ["Sec-WebSocket-Protocol": protocols]).status == 403)
    }
  }

  @Test("A page that has been opened already may be opened at its address again, and with any query")
  func again() throws {
    let app = try AppFixture()
    for path in ["/?token=\(app.token)", "/?token", "/?x=1"] { #expect(try app.get(path).status == 200) }
  }
}
