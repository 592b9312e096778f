import CTurboJPEG
import Camera
import Imaging
import Platform
import Testing
import UserErrors

/// A JPEG file of one grey, 4:2:2 as webcams have it.
private func jpeg(grey: UInt8, width: Int = 16, height: Int = 16) -> [UInt8] {
  let pixels = [UInt8](repeating: grey, count: width * height * 3)
  let encoder = tjInitCompress()
  defer { tjDestroy(encoder) }
  var file: UnsafeMutablePointer<UInt8>?
  var size: UInt = 0
  tjCompress2(encoder, pixels, CInt(width), 0, CInt(height), CInt(TJPF_RGB.rawValue), &file, &size, CInt(TJSAMP_422.rawValue), 90, 0)
  defer { tjFree(file) }
  return [UInt8](UnsafeBufferPointer(start: file, count: Int(clamping: size)))
}

@Suite("Motion JPEG")
struct MotionJPEGTests {
  private func driver(_ frames: [UInt8]...) -> FakeDriver {
    let steps = frames.enumerated().map { FakeStep.frames([FakeFrame(bytes: $0.element, sequence: UInt32($0.offset))]) }
    return FakeDriver(FakeNode(formats: [.init(code: .mjpeg, sizes: [(16, 16)])], steps: steps))
  }

  @Test("A picture is decoded to planes of Y, U and V, in JPEG's full range")
  func decoding() throws {
    let driver = driver(jpeg(grey: 200))
    var stream = try V4L2Camera(CameraDevice.find("auto", calls: driver.calls), calls: driver.calls)
    #expect(stream.description.format == "MJPG")
    let step = try stream.next(wake: -1) { frame in
      #expect(frame.format == .yuv422 && frame.range == .full)
      #expect(frame.width == 16 && frame.height == 16 && frame.sequence == 0 && frame.capturedNs == 5_000_000)
      #expect(abs(Int(frame.planes.0.base.load(as: UInt8.self)) - 200) <= 1)
      #expect(abs(Int(frame.planes.1.base.load(as: UInt8.self)) - 128) <= 1)
    }
    #expect(step == .frame)
  }

  @Test("Garbage, truncated and empty pictures count as damaged, and the stream continues")
  func garbage() throws {
    let whole = jpeg(grey: 90)
    // Cut in the header, and in the picture itself.
    let driver = driver([0xff, 0xd8, 0xff, 1, 2, 3], Array(whole.dropLast(20)), [], Array(whole.dropLast(4)), whole)
    var stream = try V4L2Camera(CameraDevice.find("auto", calls: driver.calls), calls: driver.calls)
    var frames = 0
    #expect(try stream.next(wake: -1) { _ in frames += 1 } == .frame)
    #expect(frames == 1)
    #expect(stream.lost.damaged == DamagedFrames(short: 1, undecodable: 3))
    #expect(driver.state.withLock { $0.queued.count } == 4)
  }

  @Test("While no pixels are needed, damage is not noticed; once it was, every picture is decoded until one is whole")
  func idle() throws {
    let whole = jpeg(grey: 90)
    let broken = Array(whole.dropLast(4))
    let driver = driver(broken, broken, broken, whole, broken, whole)
    var stream = try V4L2Camera(CameraDevice.find("auto", calls: driver.calls), calls: driver.calls)
    stream.idleUntilNs = .max
    var frames = 0
    func next() throws { #expect(try stream.next(wake: -1) { _ in frames += 1 } == .frame) }
    try next()
    #expect(frames == 1 && stream.lost.damaged == DamagedFrames())
    stream.idleUntilNs = 0
    try next()
    #expect(frames == 2 && stream.lost.damaged == DamagedFrames(undecodable: 2))
    stream.idleUntilNs = .max
    try next()
    #expect(frames == 3 && stream.lost.damaged == DamagedFrames(undecodable: 2))
    stream.idleUntilNs = 0
    try next()
    #expect(frames == 4 && stream.lost.damaged == DamagedFrames(undecodable: 2))
  }

  @Test("A picture with more than four times the negotiated pixels counts as damaged, and one that is a little larger is decoded")
  func larger() throws {
    let driver = driver(jpeg(grey: 90, width: 160, height: 160), jpeg(grey: 90, width: 16, height: 24))
    var stream = try V4L2Camera(CameraDevice.find("auto", calls: driver.calls), calls: driver.calls)
    var height = 0
    #expect(try stream.next(wake: -1) { height = $0.height } == .frame)
    #expect(height == 24)
    #expect(stream.lost.damaged == DamagedFrames(undecodable: 1))
  }

  @Test("A decoding error of the frame's receiver does not count as a damaged frame")
  func bodyThrowsJPEGError() throws {
    let driver = driver(jpeg(grey: 90))
    var stream = try V4L2Camera(CameraDevice.find("auto", calls: driver.calls), calls: driver.calls)
    #expect(throws: UserError.self) {
      _ = try stream.next(wake: -1) { _ in
        var decoder = try JPEGDecoder()
        try decoder.withFrame(decoding: UnsafeRawBufferPointer(start: nil, count: 0)) { _ in }
      }
    }
    #expect(stream.lost.damaged == DamagedFrames())
  }
}
