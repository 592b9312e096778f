import EventProtocol
import EventSocket
import Synchronization
import Testing

@Suite("Keeping the camera closed over the socket", .timeLimit(.minutes(5)))
struct InhibitionTests {
  @Test("A reason holds from before its answer until its connection closes, and each connection has one")
  func connections() async throws {
    let (changes, continuation) = AsyncStream.makeStream(of: [String].self)
    let last = Mutex<[String]>([])
    let scratch = Scratch()
    let server = EventServer(
      path: scratch.file("s"), hello: Hello(pid: 1), status: { someStatus() }, control: { _ in .success(someStatus()) },
      demands: { demands in
        let isNew = last.withLock { last in
          defer { last = demands.inhibitions }
          return last != demands.inhibitions
        }
        if isNew { continuation.yield(demands.inhibitions) }
      })
    try await server.start()
    var arriving = changes.makeAsyncIterator()
    var first: PlainClient? = try PlainClient(server.path)
    try await first?.skipGreeting()
    func inhibit(_ why: String) -> String { #"{"jsonrpc":"2.0","id":1,"method":"inhibit","params":{"why":"\#(why)"}}"# }
    let answer = try await first?.ask(inhibit("a talk"))
    #expect(answer?.hasPrefix(#"{"id":1,"jsonrpc":"2.0","result":{"#) == true)
    #expect(last.withLock { $0 } == ["a talk"])
    let second = try PlainClient(server.path)
    try await second.skipGreeting()
    _ = try await second.ask(inhibit("a call"))
    _ = try await second.ask(inhibit("another call"))
    first = nil
    var seen: [[String]] = []
    while seen.last != ["another call"], let change = await arriving.next() { seen.append(change) }
    #expect(seen == [["a talk"], ["a call", "a talk"], ["a talk", "another call"], ["another call"]])
    await server.stop()
  }

  @Test("A reason is one line, not empty and not too long", arguments: ["", #"a\nb"#, #"a\u001bb"#, String(repeating: "a", count: 257)])
  func reasons(why: String) {
    #expect(throws: RPCError.self) { try Request(method: "inhibit", params: #"{"why":"\#(why)"}"#) }
    #expect(throws: RPCError.self) { try Request(method: "inhibit", params: nil) }
  }
}
