import Camera
import Testing

/// A camera that makes frames at a steady rate.
private struct Clockwork {
  var watch: RateWatch
  var sequence: UInt64 = 0
  var nowNs: UInt64 = 7_000_000_000
  var lines: [String] = []

  init(fps: Double = 30, cause: SlowCause = .adaptiveExposure) {
    watch = RateWatch(negotiatedFPS: fps, name: "cam", cause: cause)
  }

  /// - Parameters:
  ///   - every: of so many frames that the camera makes, one is taken.
  ///   - counts: the driver numbers its frames.
  mutating func run(seconds: Double, fps: Double, every: Int = 1, counts: Bool = true) {
    for _ in 0..<Int(seconds * fps) / every {
      nowNs += UInt64(1e9 / fps) * UInt64(every)
      if counts { sequence += UInt64(every) }
      if let line = watch.note(sequence: sequence & 0xffff_ffff, capturedNs: nowNs) { lines.append(line) }
    }
  }
}

@Suite("Watching the rate")
struct RateWatchTests {
  @Test("A camera that is slow for 5 s is told of once, with the numbers, the cause and both mends")
  func dimLight() {
    var camera = Clockwork()
    camera.run(seconds: 3, fps: 30)
    camera.run(seconds: 5, fps: 12.1)
    #expect(camera.lines.isEmpty)
    camera.run(seconds: 60, fps: 12.1)
    #expect(
      camera.lines == [
        "cam gives 12.1 of 30 frames a second: dim light, most likely (auto exposure); "
          + "more light, or `exposure_dynamic_framerate = false` in [camera], mends it"
      ])
  }

  @Test(
    "The setting is named only where it would help, and light only where there is a lens",
    arguments: [
      (SlowCause.exposure, "dim light, most likely (auto exposure); more light mends it"),
      (.feeder, "the program that feeds it is slow, most likely; let that program deliver more"),
    ])
  func otherCauses(_ cause: SlowCause, text: String) {
    var camera = Clockwork(cause: cause)
    camera.run(seconds: 10, fps: 15)
    #expect(camera.lines == ["cam gives 15 of 30 frames a second: \(text)"])
  }

  @Test("A camera that was asked for half its frames is not slow, until it is asked for all of them again")
  func askedForLess() {
    var camera = Clockwork()
    camera.run(seconds: 10, fps: 30)
    camera.watch.expect(fps: 15)
    camera.run(seconds: 60, fps: 15)
    #expect(camera.lines.isEmpty)
    camera.watch.expect(fps: 30)
    camera.run(seconds: 4, fps: 15)
    #expect(camera.lines.isEmpty)
    camera.run(seconds: 3, fps: 15)
    #expect(camera.lines.count == 1)
  }

  @Test("70 % is enough, 69 % is not", arguments: [(21.3, 0), (20.7, 1)])
  func bound(_ fps: Double, lines: Int) {
    var camera = Clockwork()
    camera.run(seconds: 30, fps: fps)
    #expect(camera.lines.count == lines)
  }

  @Test("Slow for a while, and again for a while, is not slow for 5 s")
  func spells() {
    var camera = Clockwork()
    for _ in 0..<10 {
      camera.run(seconds: 3, fps: 10)
      camera.run(seconds: 3, fps: 30)
    }
    #expect(camera.lines.isEmpty)
  }

  @Test("Frames that nobody took do not make a camera look slow")
  func skipped() throws {
    var camera = Clockwork()
    camera.run(seconds: 20, fps: 30, every: 6)
    #expect(camera.lines.isEmpty)
    #expect(try abs(#require(camera.watch.measuredFPS) - 30) < 0.5)
  }

  @Test("Where the driver does not number its frames, those taken are counted", arguments: [(30.0, 0), (12.0, 1)])
  func withoutNumbers(_ fps: Double, lines: Int) throws {
    var camera = Clockwork()
    camera.run(seconds: 20, fps: fps, counts: false)
    #expect(camera.lines.count == lines)
    #expect(try abs(#require(camera.watch.measuredFPS) - fps) < 0.5)
  }

  @Test("The measured rate is that of the last second, and unknown before there is one")
  func measured() throws {
    var camera = Clockwork()
    camera.run(seconds: 0.9, fps: 30)
    #expect(camera.watch.measuredFPS == nil)
    camera.run(seconds: 3, fps: 30)
    #expect(try abs(#require(camera.watch.measuredFPS) - 30) < 0.5)
    camera.run(seconds: 3, fps: 8)
    #expect(try abs(#require(camera.watch.measuredFPS) - 8) < 0.5)
  }

  @Test("A number that wraps at 32 bits, or starts anew, is no gap", arguments: [0xffff_ffc0, 1000])
  func numbering(from start: UInt64) throws {
    var camera = Clockwork()
    camera.sequence = start
    camera.run(seconds: 1.5, fps: 30)
    if start == 1000 { camera.sequence = 0 }
    camera.run(seconds: 3, fps: 30)
    #expect(try abs(#require(camera.watch.measuredFPS) - 30) < 1)
    // Nor does it hide that the camera is slow.
    camera.run(seconds: 8, fps: 10)
    #expect(camera.lines.count == 1)
  }

  @Test("A stall, and the restart after it, say nothing about the rate")
  func stall() throws {
    var camera = Clockwork()
    for _ in 0..<10 {
      camera.run(seconds: 3.5, fps: 30)
      camera.nowNs += 2_000_000_000
      // As drivers with a started sequence have it: a large step forward, too.
      camera.sequence = camera.sequence == 0 ? 0xffff_ff80 : 0
    }
    #expect(camera.lines.isEmpty)
    #expect(try abs(#require(camera.watch.measuredFPS) - 30) < 1)
  }

  @Test("A stamp before the last one begins the measuring anew")
  func backwards() {
    var camera = Clockwork()
    camera.run(seconds: 3, fps: 30)
    camera.nowNs -= 1_000_000_000
    camera.run(seconds: 3, fps: 30)
    #expect(camera.lines.isEmpty)
  }

  @Test("Without an agreed rate nothing is slow")
  func unknownRate() {
    var camera = Clockwork(fps: 0)
    camera.run(seconds: 20, fps: 2)
    #expect(camera.lines.isEmpty)
  }
}
