import EventProtocol
import EventSocket
import Foundation
import Glibc

/// The time in ns of CLOCK_MONOTONIC.
func now() -> UInt64 {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}

/// Publishes a swipe and its frame 30 times per second, as the daemon's pipeline does, until standard input ends.
func serve(at path: String) async throws {
  let status = Status(state: .running, keys: .off, source: "bench", precision: "f32", pid: getpid())
  let server = EventServer(path: path, hello: Hello(pid: getpid()), status: { status }, control: { _ in .success(status) })
  try await server.start()
  let source = Thread {
    for seq in 1... {
      let time = now()
      server.publish(.gesture(swipe(seq, at: time)))
      if server.hasSubscribers(to: .frame) { server.publish(.frame(frame(seq, at: time))) }
      usleep(UInt32(max(0, 1_000_000 / 30 - Int(clamping: now() - time) / 1000)))
    }
  }
  source.start()
  while !FileHandle.standardInput.availableData.isEmpty {}
  await server.stop()
  exit(0)
}

private func swipe(_ seq: Int, at time: UInt64) -> GestureEvent {
  GestureEvent(
    seq: seq, gesture: .thumbUp, distance: -83.4, chirality: .left, confidence: 0.98, frame: seq, capturedNs: time,
    emittedNs: now())
}

/// A frame with a hand: about 1.7 KB as a line.
private func frame(_ number: Int, at time: UInt64) -> FrameEvent {
  FrameEvent(frame: number, capturedNs: time, width: 640, height: 480, hands: [hand], distance: -83.4, zone: .up, armed: false)
}

private let hand: Hand = {
  let fingers = ["index", "middle", "ring", "little"].flatMap { finger in ["MCP", "PIP", "DIP", "Tip"].map { finger + $0 } }
  let joints = ["wrist", "thumbCMC", "thumbMP", "thumbIP", "thumbTip"] + fingers
  let point = Hand.Point(x: 123.456, y: 234.567, z: -34.567, confidence: 0.983)
  return Hand(confidence: 0.983, chirality: .right, points: Dictionary(uniqueKeysWithValues: joints.map { ($0, point) }))
}()

/// A second process of this program, as the server. It ends with its standard input.
final class ServerProcess {
  struct Usage {
    let residentKb: Int
    let cpuSeconds: Double
  }

  let path: String
  private let folder: String
  private let process = Process()
  private let input = Pipe()

  init() throws {
    var template = Array("/tmp/swiped-bench-XXXXXX".utf8CString)
    folder = String(cString: mkdtemp(&template))
    path = folder + "/s.sock"
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = ["--serve", path]
    process.standardInput = input
    try process.run()
  }

  /// The current usage; see proc_pid_stat(5).
  var usage: Usage {
    let text = (try? String(contentsOfFile: "/proc/\(process.processIdentifier)/stat", encoding: .utf8)) ?? ""
    let fields = text.split(separator: " ").map { Double($0) ?? 0 }
    guard fields.count > 23 else { return Usage(residentKb: 0, cpuSeconds: 0) }
    return Usage(
      residentKb: Int(fields[23]) * sysconf(Int32(_SC_PAGESIZE)) / 1024,
      cpuSeconds: (fields[13] + fields[14]) / Double(sysconf(Int32(_SC_CLK_TCK))))
  }

  func end() {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
    try? FileManager.default.removeItem(atPath: folder)
  }
}
