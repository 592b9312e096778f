import Camera
import Testing

/// A camera that captures frames at a steady rate.
private struct Clockwork {
  var monitor: FrameRateMonitor
  var sequence: UInt64 = 0
  var nowNs: UInt64 = 7_000_000_000
  var lines: [String] = []

  init(fps: Double = 30, cause: FrameRateMonitor.Cause = .dynamicExposure) {
    monitor = FrameRateMonitor(negotiatedFPS: fps, name: "cam", cause: cause)
  }

  /// - Parameters:
  ///   - every: of this many captured frames, one is handled.
  ///   - counts: the driver numbers its frames.
  mutating func run(seconds: Double, fps: Double, every: Int = 1, counts: Bool = true) {
    for _ in 0..<Int(seconds * fps) / every {
      nowNs += UInt64(1e9 / fps) * UInt64(every)
      if counts { sequence += UInt64(every) }
      if let line = monitor.check(sequence: sequence & 0xffff_ffff, capturedNs: nowNs) { lines.append(line) }
    }
  }
}

@Suite("The frame rate monitor")
struct FrameRateMonitorTests {
  @Test("A camera that is slow for 5 s is reported once, with the rates, the cause and both fixes")
  func dimLight() {
    var camera = Clockwork()
    camera.run(seconds: 3, fps: 30)
    camera.run(seconds: 5, fps: 12.1)
    #expect(camera.lines.isEmpty)
    camera.run(seconds: 60, fps: 12.1)
    #expect(camera.lines.count == 1)
    for thing in ["cam ", "12.1 of 30", "light", "`exposure_dynamic_framerate = false` in [camera]"] {
      #expect(camera.lines.first?.contains(thing) == true, "\(camera.lines)")
    }
  }

  @Test(
    "The setting is named only where it would help, and light only where there is a lens",
    arguments: [(FrameRateMonitor.Cause.exposure, true), (.feeder, false)])
  func otherCauses(_ cause: FrameRateMonitor.Cause, hasLens: Bool) throws {
    var camera = Clockwork(cause: cause)
    camera.run(seconds: 10, fps: 15)
    #expect(camera.lines.count == 1)
    let line = try #require(camera.lines.first)
    #expect(line.contains("15 of 30") && line.contains("light") == hasLens && !line.contains("exposure_dynamic_framerate"))
  }

  @Test("A camera that was asked for half its frames is not slow, until it is asked for all of them again")
  func askedForLess() {
    var camera = Clockwork()
    camera.run(seconds: 10, fps: 30)
    camera.monitor.expect(fps: 15)
    camera.run(seconds: 60, fps: 15)
    #expect(camera.lines.isEmpty)
    camera.monitor.expect(fps: 30)
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

  @Test("A camera that is slow twice for a short time is not reported")
  func spells() {
    var camera = Clockwork()
    for _ in 0..<10 {
      camera.run(seconds: 3, fps: 10)
      camera.run(seconds: 3, fps: 30)
    }
    #expect(camera.lines.isEmpty)
  }

  @Test("Dropped frames do not make a camera look slow")
  func dropped() throws {
    var camera = Clockwork()
    camera.run(seconds: 20, fps: 30, every: 6)
    #expect(camera.lines.isEmpty)
    #expect(try abs(#require(camera.monitor.measuredFPS) - 30) < 0.5)
  }

  @Test("If the driver does not number its frames, the handled ones are counted", arguments: [(30.0, 0), (12.0, 1)])
  func withoutNumbers(_ fps: Double, lines: Int) throws {
    var camera = Clockwork()
    camera.run(seconds: 20, fps: fps, counts: false)
    #expect(camera.lines.count == lines)
    #expect(try abs(#require(camera.monitor.measuredFPS) - fps) < 0.5)
  }

  @Test("The measured rate is that of the last second, and unknown in the first one")
  func measured() throws {
    var camera = Clockwork()
    camera.run(seconds: 0.9, fps: 30)
    #expect(camera.monitor.measuredFPS == nil)
    camera.run(seconds: 3, fps: 30)
    #expect(try abs(#require(camera.monitor.measuredFPS) - 30) < 0.5)
    camera.run(seconds: 3, fps: 8)
    #expect(try abs(#require(camera.monitor.measuredFPS) - 8) < 0.5)
  }

  @Test("A frame number that wraps at 32 bits, or starts again, is not a gap", arguments: [0xffff_ffc0, 1000])
  func numbering(from start: UInt64) throws {
    var camera = Clockwork()
    camera.sequence = start
    camera.run(seconds: 1.5, fps: 30)
    if start == 1000 { camera.sequence = 0 }
    camera.run(seconds: 3, fps: 30)
    #expect(try abs(#require(camera.monitor.measuredFPS) - 30) < 1)
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
      // Some drivers restart at a high number: a large step forward, too.
      camera.sequence = camera.sequence == 0 ? 0xffff_ff80 : 0
    }
    #expect(camera.lines.isEmpty)
    #expect(try abs(#require(camera.monitor.measuredFPS) - 30) < 1)
  }

  @Test("A timestamp before the last one restarts the measurement")
  func backwards() {
    var camera = Clockwork()
    camera.run(seconds: 3, fps: 30)
    camera.nowNs -= 1_000_000_000
    camera.run(seconds: 3, fps: 30)
    #expect(camera.lines.isEmpty)
  }

  @Test("Without a negotiated rate nothing is slow")
  func unknownRate() {
    var camera = Clockwork(fps: 0)
    camera.run(seconds: 20, fps: 2)
    #expect(camera.lines.isEmpty)
  }
}
