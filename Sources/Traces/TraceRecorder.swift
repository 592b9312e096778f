import EventProtocol

/// Makes a trace of the lines of a connection. Pure: it returns what is to be written.
package struct TraceRecorder: Sendable {
  /// What the trace holds so far, and frames that are missing in it.
  package private(set) var frames = 0, swipes = 0, lost = 0
  private var version = ""
  private var status: Status?
  /// Lines that wait for the header, which names the camera: nil once it is written.
  private var held: [[UInt8]]? = []

  package init() {}

  /// - Parameters:
  ///   - line: as it came, without its newline.
  ///   - event: what it tells.
  /// - Returns: lines to write.
  package mutating func take(_ line: [UInt8], _ event: Event) -> [[UInt8]] {
    switch event {
    case .hello(let hello):
      version = hello.version
      return []
    case .frame: frames += 1
    case .swipe: swipes += 1
    case .dropped(let dropped) where dropped.topic == .frame: lost += dropped.count
    case .status(let status): self.status = status
    default: break
    }
    guard held != nil else { return [line] }
    held?.append(line)
    // The first frame comes before the status that names its camera.
    return status?.camera != nil ? finish() : []
  }

  /// - Returns: lines to write at the end.
  package mutating func finish() -> [[UInt8]] {
    defer { held = nil }
    return held.map { [JSONCoding.encode(TraceHeader(version: version, status))] + $0 } ?? []
  }
}
