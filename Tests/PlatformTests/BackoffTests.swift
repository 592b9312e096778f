import Platform
import Testing

@Suite("Waits between attempts")
struct BackoffTests {
  @Test("Each wait is twice as long as the one before, up to the longest")
  func doubles() {
    var backoff = Backoff(shortestMs: 100, longestMs: 5000)
    #expect((0..<8).map { _ in backoff.next() } == [100, 200, 400, 800, 1600, 3200, 5000, 5000])
  }

  @Test("A connection that has lasted makes the waits short again, one that breaks at once does not")
  func afterConnection() {
    var backoff = Backoff(shortestMs: 500, longestMs: 60_000)
    for _ in 0..<4 { _ = backoff.next() }
    #expect(backoff.next(afterConnectedMs: 50) == 8000)
    #expect(backoff.next(afterConnectedMs: 10_000) == 500)
  }
}
