import Glibc
import Imaging

/// Frames from a YUV4MPEG2 stream, each and in order: the plain video that `ffmpeg … -f yuv4mpegpipe -` writes.
///
/// Time is the stream's own: frame n is taken n frame periods after the start. However slowly the stream comes, a wake-up
/// ends the wait, and what has come of a frame is kept for the next call.
public struct Y4MStream: ~Copyable, FrameSource {
  private let path: String
  private let startNs: UInt64
  private let descriptor: Descriptor
  private var buffer = StreamBuffer(capacity: lineLimit)
  private var header: Y4MHeader?
  /// Bytes at the buffer's front that were lent and are no longer wanted.
  private var used = 0
  private var frame: UInt64 = 0
  private var atEnd = false

  /// Longest line that is taken for a header, newline included, in bytes.
  package static let lineLimit = 1024
  private static let frameMark = Array("FRAME".utf8)

  /// Opens a stream. It does not wait: the header of a pipe is read by `next`.
  ///
  /// - Parameters:
  ///   - path: of a file or named pipe; "-" is standard input.
  ///   - startNs: when the first frame counts as taken, in ns of CLOCK_MONOTONIC.
  /// - Throws: `Y4MError` if it cannot be opened, or if the header is there and wrong.
  public init(path: String, startNs: UInt64) throws {
    // Without O_NONBLOCK, a named pipe would be opened only once someone writes to it.
    let number = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard number >= 0 else { throw Y4MError(path: path, problem: .cannotOpen(errno: errno)) }
    try self.init(descriptor: number, closes: path != "-", path: path, startNs: startNs)
  }

  /// Reads from a descriptor that is already open.
  ///
  /// - Parameters:
  ///   - closes: whether it is the stream's to close.
  ///   - path: named in errors.
  package init(descriptor: Int32, closes: Bool, path: String, startNs: UInt64) throws {
    self.path = path
    self.startNs = startNs
    self.descriptor = Descriptor(descriptor, closes: closes)
    var status = stat()
    if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
      throw Y4MError(path: path, problem: .isDirectory)
    }
    do { _ = try readHeader(wake: -1, untilNs: 0) } catch { throw Y4MError(path: path, problem: error) }
  }

  /// Width, height and rate are 0 until the header has come.
  public var description: SourceDescription {
    SourceDescription(
      path: path, name: "YUV4MPEG2 stream", width: header?.width ?? 0, height: header?.height ?? 0,
      fps: header.map { Double($0.rate.frames) / Double($0.rate.seconds) } ?? 0, format: header?.format.rawValue ?? "")
  }

  /// No frame is ever skipped.
  public var skipped: UInt64 { 0 }

  /// Waits for a whole frame and lends it.
  ///
  /// - Throws: `Y4MError`, once; after it the stream has ended. Whole frames before the fault have been lent by then.
  public mutating func next(wake: Int32, _ body: (borrowing Frame) throws -> Void) throws -> FrameStep {
    let step: Step
    do {
      step = try readFrame(wake: wake)
    } catch {
      atEnd = true
      buffer.drop(buffer.count)
      used = 0
      throw Y4MError(path: path, problem: error)
    }
    switch step {
    case .woken: return .woken
    case .end: return .ended
    case .here(let header, let line):
      used = line + header.frameBytes
      let number = frame
      frame += 1
      try body(
        Frame(
          width: header.width, height: header.height, format: header.format, range: header.range,
          planes: header.planes(at: buffer.bytes.baseAddress! + line), sequence: number,
          capturedNs: startNs &+ header.timeNs(of: number), dequeuedNs: monotonicNs()))
      return .frame
    }
  }

  private enum Step {
    case here(Y4MHeader, line: Int)
    case woken, end
  }

  /// Brings a whole frame to the buffer's front.
  private mutating func readFrame(wake: Int32) throws(Y4MProblem) -> Step {
    buffer.drop(used)
    used = 0
    // Also when every byte is here already: a stop must not have to wait for the end of a fast stream.
    if wait(for: -1, wake: wake, untilNs: 0) == .woken { return .woken }
    guard let header = try readHeader(wake: wake, untilNs: nil) else { return atEnd ? .end : .woken }
    while true {
      let line = try frameLine()
      if let line, buffer.count >= line + header.frameBytes { return .here(header, line: line) }
      switch try read(wake: wake, untilNs: nil) {
      case .ready: continue
      case .woken, .timedOut: return .woken
      case nil where buffer.count == 0: return .end
      case nil: throw .cutShort(frame: frame, got: line.map { buffer.count - $0 } ?? 0, wanted: header.frameBytes)
      }
    }
  }

  /// Length of the frame's own header at the buffer's front, newline included; nil if more must be read to know it.
  private func frameLine() throws(Y4MProblem) -> Int? {
    let mark = Y4MStream.frameMark
    let bytes = buffer.bytes
    guard zip(bytes, mark).allSatisfy({ $0 == $1 }) else { throw .notAFrame(frame: frame) }
    guard bytes.count > mark.count else { return nil }
    // Parameters may follow; none of them changes the pixels' layout.
    let after = bytes[mark.count]
    guard after == UInt8(ascii: " ") || after == UInt8(ascii: "\n") else { throw .notAFrame(frame: frame) }
    if let length = buffer.lineLength(limit: Y4MStream.lineLimit) { return length + 1 }
    guard bytes.count < Y4MStream.lineLimit else { throw .lineTooLong(limit: Y4MStream.lineLimit) }
    return nil
  }

  /// The header, read from the stream if it has not been yet; nil if the wait was ended before it was whole, or the stream has ended.
  private mutating func readHeader(wake: Int32, untilNs: UInt64?) throws(Y4MProblem) -> Y4MHeader? {
    guard header == nil, !atEnd else { return header }
    while true {
      if !zip(buffer.bytes, Y4MHeader.magic.utf8).allSatisfy({ $0 == $1 }) { throw .notY4M }
      if let length = buffer.lineLength(limit: Y4MStream.lineLimit) {
        let parsed = try Y4MHeader(parsing: buffer.bytes.prefix(length))
        buffer.drop(length + 1)
        buffer.grow(to: Y4MStream.lineLimit + parsed.frameBytes)
        header = parsed
        return parsed
      }
      if buffer.count == Y4MStream.lineLimit { throw .lineTooLong(limit: Y4MStream.lineLimit) }
      switch try read(wake: wake, untilNs: untilNs) {
      case .ready: continue
      case .woken, .timedOut: return nil
      case nil: throw buffer.count == 0 ? .empty : .headerCutShort
      }
    }
  }

  /// Waits and reads once; nil at the stream's end.
  private mutating func read(wake: Int32, untilNs: UInt64?) throws(Y4MProblem) -> Readiness? {
    while true {
      if atEnd { return nil }
      let readiness = wait(for: descriptor.number, wake: wake, untilNs: untilNs)
      guard readiness == .ready else { return readiness }
      let got = buffer.fill(from: descriptor)
      if got > 0 { return .ready }
      if got == 0 { atEnd = true }
      // Someone else may have read from the same pipe first.
      if got < 0, errno != EINTR, errno != EAGAIN { throw .cannotRead(errno: errno) }
    }
  }
}
