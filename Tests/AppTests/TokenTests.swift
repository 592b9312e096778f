import Testing

struct TokenTests {
  @Test("The token is exchanged for a cookie that no script and no other site gets, and leaves the address")
  func exchange() throws {
    let app = try AppFixture(isOpened: false)
    let answer = try app.get(app.tokenPath)
    #expect(answer.status == 303)
    #expect(answer.header("location") == "/")
    let cookie = try #require(answer.header("set-cookie")).components(separatedBy: "; ")
    #expect(cookie[0].hasPrefix("swiped-\(app.port)="))
    #expect(Set(cookie.dropFirst()) == ["HttpOnly", "SameSite=Lax", "Path=/"])
    #expect(try app.get("/", ["Cookie": cookie[0]]).status == 200)
  }

  @Test("The token works once")
  func once() throws {
    let app = try AppFixture(isOpened: false)
    #expect(try app.get(app.tokenPath).status == 303)
    let second = try app.get(app.tokenPath)
    #expect(second.status == 403)
    #expect(second.header("set-cookie") == nil)
  }

  @Test("A wrong token gets no cookie, and does not use the right one up", arguments: ["", "0", "x", "0000", "token"])
  func wrong(_ end: String) throws {
    let app = try AppFixture(isOpened: false)
    for path in ["/?token=\(end)", app.tokenPath + end + "0", String(app.tokenPath.dropLast()) + "g", app.tokenPath.uppercased()] {
      let answer = try app.get(path)
      #expect(answer.status == 403)
      #expect(answer.header("set-cookie") == nil)
    }
    #expect(try app.get(app.tokenPath).status == 303)
  }

  @Test("Token and cookie have at least 128 bits, and are different for every server")
  func random() throws {
    let demos = try (0..<4).map { _ in try AppFixture() }
    let secrets = (demos.map(\.tokenPath) + demos.map(\.cookie)).compactMap { $0.split(separator: "=").last }
    #expect(Set(secrets).count == 8)
    for secret in secrets {
      #expect(secret.filter(\.isHexDigit).count == secret.count)
      #expect(secret.count >= 128 / 4)
    }
  }

  @Test(
    "Without the cookie, everything is refused",
    arguments: ["/", "/main.js", "/socket", "/deck/0", "/nothing", "/?tokens=1", "/?token", "/main.js?token=1"])
  func stranger(_ path: String) throws {
    let app = try AppFixture()
    let wrong = app.cookie.dropLast() + (app.cookie.hasSuffix("0") ? "1" : "0")
    for cookie in [nil, "", "a=b", String(wrong), app.cookie + "0", "x" + app.cookie, String(app.cookie.dropLast())] {
      #expect(try app.get(path, ["Cookie": cookie]).status == 403)
    }
    #expect(try app.send("POST", "/pictures", ["Cookie": nil], body: [1]).status == 403)
    #expect(try app.send("PUT", "/deck/0", ["Cookie": nil], body: [1]).status == 403)
  }

  @Test("The cookie counts among those of other programs on this machine")
  func others() throws {
    let app = try AppFixture()
    #expect(try app.get("/", ["Cookie": "a=b; \(app.cookie); session=1"]).status == 200)
  }

  @Test("The browser that has the cookie may open the address again")
  func again() throws {
    let app = try AppFixture()
    let answer = try app.get(app.tokenPath)
    #expect(answer.status == 303)
    #expect(answer.header("location") == "/")
  }
}
