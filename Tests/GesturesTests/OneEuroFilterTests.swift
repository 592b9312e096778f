import Gestures
import Testing

@Suite("The one-euro filter")
struct OneEuroFilterTests {
  @Test("The first value passes, a constant stays, and time that stands still gives the last result")
  func constants() {
    var filter = OneEuroFilter()
    #expect(filter.filter(7, at: 5) == 7)
    #expect(filter.filter(9, at: 5) == 7)
    #expect(filter.filter(9, at: 4) == 7)
    #expect(filter.filter(7, at: 1_000_000) == 7)
    filter.reset()
    #expect(filter.filter(90, at: 2_000_000) == 90)
  }

  @Test("One step gives the result of a manual calculation")
  func oneStep() {
    // dt 0.1 s; speed weight r/(r+1) with r = 2π·1·0.1; speed = weight·(10/0.1); cutoff = 2 + 0.02·speed.
    var filter = OneEuroFilter(minCutoff: 2, beta: 0.02, derivativeCutoff: 1)
    _ = filter.filter(0, at: 0)
    #expect(abs(filter.filter(10, at: 100 * millisecond) - 6.352_408_5) < 1e-6)
  }

  @Test("Jitter at rest shrinks to under half, and a turned thumb is followed within 100 ms")
  func jitterAndLag() {
    var filter = OneEuroFilter()
    var generator = SystemRandomNumberGenerator()
    var (raw, smooth) = (0.0, 0.0)
    for frame in 0..<900 {
      let jitter = Double.random(in: -3...3, using: &generator)
      let value = filter.filter(jitter, at: UInt64(frame) * 33 * millisecond)
      raw += jitter * jitter
      smooth += value * value
    }
    #expect(smooth < raw / 4)
    var value = 0.0
    for frame in 900..<903 { value = filter.filter(150, at: UInt64(frame) * 33 * millisecond) }
    #expect(value > 120)
  }
}
