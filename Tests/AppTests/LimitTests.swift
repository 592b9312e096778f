import App
import Camera
import Dispatch
import Foundation
import Glibc
import TestTime
import TestWeb
import Testing

/// Clients that take too much: too large, too slow, or too many.
struct LimitTests {
  @Test("An upload may have 20 MiB")
  func standard() {
    #expect(AppLimits().upload == 20 << 20)
  }

  @Test("An upload that announces too much is refused before it is sent", arguments: ["/pictures", "/replay", "/deck/0"])
  func announced(_ path: String) throws {
    let app = try AppFixture()
    let client = try WebClient(app.port)
    client.send(app.head(path == "/deck/0" ? "PUT" : "POST", path, ["Content-Length": "20971521"]))
    #expect(try client.answer().status == 413)
  }

  @Test("An upload in chunks that grows too large is refused, and its sender can read why")
  func chunked() throws {
    let app = try AppFixture(AppLimits { $0.upload = 10_000 })
    let client = try WebClient(app.port)
    client.send(app.head("POST", "/pictures", ["Transfer-Encoding": "chunked"]))
    let chunk = "400\r\n" + String(repeating: "x", count: 1024) + "\r\n"
    for _ in 0..<1000 { client.send(chunk) }
    #expect(try client.answer().status == 413)
    #expect(client.isClosed())
  }

  @Test(
    "A length that no number of the machine holds is too large, or none",
    arguments: [("9223372036854775807", 413), ("9223372036854775808", 413), ("18446744073709551615", 413), ("18446744073709551616", 400)])
  func hugeLength(_ length: String, _ status: Int) throws {
    let app = try AppFixture()
    for path in ["/pictures", "/settings"] {
      let client = try WebClient(app.port)
      client.send(app.head("POST", path, ["Content-Length": length]))
      #expect(try client.answer().status == status)
    }
  }

  @Test("A body that is longer than it said is no second request with the rights of the first")
  func shortLength() throws {
    let app = try AppFixture()
    let client = try WebClient(app.port)
    client.send(app.head("POST", "/replay", ["Content-Length": "2"]) + "{}PUT /deck/0 HTTP/1.1\r\n\r\n")
    #expect(try client.answer().status == 422)
    #expect(try client.answer().status == 421)
    #expect(client.isClosed())
  }

  @Test("A body that is shorter than it said ends with the time for it")
  func longLength() throws {
    let app = try AppFixture(AppLimits { $0.http.bodyTime = .milliseconds(50) })
    let client = try WebClient(app.port)
    client.send(app.head("POST", "/pictures", ["Content-Length": "1000"]) + "abc")
    #expect(client.isClosed())
  }

  @Test(
    "A head that does not end is cut off after a time",
    arguments: ["", "GET", "GET / HTTP/1.1\r\n", "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: y", "\r\n\r\n"])
  func slowHead(_ start: String) throws {
    let app = try AppFixture(AppLimits { $0.http.headTime = .milliseconds(50) }, isOpened: false)
    let client = try WebClient(app.port)
    client.send(start)
    #expect(client.isClosed())
  }

  @Test("A head that comes byte by byte gets no more time than one that does not come")
  func dripping() throws {
    let app = try AppFixture(AppLimits { $0.http.headTime = .milliseconds(50) }, isOpened: false)
    let client = try WebClient(app.port)
    client.send("GET / HTTP/1.1\r\nX: ")
    // Ends when the server has closed the connection. Slowly, as bytes that come at once would be too many first.
    while client.send("y") { usleep(1000) }
    #expect(client.isClosed())
  }

  @Test("A connection that sends nothing after a response is closed")
  func idle() throws {
    for time in [50, 500, 5000, 50_000] as [Int64] {
      let app = try AppFixture(AppLimits { $0.http.headTime = .milliseconds(time) }, isOpened: false)
      let client = try WebClient(app.port)
      client.send(app.head("GET", "/"))
      // The machine may have been too busy for the request to come in time.
      guard let answer = try? client.answer() else { continue }
      #expect(answer.status == 200)
      return #expect(client.isClosed())
    }
    Issue.record("the server answers no request")
  }

  @Test("A client that reads no responses is cut off, and its further requests are not carried out")
  func slowReader() throws {
    let app = try AppFixture(AppLimits { $0.http.responseTime = .milliseconds(100) })
    let client = try WebClient(app.port, receiveBuffer: 4096)
    let requests = app.head("GET", "/")
    // Ends when the server has closed the connection: it cannot write, and then reads no more.
    while client.send(requests) {}
    #expect(client.isClosed())
    #expect(try app.get("/").status == 200)
  }

  @Test("More than some connections are refused; one that ends makes room")
  func connections() throws {
    let app = try AppFixture(AppLimits { $0.http.connections = 3 })
    var clients: [WebClient] = []
    // The connection that has got the key may still be open at first, and the server notices at some time that one has ended.
    func connect() throws {
      while true {
        let client = try WebClient(app.port)
        client.send(app.head("GET", "/"))
        guard (try? client.answer())?.status == 200 else { continue }
        return clients.append(client)
      }
    }
    for _ in 0..<3 { try connect() }
    #expect(try app.get("/").status == 503)
    clients.removeLast()
    try connect()
  }

  @Test("Those that show no key take no place from the browser, which opens the page and its socket", arguments: [64, 200])
  func strangers(count: Int) throws {
    let app = try AppFixture(isOpened: false)
    // Some send a part of a request.
    let strangers = try (0..<count).map { index in
      let client = try WebClient(app.port)
      if index.isMultiple(of: 2) { client.send("GET / HTTP/1.1\r\n") }
      return client
    }
    try app.open()
    #expect(try app.get("/").status == 200)
    _ = try PageClient(app).notification("welcome")
    // The oldest have made room, and the newest are still there.
    #expect(strangers[0].isClosed())
    // It has sent nothing yet.
    strangers[count - 1].send(app.head("GET", "/settings", ["Authorization": nil]))
    #expect(try strangers[count - 1].answer().status == 403)
  }

  @Test("An upload counts until its task is done, also if its client has gone", .long(seconds: 6))
  func abandoned() throws {
    // A worker that never answers, until it is stopped.
    let app = try AppFixture(AppLimits { $0.uploads = 2 }, pictures: Pictures(command: ["sleep", "1000"], patience: .seconds(3)))
    for _ in 0..<2 {
      let client = try WebClient(app.port)
      client.send(app.head("POST", "/pictures", ["Content-Length": "3"]) + "abc")
    }
    while try app.send("POST", "/replay", body: Array("{}".utf8)).status != 503 {}
    for _ in 0..<20 { #expect(try app.send("POST", "/replay", body: Array("{}".utf8)).status == 503) }
    // Each gets an answer after its time.
    while try app.send("POST", "/replay", body: Array("{}".utf8)).status == 503 { usleep(10_000) }
  }

  @Test("A page that does not read what it is sent is not read from", .long(seconds: 2), arguments: [1, 9] as [UInt8])
  func unread(opcode: UInt8) throws {
    let app = try AppFixture()
    let page = try PageClient(app)
    // A request that is refused with its id, or a ping with all that it may hold.
    let id = String(repeating: "x", count: 15_000)
    let text = opcode == 1 ? #"{"jsonrpc":"2.0","id":"\#(id)","method":"shutdown"}"# : String(repeating: "x", count: 125)
    // The kernel's buffers of both sides have some MiB.
    #expect(page.sendUntilBlocked(text, opcode: opcode, limit: 64 << 20) < 32 << 20)
  }

  @Test("More than some uploads at a time are refused; one that ends makes room")
  func uploads() throws {
    let app = try AppFixture(AppLimits { $0.uploads = 1 })
    let first = try WebClient(app.port)
    first.send(app.head("POST", "/replay", ["Content-Length": "2"]) + "{")
    // The first may not have come to the server yet.
    while try app.send("POST", "/replay", body: Array("{}".utf8)).status != 503 {}
    first.send("}")
    #expect(try first.answer().status == 422)
    #expect(try app.send("POST", "/replay", body: Array("{}".utf8)).status == 422)
  }

  @Test("More than some pages at a time are closed, with a code that they can read; one that closes makes room")
  func pages() throws {
    let app = try AppFixture(AppLimits { $0.pages = 2 })
    var pages = try (0..<2).map { _ in try PageClient(app) }
    for page in pages { _ = try page.notification("welcome") }
    let close: UInt8 = 8
    let (opcode, content) = try PageClient(app).frame()
    #expect(opcode == close && content.prefix(2).reduce(0) { $0 << 8 | Int($1) } == 1013)
    pages.removeLast()
    while try PageClient(app).frame().opcode == close {}
  }

  @Test("The server ends when the last page has been closed for a time, and not while another is open")
  func lastPage() throws {
    let app = try AppFixture(AppLimits { $0.stayTime = .milliseconds(1) })
    var pages = try (0..<2).map { _ in try PageClient(app) }
    for page in pages { _ = try page.notification("welcome") }
    pages.removeLast()
    for _ in 0..<20 { #expect(try app.get("/").status == 200) }
    #expect(app.ended.wait(timeout: .now()) == .timedOut)
    pages.removeLast()
    #expect(app.ended.wait(timeout: .now() + 30) == .success)
  }

  @Test("The server ends when no page has come for a time, although the token was exchanged")
  func noPage() throws {
    let app = try AppFixture(AppLimits { $0.openTime = .milliseconds(1) })
    #expect(app.ended.wait(timeout: .now() + .seconds(Int(patience))) == .success)
  }

  @Test("A page that comes in time keeps the server, also after that time")
  func pageInTime() throws {
    var time = 200
    while true {
      let app = try AppFixture(AppLimits { $0.openTime = .milliseconds(Int64(time)) })
      let page = try PageClient(app)
      _ = try page.notification("welcome")
      // The machine may have been too busy for the page to come in time.
      if app.ended.wait(timeout: .now()) == .timedOut {
        #expect(app.ended.wait(timeout: .now() + .milliseconds(2 * time)) == .timedOut)
        return withExtendedLifetime(page) {}
      }
      time *= 2
    }
  }

  @Test("A server that is to stay does not end with its last page")
  func stay() throws {
    let app = try AppFixture(AppLimits { $0.stayTime = nil })
    do { _ = try PageClient(app).notification("welcome") }
    for _ in 0..<20 { #expect(try app.get("/").status == 200) }
    #expect(app.ended.wait(timeout: .now()) == .timedOut)
  }

  @Test("From the moment that it stops, nobody can connect, although a page's thread has not ended")
  func stop() throws {
    let content = AppContent(
      daemon: "/nowhere/swiped.sock", deck: nil, pictures: Pictures(command: ["false"]), wrongSwipes: nil,
      config: nil, environment: [:], service: ServiceRequests(config: nil, socket: nil), cameras: CameraRequests(CameraSystems()),
      applications: ApplicationRequests(config: nil, environment: [:]))
    let server = AppServer(AppLimits(), content) { _ in }
    let address = try server.start(port: 0)
    let port = try #require(Int(address.dropFirst("http://127.0.0.1:".count).prefix { $0 != "/" }))
    content.relays.enter()
    let stopped = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      server.stop()
      stopped.signal()
    }
    // Bounded, so that it fails where browsers that come back are let in.
    let isRefused = (1...6000).contains { _ in
      usleep(5000)
      return !WebClient.canConnect(to: port)
    }
    #expect(isRefused)
    content.relays.leave()
    stopped.wait()
  }
}
