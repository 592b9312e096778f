import EventProtocol
import Foundation
import Glibc
import TestTime
import Testing

/// A stream of the rendered hand, with as many codes of color as of brightness, so that it can be turned without loss.
private struct Footage {
  private var width = 640, height = 480
  /// Planes of Y, U and V, frame by frame.
  private var frames: [[[UInt8]]] = []

  init(seconds: Int, _ home: Scratch) async throws {
    let file = home.file("hand.y4m")
    try home.write("hand.y4m", [])
    let renderer = try Program("bench-frames", ["\(seconds)"], home: home, output: try FileHandle(forWritingTo: URL(fileURLWithPath: file)))
    #expect(try await renderer.exitStatus() == 0)
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)))
    let header = try #require(bytes.firstIndex(of: 10)) + 1
    let (line, size) = ("FRAME\n".utf8.count, width * height)
    for start in stride(from: header + line, to: bytes.count, by: line + 2 * size) {
      func doubled(_ half: Int) -> [UInt8] { bytes[(start + size + half * size / 2)...].prefix(size / 2).flatMap { [$0, $0] } }
      frames.append([Array(bytes[start..<start + size]), doubled(0), doubled(1)])
    }
  }

  /// Turns the pictures counterclockwise by a quarter, as a camera sees them that is mounted turned clockwise.
  mutating func turn() {
    for frame in frames.indices {
      frames[frame] = frames[frame].map { plane in
        [UInt8](unsafeUninitializedCapacity: plane.count) { turned, count in
          for y in 0..<width { for x in 0..<height { turned[y * height + x] = plane[x * width + width - 1 - y] } }
          count = plane.count
        }
      }
    }
    (width, height) = (height, width)
  }

  func write(to path: String) throws {
    var stream = Data("YUV4MPEG2 W\(width) H\(height) F30:1 Ip A1:1 C444\n".utf8)
    for frame in frames {
      stream.append(contentsOf: "FRAME\n".utf8)
      for plane in frame { stream.append(contentsOf: plane) }
    }
    try stream.write(to: URL(fileURLWithPath: path))
  }
}

extension EndToEnd {
  @Suite("A camera that is mounted sideways or upside down")
  struct Rotations {
    /// The swipes of a stream, without their times, which depend on the start.
    private func swipes(_ stream: String, rotate: Int, _ home: Scratch) async throws -> [GestureEvent] {
      let config = try home.write("swiped.toml", "camera.rotate = \(rotate)\n".utf8)
      let end = try await run("swiped", source("y4m:\(stream)", home) + ["--events", "--config", config], home: home)
      #expect(end.status == 0, "\(end.errors)")
      return try end.output.compactMap { line in
        guard case .gesture(var swipe) = try event(line) else { return nil }
        (swipe.capturedNs, swipe.emittedNs) = (0, 0)
        return swipe
      }
    }

    @Test("makes the same swipes as an upright one if rotate is set, and others if it is not", .long(seconds: 43))
    func swipes() async throws {
      let home = Scratch()
      var footage = try await Footage(seconds: 5, home)
      let stream = home.file("turned.y4m")
      try footage.write(to: stream)
      let upright = try await swipes(stream, rotate: 0, home)
      #expect(upright.map(\.direction) == [.right, .left])
      for rotate in [90, 180, 270] {
        footage.turn()
        try footage.write(to: stream)
        #expect(try await swipes(stream, rotate: rotate, home) == upright, "\(rotate)")
        #expect(try await swipes(stream, rotate: 0, home) != upright, "\(rotate)")
      }
    }

    @Test("is turned by a reload: the next frame has the other size, and the hand is searched for again", .long(seconds: 4))
    func reload() async throws {
      let home = Scratch()
      let config = try home.write("swiped.toml", [])
      let daemon = try Program("swiped", source("synthetic", home) + ["--config", config], home: home)
      let client = try await home.connect()
      try client.send(#"{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"topics":["frame"]}}"#)
      func nextFrame(_ isMeant: (FrameEvent) -> Bool) async throws -> FrameEvent {
        while let line = try await client.lines.next() {
          if case .event(.frame(let frame)) = try ServerMessage(line: line.utf8), isMeant(frame) { return frame }
        }
        throw Timeout(description: "the stream ended before such a frame")
      }
      let before = try await nextFrame { _ in true }
      #expect(before.width == 640 && before.height == 480)
      try home.write("swiped.toml", "camera.rotate = 90\n".utf8)
      #expect(try await run("swipectl", ["reload", "--socket", home.socket], home: home).status == 0)
      let after = try await nextFrame { $0.width != 640 }
      #expect(after.width == 480 && after.height == 640)
      let status = try await run("swipectl", ["status", "--json", "--socket", home.socket], home: home).output
      let camera = try JSONCoding.decode(Status.self, from: try #require(status.first).utf8).camera
      #expect(camera?.width == 640 && camera?.height == 480, "the format of the camera stays as it is")
      try home.write("swiped.toml", "camera.rotate = 45\n".utf8)
      let refused = try await run("swipectl", ["reload", "--socket", home.socket], home: home)
      #expect(refused.status == 78 && refused.errors.first?.contains("camera.rotate is the whole number 45") == true, "\(refused.errors)")
      daemon.send(SIGTERM)
      #expect(try await daemon.finish().status == 0)
    }
  }
}
