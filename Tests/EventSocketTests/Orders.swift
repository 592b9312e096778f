import EventProtocol
import EventSocket
import Testing

/// The control requests of a server, each pending until the test replies.
struct Orders {
  struct Order {
    let control: Control
    let reply: @Sendable (Result<Status, RPCError>) -> Void
  }

  let control: @Sendable (Control) async -> Result<Status, RPCError>
  private var arriving: AsyncStream<Order>.Iterator

  init() {
    let (stream, continuation) = AsyncStream.makeStream(of: Order.self)
    arriving = stream.makeAsyncIterator()
    control = { control in
      await withCheckedContinuation { reply in
        continuation.yield(Order(control: control, reply: { reply.resume(returning: $0) }))
      }
    }
  }

  mutating func next() async throws -> Order { try #require(await arriving.next()) }
}

/// The subscriber counts that a server reports, in order.
struct Counts {
  let note: @Sendable (Int) -> Void
  private var arriving: AsyncStream<Int>.Iterator

  init() {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    arriving = stream.makeAsyncIterator()
    note = { continuation.yield($0) }
  }

  mutating func next() async throws -> Int { try #require(await arriving.next()) }
}

/// A request as a line without its newline.
func request(_ method: String, id: Int? = 1) -> String {
  #"{"jsonrpc":"2.0",\#(id.map { #""id":\#($0),"# } ?? "")"method":"\#(method)"}"#
}
