import EventProtocol
import Foundation
import Glibc
import Hands
import Testing
import Traces

/// A directory for one test, removed after it.
final class Scratch: Sendable {
  let path: String

  init() {
    var template = Array("/tmp/swiped-trace-XXXXXX".utf8CString)
    path = String(cString: mkdtemp(&template))
  }

  func file(_ name: String) -> String { "\(path)/\(name)" }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}

/// A hand with an id and a different, long number in each place.
func someHand(_ seed: Int, chirality: Chirality = .left) -> HumanHandPoseObservation {
  let confidence = 0.5 + Float(seed % 97) / 300
  var hand = HumanHandPoseObservation(confidence: confidence, chirality: chirality, imageWidth: 640, imageHeight: 480) { joint in
    let number = Float(seed * 31 + joint.rawValue)
    return (number.remainder(dividingBy: 500) / 3 + 320, 480 / (number + 1.1), -number / 7)
  }
  hand.id = seed
  return hand
}

func someFrame(_ number: Int, _ hands: [HumanHandPoseObservation] = []) -> Event {
  .frame(
    FrameEvent(
      frame: number, capturedNs: UInt64(number) * 33_333_333, width: 640, height: 480, hands: hands.map { Hand($0, fingers: []) },
      distance: nil,
      zone: nil, armed: true))
}

let camera = Status.Camera(path: "/dev/video0", name: "Cam", width: 640, height: 480, fps: 30, format: "YUYV")

func someStatus(_ camera: Status.Camera? = camera) -> Event {
  .status(
    Status(
      state: camera == nil ? .starting : .running, keys: .off, source: "auto", precision: "f32", pid: 1
    ) { ($0.camera, $0.gesture) = (camera, GestureOptions { $0.dwellMs = 350 }) })
}

extension Event {
  /// Its line without the newline, as a client has it.
  var text: [UInt8] { line.dropLast() }
}

extension Scratch {
  /// Writes a trace of these events, as a recording does.
  @discardableResult func record(_ events: [Event], to name: String) throws -> String {
    var recorder = TraceRecorder()
    var writer = try TraceWriter(path: file(name), overwriting: false)
    for event in events { #expect(try writer.write(recorder.take(event.text, event), flushing: false)) }
    #expect(try writer.write(recorder.finish(), flushing: false))
    try writer.finish()
    return file(name)
  }

  /// Writes a file of these lines.
  func write(_ lines: [String], to name: String = "t.jsonl") throws -> String {
    try lines.map { $0 + "\n" }.joined().write(toFile: file(name), atomically: false, encoding: .utf8)
    return file(name)
  }
}

/// The content of a trace, and whether it ends in the middle of a line.
func read(_ path: String) throws -> (header: TraceHeader, events: [Event], brokeOff: Bool) {
  try read(TraceReader(path: path))
}

/// The same for a trace that is already open.
func read(_ reader: consuming TraceReader) throws -> (header: TraceHeader, events: [Event], brokeOff: Bool) {
  var reader = reader
  var header: TraceHeader?
  var events: [Event] = []
  while true {
    switch try reader.next() {
    case .header(let first): header = first
    case .event(let event): events.append(event)
    case .unknown, .woken: break
    case .end: return (try #require(header), events, reader.brokeOff)
    }
  }
}
