import Bridge
import Testing

@Suite struct ReconnectPauseTests {
  @Test func `Pauses grow from half a second to a minute`() {
    var pause = ReconnectPause()
    #expect((0..<9).map { _ in pause.next(afterConnectedMs: 0) } == [500, 1000, 2000, 4000, 8000, 16000, 32000, 60000, 60000])
  }

  @Test func `A connection that has lasted makes them short again, one that breaks at once does not`() {
    var pause = ReconnectPause()
    for _ in 0..<4 { _ = pause.next(afterConnectedMs: 0) }
    #expect(pause.next(afterConnectedMs: 50) == 8000)
    #expect(pause.next(afterConnectedMs: 10_000) == 500)
  }
}
