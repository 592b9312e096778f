import EventProtocol
import EventSocket
import Foundation
import Platform
import TestTime
import TestWeb
import Testing

/// What pages that may connect get.
struct PageEventTests {
  private static let connected = "event: daemon\ndata: {\"connected\":true}\n\n"
  private static let disconnected = "event: daemon\ndata: {\"connected\":false}\n\n"

  @Test func `A page gets each swipe with its number, and nothing of what was before`() async throws {
    try await withDaemon { daemon in
      daemon.publish(.swipe(6))
      let bridge = try PageBridge(daemon: daemon.path)
      let page = try bridge.events("/events", ["Last-Event-ID": "5"])
      #expect(try page.block() == Self.connected)
      for number in 7...9 {
        let swipe = Event.swipe(number)
        daemon.publish(swipe)
        #expect(try page.block() == "event: swipe\nid: \(number)\ndata: \(swipe.params("swipe"))\n\n")
      }
    }
  }

  @Test(arguments: ["status,hand", "status%2Chand"]) func `A page gets the topics that it asks for, and no others`(topics: String)
    async throws
  {
    try await withDaemon { daemon in
      let bridge = try PageBridge(daemon: daemon.path)
      let page = try bridge.events("/events?topics=\(topics)")
      #expect(try page.block() == Self.connected)
      #expect(try page.block().hasPrefix("event: status\ndata: {"))
      #expect(eventually { daemon.hasSubscribers(to: .hand) && !daemon.hasSubscribers(to: .swipe) })
      daemon.publish(.swipe(1))
      let hand = Event.hand(HandEvent(present: true, frame: 3, capturedNs: 4))
      daemon.publish(hand)
      var block = try page.block()
      // The daemon may send its status again when it is subscribed to.
      while block.hasPrefix("event: status") { block = try page.block() }
      #expect(block == "event: hand\ndata: \(hand.params("hand"))\n\n")
    }
  }

  @Test func `Frames are sent only if the person allows it, and pictures never`() async throws {
    try await withDaemon { daemon in
      let bridge = try PageBridge(daemon: daemon.path, topics: [.frame])
      let page = try bridge.events("/events?topics=frame")
      #expect(eventually { daemon.hasSubscribers(to: .frame) })
      let frame = Event.frame(FrameEvent(frame: 7, capturedNs: 7, width: 640, height: 480, armed: true))
      daemon.publish(frame)
      #expect(try page.block() == Self.connected)
      #expect(try page.block() == "event: frame\ndata: \(frame.params("frame"))\n\n")
      #expect(try bridge.answer("/events?topics=preview").status == 400)
      #expect(try PageBridge(daemon: daemon.path).answer("/events?topics=frame").status == 400)
    }
  }

  @Test func `A WebSocket gets the same as notifications`() async throws {
    try await withDaemon { daemon in
      let bridge = try PageBridge(daemon: daemon.path)
      let socket = try bridge.socket("/socket?topics=swipe")
      #expect(try socket.notification("daemon")["connected"] as? Bool == true)
      let swipe = Event.swipe(3)
      daemon.publish(swipe)
      let frame = try socket.frame()
      #expect(frame.opcode == 1)
      #expect(frame.content == Array(swipe.line.dropLast()))
    }
  }

  @Test(arguments: [UInt8(1), 2]) func `A WebSocket that sends a message is disconnected, and learns that it may not`(opcode: UInt8) throws
  {
    let bridge = try PageBridge()
    let socket = try bridge.socket()
    _ = try socket.notification("daemon")
    socket.send(#"{"jsonrpc":"2.0","id":1,"method":"pause"}"#, opcode: opcode)
    var frame = try socket.frame()
    while frame.opcode != 8 { frame = try socket.frame() }
    #expect(frame.content.prefix(2).reduce(0) { $0 << 8 | Int($1) } == 1008)
    #expect(socket.isClosed())
  }

  @Test func `A WebSocket answers pings, and ends when the page ends it`() throws {
    let bridge = try PageBridge()
    let socket = try bridge.socket()
    _ = try socket.notification("daemon")
    socket.send("x", opcode: 9)
    let pong = try socket.frame()
    #expect(pong.opcode == 10)
    #expect(pong.content == Array("x".utf8))
    socket.send("", opcode: 8)
    #expect(try socket.frame().opcode == 8)
    #expect(socket.isClosed())
  }

  @Test func `Pages stay while swiped does not run, and learn of it; the person reads why once`() async throws {
    try await withDaemon { daemon in
      let bridge = try PageBridge(daemon: daemon.path)
      let pages = [try bridge.events(), try bridge.events()]
      for page in pages { #expect(try page.block() == Self.connected) }
      finish { await daemon.stop() }
      for page in pages { #expect(try page.block() == Self.disconnected) }
      #expect(bridge.reports.count == 1)
      let next = makeDaemon(daemon.path)
      finish { try? await next.start() }
      defer { finish { await next.stop() } }
      for page in pages { #expect(try page.block() == Self.connected) }
      next.publish(.swipe(1))
      for page in pages { #expect(try page.block().hasPrefix("event: swipe\nid: 1\n")) }
    }
  }

  @Test func `Where no daemon can be, a page learns that there is none`() throws {
    // Too long for the path of a socket, which another attempt does not change.
    let bridge = try PageBridge(daemon: "/" + String(repeating: "s", count: 200))
    let page = try bridge.events()
    #expect(try page.block() == Self.disconnected)
    #expect(bridge.reports.count == 1)
  }

  @Test func `An old client gets the events without chunks`() throws {
    let bridge = try PageBridge()
    let client = try WebClient(bridge.port)
    client.send(bridge.head("/events", version: "1.0"))
    #expect(try client.answer().status == 200)
    let expected = Array("retry: 2000\n\n\(Self.disconnected)".utf8)
    #expect(try client.take(expected.count) == expected)
  }

  @Test func `A swipe that is too old is not sent, and the page learns that it is missing`() async throws {
    try await withDaemon { daemon in
      let bridge = try PageBridge(daemon: daemon.path)
      let page = try bridge.events()
      #expect(try page.block() == Self.connected)
      daemon.publish(.swipe(1, ns: 1))
      #expect(try page.block() == "event: dropped\ndata: {\"count\":1,\"topic\":\"swipe\"}\n\n")
      // Of a clock that is ahead.
      daemon.publish(.swipe(2, ns: monotonicNs() + 1_000_000_000_000))
      #expect(try page.block().hasPrefix("event: swipe\nid: 2\n"))
    }
  }
}
