import Camera
import Glibc
import Imaging
import Platform
import Testing
import UserErrors

@Suite("Errors of a camera")
struct CameraStreamErrorTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var node: FakeNode
    var code: CameraError.Code
    var words: [String]
  }

  static let rows: [Row] = [
    Row(testDescription: "busy when asked for a format", node: FakeNode(failures: [.setFormat: EBUSY]), code: .busy, words: ["in use"]),
    Row(
      testDescription: "busy when asked for buffers", node: FakeNode(failures: [.requestBuffers: EBUSY]), code: .busy,
      words: ["/dev/video0 (Fake Camera) is in use by another program", "`swipectl cameras` names it"]),
    Row(testDescription: "busy when started", node: FakeNode(failures: [.streamOn: EBUSY]), code: .busy, words: ["in use"]),
    Row(
      testDescription: "no bandwidth", node: FakeNode(failures: [.streamOn: ENOSPC]), code: .failed,
      words: ["bandwidth", "another port"]),
    Row(
      testDescription: "no memory for buffers", node: FakeNode(failures: [.requestBuffers: ENOMEM]), code: .failed,
      words: ["VIDIOC_REQBUFS", "memory"]),
    Row(testDescription: "no buffers given", node: FakeNode(bufferCount: 0), code: .failed, words: ["no memory for pictures"]),
    Row(testDescription: "the third mapping fails", node: FakeNode(unmappable: 2), code: .failed, words: ["memory"]),
    Row(
      testDescription: "no format that can be read",
      node: FakeNode(formats: [.init(code: FourCC("H264"))], present: (FourCC("H264"), 4, 2)),
      code: .noUsableFormat, words: ["H264", "v4l2-ctl -d /dev/video0"]),
    Row(
      testDescription: "a loopback whose feeder has just gone", node: FakeNode(conversionErrno: EINVAL), code: .noUsableFormat,
      words: ["offers no format at the moment", "the program that feeds it"]),
    Row(
      testDescription: "unplugged between finding and opening", node: FakeNode(conversionErrno: ENODEV), code: .unplugged,
      words: ["was unplugged"]),
    Row(
      testDescription: "no format at all", node: FakeNode(formats: [], failures: [.getFormat: EINVAL]), code: .noUsableFormat,
      words: ["no format"]),
    Row(
      testDescription: "pictures without a size", node: FakeNode(present: (.yuyv, 0, 0), insists: true), code: .noUsableFormat,
      words: ["0 by 0"]),
    Row(
      testDescription: "unplugged while streaming", node: FakeNode(steps: [.error(ENODEV)]), code: .unplugged,
      words: ["/dev/video0 (Fake Camera) was unplugged", "plug it in again"]),
    Row(
      testDescription: "fatal error while streaming", node: FakeNode(steps: [.error(EIO)]), code: .failed,
      words: ["VIDIOC_DQBUF", "input/output error", "plug the camera in again"]),
    Row(testDescription: "trouble without a name", node: FakeNode(steps: [.error(EAGAIN)]), code: .failed, words: ["does not name"]),
    Row(
      testDescription: "buffers that are not taken", node: FakeNode(failures: [.queueBuffer: EINVAL]), code: .failed,
      words: ["VIDIOC_QBUF", "invalid argument"]),
    Row(testDescription: "silence", node: FakeNode(steps: [.silence]), code: .stalled, words: ["no frame for 2.0 s"]),
    Row(
      testDescription: "silence, with wake-ups in between", node: FakeNode(steps: [.woken, .silence]), code: .stalled,
      words: ["no frame"]),
    Row(
      testDescription: "nothing but damaged frames",
      node: FakeNode(steps: (0..<100).map { .frames([FakeFrame(bytes: [1], sequence: $0, isFlagged: true)]) }), code: .stalled,
      words: ["no usable frame for 2.0 s, only 62 damaged", "another cable"]),
  ]

  @Test("An error is one line that names the thing, the cause and the fix, and leaves nothing open", arguments: rows)
  func trouble(_ row: Row) {
    let driver = FakeDriver(row.node)
    let error = #expect(throws: CameraError.self) {
      var stream = try V4L2Camera(CameraDevice.find("/dev/video0", calls: driver.calls), calls: driver.calls)
      while true { _ = try stream.next(wake: -1) { _ in } }
    }
    #expect(error?.code == row.code)
    #expect(error?.exitStatus == .unavailable)
    let message = error?.description ?? ""
    #expect(!message.contains("\n"))
    for word in row.words { #expect(message.contains(word), "\(message)") }
    #expect(driver.isAllReturned)
  }

  @Test("A camera that disappears between being found and being opened counts as unplugged")
  func vanished() throws {
    let driver = FakeDriver()
    let device = try CameraDevice.find("auto", calls: driver.calls)
    driver.state.withLock { $0.nodes = [:] }
    let error = #expect(throws: CameraError.self) { _ = try V4L2Camera(device, calls: driver.calls) }
    #expect(error?.code == .unplugged)
  }

  @Test("A slow caller does not make a camera count as stalled")
  func slowReader() throws {
    let frame = FakeFrame(bytes: [UInt8](repeating: 1, count: 16))
    let driver = FakeDriver(FakeNode(steps: [.woken, .frames([frame])]))
    var stream = try V4L2Camera(CameraDevice.find("auto", calls: driver.calls), calls: driver.calls)
    #expect(try stream.next(wake: 3) { _ in } == .woken)
    driver.state.withLock { $0.nowNs += 60_000_000_000 }
    #expect(try stream.next(wake: 3) { _ in } == .frame)
  }
}
