import Synchronization
import Testing
import swiped

@Suite("Requests that come at once")
struct TaskChainTests {
  /// What has begun and ended, and a gate that keeps the first work from ending.
  private final class Log: Sendable {
    let lines = Mutex<[String]>([])
    let gate = AsyncStream<Void>.makeStream()

    func add(_ line: String) { lines.withLock { $0.append(line) } }
  }

  @Test("are carried out one after the other, in their order, however long one takes")
  func order() async {
    let (chain, log) = (TaskChain(), Log())
    let begun = AsyncStream<Void>.makeStream()
    async let first: Int = chain.run {
      log.add("first begins")
      begun.continuation.finish()
      for await _ in log.gate.stream {}
      log.add("first ends")
      return 1
    }
    for await _ in begun.stream {}
    async let others = withTaskGroup(of: Int.self) { group in
      for number in 2...20 {
        group.addTask {
          await chain.run {
            log.add("\(number) begins")
            await Task.yield()
            log.add("\(number) ends")
            return number
          }
        }
      }
      return await group.reduce(0, +)
    }
    for _ in 1...100 { await Task.yield() }
    #expect(log.lines.withLock { $0 } == ["first begins"])
    log.gate.continuation.finish()
    #expect(await first == 1)
    #expect(await others == (2...20).reduce(0, +))
    let lines = log.lines.withLock { $0 }
    #expect(lines.count == 40 && lines[1] == "first ends")
    for index in stride(from: 2, to: lines.count - 1, by: 2) {
      #expect(lines[index].split(separator: " ")[0] == lines[index + 1].split(separator: " ")[0])
    }
  }
}
