import EventProtocol
import Foundation
import Glibc
import Testing

/// A person in front of a daemon: writes frames into the named pipe that it replays, each once the daemon has published the one before.
final class TracePerson {
  let daemon: Program
  private let home: Scratch
  private let client: PlainClient
  private let pipe: Int32
  private var frame = 0
  private var ns: UInt64 = 1_000_000_000

  init(_ home: Scratch, _ arguments: [String] = []) async throws {
    self.home = home
    try #require(mkfifo(home.file("t"), 0o600) == 0)
    daemon = try Program(
      "swiped", source("trace:\(home.file("t"))", home) + arguments, home: home, environment: ["SWIPED_RUNTIME": "/nowhere"])
    // Both ends, so that the trace does not end.
    pipe = open(home.file("t"), O_RDWR | O_CLOEXEC)
    client = try await home.connect()
    try client.send(#"{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"topics":["frame"]}}"#)
    while try await client.lines.next()?.contains(#""result":["#) == false {}
    try write(Self.header)
  }

  deinit { close(pipe) }

  private func write(_ line: String) throws {
    let bytes = Array("\(line)\n".utf8)
    guard Glibc.write(pipe, bytes, bytes.count) == bytes.count else { throw Timeout(description: "cannot write the trace") }
  }

  /// Shows a fist with the thumb at a height, in hand sizes above the wrist; nil: no hand.
  ///
  /// - Parameter isInterrupted: whether the camera was interrupted before each frame.
  func show(_ height: Float?, frames count: Int, step milliseconds: UInt64 = 100, isInterrupted: Bool = false) async throws {
    for _ in 0..<count {
      frame += 1
      ns += milliseconds * 1_000_000
      let hands = height.map { [Hand(thumbAt: $0)] } ?? []
      let event = Event.frame(
        FrameEvent(
          frame: frame, capturedNs: ns, width: 640, height: 480, hands: hands, armed: true, interruptedNs: isInterrupted ? ns : nil))
      try write(String(decoding: event.line.dropLast(), as: UTF8.self))
      while let line = try await client.lines.next(), !line.contains(#""frame":\#(frame),"#) {}
    }
  }

  /// Makes a gesture, and waits until the program has counted it.
  ///
  /// It takes seven frames, which a socket holds: more would replace each other before a program reads them that has to wait for a processor.
  func gesture(_ height: Float, _ program: Program, counted: String) async throws {
    try await show(height, frames: 4, step: 200)
    try await show(0, frames: 3, step: 150)
    _ = try await program.output.line { $0.contains(counted) }
  }

  /// Does everything that a calibration asks for.
  func calibrate(_ program: Program, height: Float = 1.1) async throws {
    _ = try await program.output.line { $0.hasPrefix("Show your hand") }
    try await show(0, frames: 5, step: 200)
    for (title, direction) in [("Thumb up, ", height), ("Thumb down, ", -height)] {
      _ = try await program.output.line { $0.hasPrefix(title) }
      for number in 1...5 { try await gesture(direction, program, counted: "\(number) of 5") }
    }
    _ = try await program.output.line { $0.hasPrefix("Ten seconds") }
    try await show(nil, frames: 14, step: 1000)
    _ = try await program.output.line { $0.hasPrefix("Done") }
  }
}

extension TracePerson {
  private static let header = #"{"swiped_trace":1,"version":"0.1.0"}"#

  /// A trace of a fist whose thumb is at rest, up, at rest, down and at rest again, half a second each.
  static var trace: String { trace(([0, 1.1, 0, -1.1, 0].flatMap { [Float](repeating: $0, count: 5) }, nil)) }

  /// A trace of a fist whose thumb has these heights, every 0.1 s, with an event after each part.
  static func trace(_ parts: (heights: [Float], event: Event?)...) -> String {
    var (events, number): ([Event], Int) = ([], 0)
    for (heights, event) in parts {
      for height in heights {
        number += 1
        events.append(
          .frame(
            FrameEvent(
              frame: number, capturedNs: UInt64(9 + number) * 100_000_000, width: 640, height: 480, hands: [Hand(thumbAt: height)],
              armed: true)))
      }
      if let event { events.append(event) }
    }
    return "\(header)\n" + events.map { String(decoding: $0.line, as: UTF8.self) }.joined()
  }
}

extension LineReader {
  /// The next line that meets a condition; other lines are ignored.
  func line(_ isMeant: (String) -> Bool) async throws -> String {
    var seen: [String] = []
    while let line = try await next() {
      if isMeant(line) { return line }
      seen.append(line)
    }
    throw Timeout(description: "the output ended before such a line: \(seen)")
  }
}

extension Hand {
  /// A fist seen from the side, 100 px from wrist to middle knuckle, its thumb so many hand sizes above the wrist.
  fileprivate init(thumbAt height: Float) {
    let side: Float = height < 0 ? -1 : 1
    var points: [String: Point] = [:]
    func place(_ name: String, _ x: Float, _ y: Float) { points[name] = Point(x: x, y: y, z: 0, confidence: 1) }
    place("wrist", 200, 240)
    for (row, finger) in ["index", "middle", "ring", "little"].enumerated() {
      for (joint, x) in zip(["MCP", "PIP", "DIP", "Tip"], [300, 340, 310, 280] as [Float]) {
        place(finger + joint, x, 240 + side * Float(row - 1) * 20)
      }
    }
    for (joint, part) in zip(["CMC", "MP", "IP", "Tip"], [0.125, 0.375, 0.75, 1] as [Float]) {
      place("thumb" + joint, 240, (240 - height * 100 * part).rounded())
    }
    self.init(confidence: 1, chirality: .right, points: points)
  }
}
