import Bodies
import Testing

@Suite("The one-euro filter of landmarks")
struct LandmarkFilterTests {
  private var filter = LandmarkFilter(LandmarkFilter.Settings(minimumCutoff: 0.05, beta: 80))

  @Test("gives back the first number, and one that stays the same")
  mutating func constant() {
    for frame in 0..<10 { #expect(filter.smooth(100, scale: 0.01, at: Double(frame) / 30) == 100) }
  }

  @Test("smooths a step as computed by hand")
  mutating func step() {
    _ = filter.smooth(100, scale: 0.005, at: 1)
    // 10 frames a second. The speed is (101 − 100) · 0.005 · 10 = 0.05, smoothed with 1 / (1 + 10 / 2π) = 0.385870 from 0: 0.0192935.
    // The cutoff is 0.05 + 80 · 0.0192935 = 1.593478 Hz, hence the weight 1 / (1 + 10 / (2π · 1.593478)) = 0.500303.
    #expect(abs(filter.smooth(101, scale: 0.005, at: 1.1) - 100.500303) < 1e-4)
    // The speed is 0, smoothed to 0.614130 · 0.0192935 = 0.0118487. The cutoff is 0.997897 Hz, the weight 0.385371.
    #expect(abs(filter.smooth(101, scale: 0.005, at: 1.2) - (100.500303 + 0.385371 * 0.499697)) < 1e-4)
  }

  @Test("smooths less what moves faster, compared with its scale, and what comes later")
  func amount() {
    func response(to change: Float, scale: Float = 0.01, after seconds: Double = 1.0 / 30) -> Float {
      var filter = filter
      _ = filter.smooth(0, scale: scale, at: 0)
      return filter.smooth(change, scale: scale, at: seconds) / change
    }
    #expect(response(to: 10) > response(to: 1) && response(to: -10) == response(to: 10))
    #expect(response(to: 1, scale: 0.1) > response(to: 1))
    #expect(response(to: 0.001, after: 1) > response(to: 0.001))
  }

  @Test("gives back a number at a time that has passed, and goes on with the numbers after it")
  mutating func sameTime() {
    _ = filter.smooth(100, scale: 0.01, at: 1)
    var undisturbed = filter
    for _ in 0..<3 { #expect(filter.smooth(300, scale: 0.01, at: 1) == 300) }
    #expect(filter.smooth(101, scale: 0.01, at: 1.1) == undisturbed.smooth(101, scale: 0.01, at: 1.1))
  }

  @Test("starts again when time goes back")
  mutating func timeGoesBack() {
    for frame in 0..<5 { _ = filter.smooth(Float(frame), scale: 0.01, at: 10 + Double(frame) / 30) }
    var fresh = LandmarkFilter(LandmarkFilter.Settings(minimumCutoff: 0.05, beta: 80))
    for frame in 0..<5 {
      let (value, seconds) = (Float(frame * frame), Double(frame) / 30)
      #expect(filter.smooth(value, scale: 0.01, at: seconds) == fresh.smooth(value, scale: 0.01, at: seconds))
    }
  }

  @Test("gives finite numbers for the shortest and the longest times")
  mutating func extremeTimes() {
    var seconds = 100_000.0
    for wait in [1e-9, 1e-9, 1e-3, 1e6, 1e-9, 0, 1e9] {
      seconds += wait
      for value: Float in [-1e6, 1e6] { #expect(filter.smooth(value, scale: 1e6, at: seconds).isFinite) }
      seconds += wait
    }
  }

  @Test("a low pass gives back the first number, then moves by its weight")
  func lowPass() {
    var filter = LowPassFilter()
    #expect(filter.smooth(0.5, weight: 0.1) == 0.5)
    #expect(abs(filter.smooth(1, weight: 0.1) - 0.55) < 1e-6)
  }
}
