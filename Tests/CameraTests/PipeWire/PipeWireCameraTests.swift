import Camera
import Glibc
import Imaging
import Platform
import TestTime
import Testing

/// A real server, with a camera that a test makes up. No session manager: the source links whoever reads it.
@Suite("A camera of a real PipeWire", .long(seconds: 20))
struct PipeWireCameraTests {
  private static func format(_ pixels: UInt32?, _ width: UInt32, _ height: UInt32, fps: UInt32 = 30) -> Pod {
    var properties: [UInt32: Pod] = [
      1: .id(2), 2: .id(pixels == nil ? 0x20002 : 1), 0x20003: .rectangle(width, height), 0x20004: .fraction(fps, 1),
    ]
    properties[0x20001] = pixels.map(Pod.id)
    return .object(type: 0x40003, id: 3, properties)
  }

  /// A frame as numbers: size, first bytes of each plane. Pictures are sent until one comes, since the server may still be starting the stream.
  private func frame(_ camera: inout PipeWireCamera, of source: PipeWireSource) throws -> [Int] {
    var (numbers, lastNs) = ([Int](), UInt64(0))
    for _ in 0..<50 where numbers.isEmpty {
      source.send(1)
      _ = try camera.next(wake: Self.soon().descriptor) { frame in
        let planes = [frame.planes.0, frame.planes.1, frame.planes.2]
        numbers = [frame.width, frame.height] + planes.map { Int($0.base.load(as: UInt8.self)) }
        lastNs = frame.capturedNs
      }
    }
    // On a busy machine, those that were sent in vain may come late, and are not to be taken for what is sent next.
    for _ in 0..<50 where source.isSending || lastNs < source.sentNs.last ?? 0 {
      _ = try camera.next(wake: Self.soon().descriptor) { lastNs = $0.capturedNs }
    }
    return numbers
  }

  /// What is signaled in 0.1 s.
  private static func soon() throws -> Wakeup {
    let wakeup = try Wakeup()
    try OwnedThread(name: "soon") {
      usleep(100_000)
      wakeup.signal()
    }.detach()
    return wakeup
  }

  /// The failure of the next wait for a frame.
  private func failure(of camera: inout PipeWireCamera) -> CameraError? {
    #expect(throws: CameraError.self) { _ = try camera.next(wake: -1) { _ in } }
  }

  private func open(_ server: PipeWireServer, _ name: String) throws -> PipeWireCamera {
    let untilNs = monotonicNs() + UInt64(patience) * 1_000_000_000
    let connection = try PipeWireConnection(socket: server.socket, untilNs: untilNs)
    var node: PipeWireNode?
    while node == nil, monotonicNs() < untilNs {
      node = try connection.cameras(untilNs: untilNs).first { $0.name == name }
      usleep(10_000)
    }
    return try PipeWireCamera(try #require(node), connection, request: CameraRequest())
  }

  /// A source and the camera that reads it, on a server of their own.
  private struct Pair: ~Copyable {
    let server: PipeWireServer
    let source: PipeWireSource
    var camera: PipeWireCamera

    init(_ picture: SourcePicture, _ tests: PipeWireCameraTests) throws {
      let server = try PipeWireServer()
      let source = try PipeWireSource(server, "camera", picture)
      let camera = try tests.open(server, "camera")
      (self.server, self.source) = (server, source)
      self.camera = camera
    }

    deinit { source.stop() }
  }

  private static func flat(_ value: UInt8, _ count: Int) -> [UInt8] { [UInt8](repeating: value, count: count) }

  @Test(
    "Its pictures come through in every layout, in one block or several",
    arguments: [
      ("YUYV", UInt32(4), [flat(7, 64)], Int32(0), [8, 4, 7, 7, 7]), ("YUYV", 4, [flat(7, 160)], 40, [8, 4, 7, 7, 7]),
      ("NV12", 23, [flat(7, 32) + flat(9, 16)], 0, [8, 4, 7, 9, 7]), ("NV12", 23, [flat(7, 32), flat(9, 32)], 8, [8, 4, 7, 9, 7]),
      ("YU12", 2, [flat(7, 32) + flat(8, 8) + flat(9, 8)], 0, [8, 4, 7, 8, 9]), ("RGB3", 15, [flat(7, 96)], 24, [8, 4, 7, 7, 7]),
      ("XR24", 8, [flat(7, 128)], 32, [8, 4, 7, 7, 7]),
    ])
  func layouts(code: String, pixels: UInt32, blocks: [[UInt8]], bytesPerRow: Int32, expected: [Int]) throws {
    var pair = try Pair(SourcePicture(format: Self.format(pixels, 8, 4), blocks: blocks, bytesPerRow: bytesPerRow), self)
    let description = pair.camera.description
    #expect(description.width == 8 && description.height == 4 && description.format == code && description.fps == 30)
    #expect(try frame(&pair.camera, of: pair.source) == expected)
  }

  @Test("JPEG is decoded, and a damaged one is counted and skipped")
  func jpeg() throws {
    let good = try jpegPicture(width: 64, height: 48)
    var pair = try Pair(SourcePicture(format: Self.format(nil, 64, 48), blocks: [good]), self)
    #expect(pair.camera.description.format == "MJPG")
    #expect(try frame(&pair.camera, of: pair.source).prefix(2) == [64, 48])
    pair.source.replace(SourcePicture(format: Self.format(nil, 64, 48), blocks: [Self.flat(1, good.count)]))
    pair.source.send(1)
    let error = failure(of: &pair.camera)
    let damaged = pair.camera.lost.damaged
    #expect(error?.code == .stalled && damaged == DamagedFrames(undecodable: 1))
  }

  @Test("The part and the turn that the node reports are those of the frame")
  func notes() throws {
    var picture = SourcePicture(format: Self.format(25, 8, 4), blocks: [(0..<32).map { UInt8($0) }])
    (picture.crop, picture.transform) = ((2, 2, 4, 2), 5)
    var pair = try Pair(picture, self)
    _ = try frame(&pair.camera, of: pair.source)
    pair.source.send(1)
    var found: (Int, Int, UInt8, FrameRotation, Bool)?
    _ = try pair.camera.next(wake: -1) { frame in
      found = (frame.width, frame.height, frame.planes.0.base.load(as: UInt8.self), frame.rotation, frame.isMirrored)
    }
    #expect(try #require(found) == (4, 2, 18, .degrees90, true))
  }

  @Test("Its time of capture is the node's, and frames that came while one was handled are dropped and counted")
  func times() throws {
    var pair = try Pair(SourcePicture(format: Self.format(25, 8, 4), blocks: [Self.flat(7, 32)]), self)
    _ = try frame(&pair.camera, of: pair.source)
    var handled: [UInt64] = []
    // On a busy machine, frames may come late, one by one, and none is dropped.
    for _ in 0..<50 where handled.isEmpty || pair.camera.lost.dropped == 0 {
      let sent = pair.source.sentNs.count + 3
      pair.source.send(3)
      while pair.source.sentNs.count < sent { usleep(1000) }
      usleep(50_000)
      repeat {
        var stamps: (UInt64, UInt64, UInt64)?
        _ = try pair.camera.next(wake: -1) { stamps = ($0.sequence, $0.capturedNs, $0.dequeuedNs) }
        let (sequence, capturedNs, dequeuedNs) = try #require(stamps)
        #expect(capturedNs == pair.source.sentNs[Int(clamping: sequence) - 1] && dequeuedNs >= capturedNs)
        handled.append(sequence)
      } while handled.last! < UInt64(sent)
    }
    let lost = pair.camera.lost
    #expect(lost.dropped > 0 && lost.damaged.total == 0)
    // Each frame of these was either handled or dropped.
    let frames = try #require(handled.last) - #require(handled.first) + 1
    #expect(handled == handled.sorted() && UInt64(handled.count) + lost.dropped >= frames)
  }

  @Test("Frames are counted if the node gives them no number, or one that no frame has", arguments: [UInt64.max, 1 << 63, 1 << 32])
  func numbers(sent: UInt64) throws {
    var picture = SourcePicture(format: Self.format(25, 8, 4), blocks: [Self.flat(7, 32)])
    picture.number = sent
    var pair = try Pair(picture, self)
    _ = try frame(&pair.camera, of: pair.source)
    var numbers: [UInt64] = []
    for _ in 0..<2 {
      pair.source.send(1)
      _ = try pair.camera.next(wake: -1) { numbers.append($0.sequence) }
    }
    #expect(numbers[1] == numbers[0] + 1 && numbers[1] < 1000)
  }

  @Test("Damaged and short pictures are counted, and are no frames")
  func damaged() throws {
    let picture = SourcePicture(format: Self.format(25, 8, 4), blocks: [Self.flat(7, 32)])
    var (corrupted, short) = (picture, picture)
    (corrupted.isCorrupted, short.bytesLeftOut) = (true, 1)
    var pair = try Pair(picture, self)
    for (bad, counts) in [(corrupted, DamagedFrames(flagged: 1)), (short, DamagedFrames(flagged: 1, short: 1))] {
      pair.source.replace(picture)
      #expect(try frame(&pair.camera, of: pair.source) == [8, 4, 7, 7, 7])
      pair.source.replace(bad)
      pair.source.send(1)
      #expect(failure(of: &pair.camera)?.code == .stalled)
      let damaged = pair.camera.lost.damaged
      #expect(damaged == counts)
      try pair.camera.restart()
    }
  }

  @Test("A camera that sends nothing is stalled after two seconds, can be restarted, and another descriptor ends the wait")
  func stall() throws {
    var pair = try Pair(SourcePicture(format: Self.format(25, 8, 4), blocks: [Self.flat(7, 32)]), self)
    let wakeup = try Wakeup()
    wakeup.signal()
    #expect(try pair.camera.next(wake: wakeup.descriptor) { _ in } == .woken)
    #expect(failure(of: &pair.camera)?.code == .stalled)
    try pair.camera.restart()
    #expect(try frame(&pair.camera, of: pair.source) == [8, 4, 7, 7, 7])
  }

  @Test("A camera that goes away is unplugged; a server that ends cannot be reached")
  func gone() throws {
    var pair = try Pair(SourcePicture(format: Self.format(25, 8, 4), blocks: [Self.flat(7, 32)]), self)
    pair.source.stop()
    #expect(failure(of: &pair.camera)?.code == .unplugged)
    var other = try Pair(SourcePicture(format: Self.format(25, 8, 4), blocks: [Self.flat(7, 32)]), self)
    other.server.stop()
    #expect(failure(of: &other.camera)?.code == .noCamera)
  }

  @Test("Closing it ends the stream at once, and opening it again works")
  func reopen() throws {
    let server = try PipeWireServer()
    let source = try PipeWireSource(server, "camera", SourcePicture(format: Self.format(25, 8, 4), blocks: [Self.flat(7, 32)]))
    for _ in 0..<3 {
      var camera = try open(server, "camera")
      #expect(try frame(&camera, of: source) == [8, 4, 7, 7, 7])
      _ = consume camera
      #expect(try server.cameras().first?.isRunning == false)
    }
    source.stop()
  }

  @Test("A node of a wrong role is no camera, and one without a readable format is said to be that")
  func others() throws {
    let server = try PipeWireServer()
    let screen = try PipeWireSource(server, "screen", SourcePicture(format: Self.format(25, 8, 4), blocks: []), ["media.role": "Screen"])
    let raw = try PipeWireSource(server, "raw", SourcePicture(format: Self.format(20, 8, 4), blocks: []))
    let error = #expect(throws: CameraError.self) { _ = try open(server, "raw") }
    #expect(error?.code == .noUsableFormat)
    #expect(try server.cameras().map(\.name) == ["raw"])
    screen.stop()
    raw.stop()
  }
}

/// A gray picture as JPEG.
private func jpegPicture(width: Int, height: Int) throws -> [UInt8] {
  let rows = [UInt8](repeating: 90, count: 3 * width * height)
  return try rows.withUnsafeBytes { bytes in
    let plane = Plane(base: bytes.baseAddress!, bytesPerRow: 3 * width)
    let frame = Frame(width: width, height: height, format: .rgb24, range: .full, planes: (plane, nil, nil))
    var encoder = try JPEGEncoder()
    return try encoder.encode(RGBPicture(frame, fitting: (width, height)), quality: 90)
  }
}
