import Camera
import Testing

private func mode(_ format: FourCC, _ width: Int, _ height: Int, _ fps: UInt32?, emulated: Bool = false) -> CameraMode {
  CameraMode(format: format, isEmulated: emulated, width: width, height: height, interval: fps.map { FrameInterval(1, $0) })
}

@Suite("Choosing a mode")
struct CameraModeTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var modes: [CameraMode]
    var expected: CameraMode?
  }

  static let rows: [Row] = [
    Row(testDescription: "nothing on offer", modes: [], expected: nil),
    Row(testDescription: "nothing that can be read", modes: [mode(FourCC("H264"), 640, 480, 30)], expected: nil),
    Row(
      testDescription: "a common webcam: uncompressed before MJPEG where both are fast enough",
      modes: [mode(.mjpeg, 640, 480, 30), mode(.yuyv, 640, 480, 30), mode(.mjpeg, 1280, 720, 30), mode(.yuyv, 1280, 720, 10)],
      expected: mode(.yuyv, 640, 480, 30)),
    Row(
      testDescription: "MJPEG where uncompressed is too slow at the nearest size",
      modes: [mode(.yuyv, 640, 480, 15), mode(.mjpeg, 640, 480, 30), mode(.yuyv, 320, 240, 30)],
      expected: mode(.mjpeg, 640, 480, 30)),
    Row(
      testDescription: "a fast neighboring size before a slow exact one",
      modes: [mode(.yuyv, 640, 480, 15), mode(.yuyv, 800, 600, 25), mode(.yuyv, 1920, 1080, 30)],
      expected: mode(.yuyv, 800, 600, 25)),
    Row(
      testDescription: "24 is enough, 23 is not",
      modes: [mode(.yuyv, 640, 480, 23), mode(.yuyv, 640, 360, 24)], expected: mode(.yuyv, 640, 360, 24)),
    Row(
      testDescription: "of several rates the one nearest to 30",
      modes: [mode(.nv12, 640, 480, 60), mode(.nv12, 640, 480, 25), mode(.nv12, 640, 480, 24)],
      expected: mode(.nv12, 640, 480, 25)),
    Row(
      testDescription: "none fast enough: the fastest, whatever its size",
      modes: [mode(.yuyv, 640, 480, 5), mode(.yuyv, 320, 240, 15), mode(.yuyv, 1280, 720, 10)],
      expected: mode(.yuyv, 320, 240, 15)),
    Row(
      testDescription: "what libv4l2 must convert comes after JPEG",
      modes: [mode(.yuv420, 640, 480, 30, emulated: true), mode(.mjpeg, 640, 480, 30)], expected: mode(.mjpeg, 640, 480, 30)),
    Row(
      testDescription: "what libv4l2 converts is better than nothing",
      modes: [mode(FourCC("UYVY"), 640, 480, 30), mode(.yuv420, 640, 480, 30, emulated: true)],
      expected: mode(.yuv420, 640, 480, 30, emulated: true)),
    Row(
      testDescription: "color before luma alone, even when that is slower",
      modes: [mode(.grey, 640, 480, 30), mode(.yuyv, 640, 480, 15)], expected: mode(.yuyv, 640, 480, 15)),
    Row(testDescription: "luma alone when there is no color", modes: [mode(.grey, 640, 360, 15)], expected: mode(.grey, 640, 360, 15)),
    Row(
      testDescription: "a rate that is not reported counts as the requested one",
      modes: [mode(.yuyv, 640, 480, nil), mode(.yuyv, 800, 600, 30)], expected: mode(.yuyv, 640, 480, nil)),
  ]

  /// Cameras with more pixels than 640×480, by what an automatic size makes of them.
  static let largerRows: [Row] = [
    Row(
      testDescription: "JPEG of 1280×720 would cost more than uncompressed 640×480",
      modes: [mode(.yuyv, 640, 480, 30), mode(.mjpeg, 640, 480, 30), mode(.mjpeg, 1280, 720, 30), mode(.yuyv, 1280, 720, 10)],
      expected: mode(.yuyv, 640, 480, 30)),
    Row(
      testDescription: "JPEG of 1280×720 where 640×480 is JPEG, too",
      modes: [mode(.yuyv, 640, 480, 15), mode(.mjpeg, 640, 480, 30), mode(.mjpeg, 1280, 720, 30), mode(.yuyv, 1280, 720, 10)],
      expected: mode(.mjpeg, 1280, 720, 30)),
    Row(
      testDescription: "uncompressed 1280×720 that is fast", modes: [mode(.yuyv, 640, 480, 30), mode(.nv12, 1280, 720, 30)],
      expected: mode(.nv12, 1280, 720, 30)),
    Row(
      testDescription: "of fast ones, uncompressed before JPEG",
      modes: [mode(.mjpeg, 640, 480, 30), mode(.mjpeg, 1280, 720, 30), mode(.yuyv, 1280, 720, 30)], expected: mode(.yuyv, 1280, 720, 30)),
    Row(
      testDescription: "1280×720 that is slow", modes: [mode(.mjpeg, 640, 480, 30), mode(.mjpeg, 1280, 720, 15)],
      expected: mode(.mjpeg, 640, 480, 30)),
    Row(
      testDescription: "1280×720 that reaches the minimum, but is slower",
      modes: [mode(.mjpeg, 640, 480, 30), mode(.mjpeg, 1280, 720, 25)],
      expected: mode(.mjpeg, 640, 480, 30)),
    Row(
      testDescription: "1280×720 whose rate the driver does not report", modes: [mode(.yuyv, 640, 480, 30), mode(.yuyv, 1280, 720, nil)],
      expected: mode(.yuyv, 640, 480, 30)),
    Row(
      testDescription: "never 1920×1080", modes: [mode(.mjpeg, 640, 480, 30), mode(.mjpeg, 1920, 1080, 30), mode(.yuyv, 1920, 1080, 30)],
      expected: mode(.mjpeg, 640, 480, 30)),
    Row(
      testDescription: "nothing that libv4l2 converts", modes: [mode(.mjpeg, 640, 480, 30), mode(.yuv420, 1280, 720, 30, emulated: true)],
      expected: mode(.mjpeg, 640, 480, 30)),
    Row(
      testDescription: "no luma alone", modes: [mode(.mjpeg, 640, 480, 30), mode(.grey, 1280, 720, 30)],
      expected: mode(.mjpeg, 640, 480, 30)),
    Row(
      testDescription: "a camera of which no mode is fast", modes: [mode(.yuyv, 640, 480, 15), mode(.yuyv, 1280, 720, 10)],
      expected: mode(.yuyv, 640, 480, 15)),
    Row(
      testDescription: "a camera without 1280×720", modes: [mode(.mjpeg, 640, 480, 30), mode(.mjpeg, 1024, 768, 30)],
      expected: mode(.mjpeg, 640, 480, 30)),
  ]

  @Test("Without a size in the request, 1280×720 is chosen where it is as fast and takes no more work", arguments: largerRows)
  func largerChoice(_ row: Row) { #expect(CameraMode.choose(among: row.modes) == row.expected) }

  @Test("After a hand was far away, 1280×720 is taken that is as fast, whatever it costs")
  func farHand() {
    var request = CameraRequest()
    request.takesLargerSize = true
    let modes = [mode(.yuyv, 640, 480, 30), mode(.mjpeg, 640, 480, 30), mode(.mjpeg, 1280, 720, 30), mode(.yuyv, 1280, 720, 10)]
    #expect(CameraMode.choose(among: modes, request: request) == modes[2])
    #expect(modes[2].reason(request: request, among: modes).contains("a hand was far away"))
    let slow = [mode(.yuyv, 640, 480, 30), mode(.mjpeg, 1280, 720, 15)]
    #expect(CameraMode.choose(among: slow, request: request) == slow[0])
    #expect(CameraMode.choose(among: modes, request: request.ofUsualSize) == modes[0])
  }

  @Test("A size in the request is taken, whatever it costs, and no larger one")
  func explicit() {
    let modes = [mode(.yuyv, 640, 480, 30), mode(.mjpeg, 1280, 720, 30), mode(.yuyv, 1280, 720, 30), mode(.mjpeg, 1920, 1080, 30)]
    for (width, height, expected) in [
      (640, 480, modes[0]), (1920, 1080, modes[3]), (1280, 720, modes[2]), (640, nil, modes[0]), (nil, 480, modes[0]),
    ] as [(Int?, Int?, CameraMode)] {
      let request = CameraRequest(width: width, height: height, fps: 30)
      #expect(CameraMode.choose(among: modes, request: request) == expected, "\(width ?? 0)×\(height ?? 0)")
    }
  }

  @Test("Of a camera that other programs read, too, no larger size is taken")
  func shared() {
    let modes = [mode(.yuyv, 640, 480, 30), mode(.yuyv, 1280, 720, 30)]
    #expect(CameraMode.choose(among: modes, request: CameraRequest().ofUsualSize) == modes[0])
  }

  @Test("The reason says what a larger size would cost, and why one was taken")
  func largerReason() {
    let yuyv = mode(.yuyv, 640, 480, 30)
    let jpeg = mode(.mjpeg, 640, 480, 30)
    let large = mode(.mjpeg, 1280, 720, 30)
    #expect(yuyv.reason(among: [yuyv, jpeg, large]).contains("takes 1280×720, which must be decoded from JPEG, after"))
    #expect(!yuyv.reason(among: [yuyv, jpeg]).contains("1280"))
    let explicit = CameraRequest(width: 640, height: 480, fps: 30)
    #expect(yuyv.reason(request: explicit, among: [yuyv, large]) == yuyv.reason())
    for thing in ["larger than 640×480", "24 fps", "JPEG"] { #expect(large.reason(among: [jpeg, large]).contains(thing)) }
  }

  @Test("The mode nearest to the request is chosen", arguments: rows)
  func choice(_ row: Row) { #expect(CameraMode.choose(among: row.modes) == row.expected) }

  @Test(
    "The reason for a mode names the request, the minimum rate, and the work per frame",
    arguments: [
      (mode(.yuyv, 640, 480, 30), "nearest to 640×480 that reaches 24 fps, no decoding"),
      (mode(.yuyv, 640, 480, nil), "nearest to 640×480 that reaches 24 fps, no decoding"),
      (
        mode(.mjpeg, 640, 360, 24),
        "nearest to 640×480 that reaches 24 fps, decoded from JPEG, as nothing uncompressed is as near and as fast"
      ),
      (mode(.yuv420, 640, 480, 30, emulated: true), "nearest to 640×480 that reaches 24 fps, converted by libv4l2"),
      (mode(.yuyv, 320, 240, 15), "the fastest there is, none reaches 24 fps, no decoding"),
    ])
  func reason(_ mode: CameraMode, expected: String) { #expect(mode.reason() == expected) }

  @Test("24000/1001 frames per second count as 24")
  func filmRate() {
    let film = CameraMode(format: .yuyv, width: 640, height: 480, interval: FrameInterval(1001, 24000))
    #expect(CameraMode.choose(among: [film, mode(.yuyv, 320, 240, 30)]) == film)
  }

  @Test(
    "A range of sizes is snapped to the nearest step inside it",
    arguments: [
      (SizeRange(16, 1920, step: 16), 640, 640), (SizeRange(2, 8192, step: 2), 481, 482), (SizeRange(32, 600, step: 16), 640, 592),
      (SizeRange(800, 1600, step: 8), 640, 800), (SizeRange(640, 640, step: 0), 480, 640), (SizeRange(1, 2000, step: 0), 480, 480),
    ])
  func snapping(_ range: SizeRange, size: Int, expected: Int) { #expect(range.nearest(to: size) == expected) }

  @Test(
    "A range of rates gives the requested one, or the end nearest to it",
    arguments: [
      (FrameInterval(1, 60), FrameInterval(1, 1), 30.0), (FrameInterval(1, 15), FrameInterval(1, 1), 15.0),
      (FrameInterval(1, 120), FrameInterval(1, 50), 50.0), (FrameInterval(0, 0), FrameInterval(0, 0), 30.0),
    ])
  func rateRange(_ shortest: FrameInterval, _ longest: FrameInterval, fps: Double) {
    #expect(FrameInterval.nearest(toFPS: 30, shortest: shortest, longest: longest).fps == fps)
  }

  @Test("An interval of zero has no rate", arguments: [FrameInterval(0, 30), FrameInterval(1, 0), FrameInterval(0, 0)])
  func zeroInterval(_ interval: FrameInterval) { #expect(interval.fps == nil) }
}
