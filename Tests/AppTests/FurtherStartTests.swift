import App
import TestTime
import TestWeb
import Testing

/// Further starts of the app, which open the page of the first one.
struct FurtherStartTests {
  private let scratch = Scratch()

  private func server(_ limits: AppLimits = AppLimits(), isOpened: Bool = true) throws -> AppFixture {
    let app = try AppFixture(limits, isOpened: isOpened)
    try app.admitStarts(at: scratch.file("app.sock"))
    return app
  }

  private func start() throws -> WebClient { try WebClient(path: scratch.file("app.sock")) }

  /// The token of the address that a start gets.
  private func token(_ start: WebClient, _ app: AppFixture) throws -> String {
    let (address, beginning) = (try start.line(), "\(app.origin)/?token=")
    try #require(address.hasPrefix(beginning))
    return String(address.dropFirst(beginning.count))
  }

  @Test("A start gets an address that works once, and learns that it was opened, which no other page ends")
  func opened() throws {
    let app = try server()
    let starts = try (0..<3).map { _ in try start() }
    let tokens = try starts.map { try token($0, app) }
    #expect(Set(tokens).count == 3)
    let page = try PageClient(app)
    _ = try page.notification("welcome")
    for (start, token) in zip(starts, tokens) {
      #expect(try app.exchange(token).json([String: String].self) == ["key": app.key])
      #expect(try start.line() == "opened")
      #expect(start.isClosed())
      #expect(try app.exchange(token).status == 403)
    }
    withExtendedLifetime(page) {}
  }

  @Test("A start whose address nobody opens learns so, and its address works no longer")
  func unopened() throws {
    for time in [100, 1000, 10_000, 60_000] as [Int64] {
      let app = try server(AppLimits { $0.openTime = .milliseconds(time) })
      let start = try start()
      // The machine may have been too busy for the start to come while the server waits for a page.
      guard let token = try? token(start, app) else { continue }
      #expect(throws: WebClient.Ended.self) { try start.line() }
      #expect(try app.exchange(token).status == 403)
      return
    }
    Issue.record("the server admits no start")
  }

  @Test("A start learns that the server ends before a browser has opened its address")
  func serverEnds() throws {
    let app = try server()
    let start = try start()
    _ = try token(start, app)
    app.stop()
    #expect(throws: WebClient.Ended.self) { try start.line() }
  }

  @Test("When as many starts wait as have a token each, further ones are refused, so that none loses its page; one that ends makes room")
  func many() throws {
    let app = try server(isOpened: false)
    var starts = try (0..<15).map { _ in try start() }
    let tokens = try starts.map { try token($0, app) }
    #expect(throws: WebClient.Ended.self) { try start().line() }
    starts.removeLast()
    var another: String?
    let hasRoom = try eventually {
      let start = try start()
      another = try? token(start, app)
      if another != nil { starts.append(start) }
      return another != nil
    }
    #expect(hasRoom)
    try app.open()
    for token in tokens.dropLast() + [try #require(another)] { #expect(try app.exchange(token).status == 200) }
    for start in starts { #expect(try start.line() == "opened") }
  }

  @Test("A server takes the port of the one before if it is free, and another one if it is not")
  func port() throws {
    let first = try AppFixture()
    let second = try AppFixture(preferring: first.port)
    #expect(second.port != first.port)
    first.stop()
    #expect(try AppFixture(preferring: first.port).port == first.port)
  }

  @Test("While a start waits for its page, the server stays after the last page has closed")
  func lastPage() throws {
    let app = try server(AppLimits { $0.stayTime = .milliseconds(1) })
    var page: PageClient? = try PageClient(app)
    _ = try page?.notification("welcome")
    let start = try start()
    let token = try token(start, app)
    page = nil
    for _ in 0..<20 { #expect(try app.get("/").status == 200) }
    #expect(app.ended.wait(timeout: .now()) == .timedOut)
    #expect(try app.exchange(token).status == 200)
    #expect(try start.line() == "opened")
  }
}
