import Bridge
import EventProtocol
import EventSocket
import Glibc
import TestTime
import TestWeb
import Testing
import UserErrors
import Web

/// Pages that take too much: too slow, or too many.
struct PageLimitTests {
  @Test func `A page that does not read is disconnected, and the person reads it`() async throws {
    try await withDaemon { daemon in
      let bridge = try PageBridge(daemon: daemon.path) { $0.signTime = .milliseconds(100) }
      let page = try bridge.events(receiveBuffer: 4096)
      #expect(eventually { daemon.hasSubscribers(to: .swipe) && !daemon.hasSubscribers(to: .status) })
      for number in 1...3000 { daemon.publish(.swipe(number)) }
      #expect(eventually { bridge.reports.count == 1 })
      #expect(page.isClosed())
    }
  }

  @Test func `A page that reads gets a sign of life when nothing happens`() throws {
    let bridge = try PageBridge { $0.signTime = .milliseconds(20) }
    let page = try bridge.events()
    #expect(try page.block().hasPrefix("event: daemon"))
    for _ in 1...3 { #expect(try page.blockOrSignOfLife() == ":\n\n") }
    let socket = try bridge.socket()
    _ = try socket.frame()
    for _ in 1...3 { #expect(try socket.frame().opcode == 9) }
    #expect(bridge.reports.count == 1, "only that swiped does not run")
  }

  @Test func `Too many pages are refused until one is closed`() throws {
    let bridge = try PageBridge { $0.streams = 2 }
    var pages = [try bridge.events()]
    let socket = try bridge.socket()
    for headers in [[:], PageBridge.upgrade] {
      let answer = try bridge.answer(headers.isEmpty ? "/events" : "/socket", headers)
      #expect(answer.status == 503)
      #expect(answer.header("access-control-allow-origin") == PageBridge.origin)
    }
    pages = []
    #expect(try eventually { try bridge.answer("/events").status == 200 })
    withExtendedLifetime((pages, socket)) {}
  }

  @Test func `Connections of strangers do not take the places of pages`() throws {
    let bridge = try PageBridge { $0.http.strangers = 2 }
    let page = try bridge.events()
    #expect(try page.block().hasPrefix("event: daemon"))
    let strangers = try (1...5).map { _ in try WebClient(bridge.port) }
    #expect(strangers[0].isClosed())
    _ = try bridge.events()
    withExtendedLifetime((page, strangers)) {}
  }

  @Test func `A connection that sends no request is closed`() throws {
    let bridge = try PageBridge {
      $0.http.headTime = .milliseconds(100)
      $0.signTime = .milliseconds(100)
    }
    let client = try WebClient(bridge.port)
    client.send("GET /events HT")
    #expect(client.isClosed())
    // One that gets events stays. On a busy machine, its request may take longer than its time.
    var opened: WebClient?
    #expect(
      eventually {
        opened = try? bridge.events()
        return opened != nil
      })
    let page = try #require(opened)
    #expect(try page.block().hasPrefix("event: daemon"))
    for _ in 1...3 { #expect(try page.blockOrSignOfLife() == ":\n\n") }
  }

  @Test func `What is no request is refused`() throws {
    let bridge = try PageBridge()
    for (text, status) in [("x\r\n\r\n", 400), ("GET /events HTTP/1.1\r\nCookie: \(String(repeating: "x", count: 100_000))\r\n\r\n", 431)] {
      let client = try WebClient(bridge.port)
      client.send(text)
      #expect([400, 405, status].contains(try client.answer().status))
    }
  }

  @Test func `A port that another program uses is an error with its fix`() throws {
    let bridge = try PageBridge()
    let other = WebBridge(PageAccess(origins: []), daemon: "/nowhere") { _ in }
    let error = #expect(throws: UserError.self) { try other.start(port: bridge.port) }
    #expect(error?.exitStatus == .unavailable)
    #expect(error?.description.contains("--port") == true)
    other.stop()
  }
}
