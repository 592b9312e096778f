import FrameSources
import Imaging
import Platform
import RenderedHand
import Testing

@Suite("The frame schedule")
struct FrameScheduleTests {
  @Test("No frame is due before its time, and each once")
  func onTime() {
    var schedule = FrameSchedule(startNs: 1_000, framesPerSecond: 30)
    #expect(schedule.take(nowNs: 999) == nil)
    #expect(schedule.take(nowNs: 1_000) == 0)
    #expect(schedule.take(nowNs: 1_000) == nil)
    #expect(schedule.take(nowNs: 33_334_332) == nil)
    #expect(schedule.take(nowNs: 33_334_333) == 1)
    #expect(schedule.dropped == 0)
  }

  @Test("Due times do not drift")
  func noDrift() {
    let schedule = FrameSchedule(startNs: 7, framesPerSecond: 30)
    #expect(schedule.dueNs(30 * 86_400) == 86_400_000_000_007)
    #expect(schedule.dueNs(1) == 33_333_340)
  }

  @Test("A late caller gets the newest frame, and the others count as dropped")
  func late() {
    var schedule = FrameSchedule(startNs: 0, framesPerSecond: 30)
    #expect(schedule.take(nowNs: 0) == 0)
    #expect(schedule.take(nowNs: 110_000_000) == 3)
    #expect(schedule.dropped == 2)
    #expect(schedule.take(nowNs: 10_000_000_000) == 300)
    #expect(schedule.dropped == 2 + 296)
    #expect(schedule.take(nowNs: 10_033_333_333) == 301)
  }

  @Test("Frames that nobody wanted are not dropped")
  func skipped() {
    var schedule = FrameSchedule(startNs: 0, framesPerSecond: 30)
    #expect(schedule.take(nowNs: 0) == 0)
    schedule.skip(toNs: 10_000_000_000)
    #expect(schedule.take(nowNs: 10_000_000_000) == nil && schedule.take(nowNs: 10_033_333_334) == 301)
    #expect(schedule.dropped == 0)
  }
}

@Suite("The rendered hand as a camera")
struct SyntheticHandTests {
  @Test("Frames come at their due times, with the pictures of those times")
  func frames() throws {
    let start = monotonicNs()
    var camera = SyntheticHand(tone: .medium, startNs: start)
    var renderer = HandRenderer()
    var last: UInt64?
    for _ in 0..<4 {
      let step = try camera.next(wake: -1) { frame in
        #expect(frame.width == 640 && frame.height == 480 && frame.format == .yuyv && frame.range == .limited)
        #expect(frame.planes.0.bytesPerRow == 1280)
        #expect(frame.capturedNs == start + frame.sequence * 1_000_000_000 / 30)
        #expect(frame.dequeuedNs >= frame.capturedNs && monotonicNs() >= frame.dequeuedNs)
        #expect(last.map { frame.sequence > $0 } ?? true)
        last = frame.sequence
        renderer.render(at: Double(frame.sequence) / 30)
        let bytes = UnsafeRawBufferPointer(start: frame.planes.0.base, count: 1280 * 480)
        #expect(bytes.elementsEqual(renderer.bytes))
      }
      #expect(step == .frame)
    }
    #expect(camera.dropped == (last ?? 0) - 3)
  }

  @Test("A wakeup ends the wait for a later frame")
  func wakeWhileWaiting() throws {
    let wake = TestPipe()
    wake.send("!")
    var camera = SyntheticHand(tone: .medium, startNs: monotonicNs() + 3_600_000_000_000)
    #expect(try camera.next(wake: wake.reading) { _ in Issue.record("a frame came") } == .woken)
  }

  @Test("A wakeup comes before a frame that is due, and the frame is kept")
  func wakeFirst() throws {
    let wake = TestPipe()
    wake.send("!")
    var camera = SyntheticHand(tone: .medium, startNs: monotonicNs())
    #expect(try camera.next(wake: wake.reading) { _ in Issue.record("a frame came") } == .woken)
    #expect(try camera.next(wake: -1) { _ in } == .frame)
  }

  @Test("A late consumer gets the newest frame")
  func late() throws {
    let start = monotonicNs() - 10_000_000_000
    var camera = SyntheticHand(tone: .medium, startNs: start)
    _ = try camera.next(wake: -1) { #expect($0.sequence >= 300) }
    #expect(camera.dropped >= 300)
    #expect(
      camera.description
        == SourceDescription(
          path: "synthetic", name: "rendered hand", width: 640, height: 480, fps: 30, format: "YUYV"))
  }
}
