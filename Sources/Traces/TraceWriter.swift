import EventProtocol
import Glibc
import Platform
import SystemPackage
import UserErrors

/// The first line of a trace: the source of the recording. The lines after it are those of the socket.
package struct TraceHeader: Codable, Sendable, Equatable {
  /// The version of the format that is written and read here; it changes only when an old reader would misread a new trace.
  package static let format = 1

  /// The version of the format. The name of the member marks the file as a trace.
  package var swipedTrace = format
  /// The version of the daemon.
  package var version: String
  package var camera: Status.Camera?
  package var source: String?
  package var precision: String?
  package var gesture: GestureOptions?

  package init(version: String, _ status: Status?) {
    self.version = version
    camera = status?.camera
    source = status?.source
    precision = status?.precision
    gesture = status?.gesture
  }
}

/// Makes a trace of the lines of a connection. Pure: it returns the lines to write.
package struct TraceRecorder: Sendable {
  /// The numbers of recorded frames and swipes, and of frames that were lost.
  package private(set) var frames = 0, swipes = 0, lost = 0
  private var version = ""
  private var status: Status?
  /// The lines that wait for the header, which names the camera; nil once it is written.
  private var held: [[UInt8]]? = []
  /// The number of lines that wait for a camera at most: about 30 s of frames.
  private static let heldLimit = 1000

  package init() {}

  /// - Parameters:
  ///   - line: the line as it came, without its newline.
  ///   - event: its event.
  /// - Returns: the lines to write.
  package mutating func take(_ line: [UInt8], _ event: Event) -> [[UInt8]] {
    switch event {
    case .hello(let hello):
      version = hello.version
      return []
    case .frame: frames += 1
    case .gesture: swipes += 1
    case .dropped(let dropped) where dropped.topic == .frame: lost = lost.addingSaturated(dropped.count)
    case .status(let status): self.status = status
    default: break
    }
    guard held != nil else { return [line] }
    held?.append(line)
    // The first frame comes before the status that names its camera.
    return status?.camera != nil || held?.count == Self.heldLimit ? finish() : []
  }

  /// - Returns: the lines to write at the end.
  package mutating func finish() -> [[UInt8]] {
    defer { held = nil }
    return held.map { [JSONCoding.encode(TraceHeader(version: version, status))] + $0 } ?? []
  }
}

/// A writer of a trace to a file, compressed if its name ends in `.gz`.
package struct TraceWriter: ~Copyable {
  private let path: String
  private var file: GzipFile

  /// - Parameters:
  ///   - path: a new file, which only its owner can read.
  ///   - overwriting: whether an existing file is replaced.
  /// - Throws: ``UserError``.
  package init(path: String, overwriting: Bool) throws(UserError) {
    self.path = path
    do throws(Errno) {
      // It would be taken for a file without its slash.
      guard !path.hasSuffix("/") else { throw .isDirectory }
      let descriptor = try OwnedDescriptor(
        opening: CommandLinePaths.path(for: path), .writeOnly, options: [.create, overwriting ? .truncate : .exclusiveCreate])
      // An existing file may be readable by others.
      if (try? descriptor.status)?.type == .regular { fchmod(descriptor.number, 0o600) }
      file = try GzipFile(descriptor, mode: path.hasSuffix(".gz") ? "w6" : "wT")
    } catch {
      throw .cannotCreate(path, errno: error.rawValue)
    }
  }

  /// - Returns: false when the reader of the output has gone.
  package mutating func write(_ lines: [[UInt8]], flushing: Bool) throws(UserError) -> Bool {
    do throws(TraceProblem) {
      for line in lines { try file.write(line + [UInt8(ascii: "\n")]) }
      if flushing { try file.flush() }
      return true
    } catch {
      guard error.errno == EPIPE else { throw .cannotWrite(path, error) }
      return false
    }
  }

  /// Writes all lines of a trace, and closes.
  consuming func finish(_ lines: [[UInt8]]) throws(TraceProblem) {
    for line in lines { try file.write(line + [UInt8(ascii: "\n")]) }
    try file.finish()
  }

  /// Writes the rest, and closes. A reader that has gone is not an error.
  package consuming func finish() throws(UserError) {
    let path = path
    do throws(TraceProblem) { try file.finish() } catch {
      if error.errno != EPIPE { throw .cannotWrite(path, error) }
    }
  }
}
