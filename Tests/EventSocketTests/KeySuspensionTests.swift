import EventProtocol
import EventSocket
import Synchronization
import Testing

@Suite("Suspending keys over the socket", .timeLimit(.minutes(5)))
struct KeySuspensionTests {
  @Test("Keys are suspended before the answer, and until the last connection that asked for it has closed")
  func connections() async throws {
    let (changes, continuation) = AsyncStream.makeStream(of: String.self)
    var arriving = changes.makeAsyncIterator()
    let wasSuspended = Atomic(false)
    let scratch = Scratch()
    let server = EventServer(
      path: scratch.file("s"), hello: Hello(pid: 1), status: { someStatus() },
      control: { control in
        continuation.yield(control.method)
        return .success(someStatus())
      },
      demands: {
        if wasSuspended.exchange($0.suspendsKeys, ordering: .relaxed) != $0.suspendsKeys { continuation.yield("\($0.suspendsKeys)") }
      })
    try await server.start()
    var first: PlainClient? = try PlainClient(server.path)
    try await first?.skipGreeting()
    let answer = try await first?.ask(request("suspend_keys"))
    #expect(answer?.hasPrefix(#"{"id":1,"jsonrpc":"2.0","result":{"#) == true)
    var second: PlainClient? = try PlainClient(server.path)
    try await second?.skipGreeting()
    _ = try await second?.ask(request("suspend_keys"))
    _ = try await second?.ask(request("pause"))
    second = nil
    _ = try await first?.ask(request("resume"))
    first = nil
    var seen: [String] = []
    while seen.last != "false", let change = await arriving.next() { seen.append(change) }
    #expect(seen == ["true", "suspend_keys", "suspend_keys", "pause", "resume", "false"])
    await server.stop()
  }
}
