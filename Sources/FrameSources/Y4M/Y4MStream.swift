import Glibc
import Imaging
import Platform
import SystemPackage
import UserErrors

/// The frames of a YUV4MPEG2 stream, all of them and in order: the uncompressed video that `ffmpeg … -f yuv4mpegpipe -` writes.
///
/// The capture time of frame n is n frame periods after the start. A wakeup ends the wait for a slow stream; the bytes of an incomplete
/// frame are kept for the next call.
package struct Y4MStream: ~Copyable {
  private let path: String
  private let startNs: UInt64
  private let descriptor: OwnedDescriptor
  private var buffer = StreamBuffer(capacity: lineLimit)
  private var header: Y4MHeader?
  private var layout: BufferLayout?
  /// Bytes at the buffer's start of the frame that was passed last.
  private var used = 0
  private var frame: UInt64 = 0
  private var atEnd = false

  /// Longest header line, including its newline, in bytes.
  package static let lineLimit = 1024
  private static let frameMark = Array("FRAME".utf8)

  /// Opens a stream without waiting: the header of a pipe is read by `next`.
  ///
  /// - Parameters:
  ///   - path: path of a file or named pipe, as given on the command line; "-" for standard input.
  ///   - file: that path with its bytes, where it is known.
  ///   - startNs: capture time of the first frame, in ns of CLOCK_MONOTONIC.
  /// - Throws: ``UserError`` if it cannot be opened, or if the header is available and wrong.
  package init(path: String, file: FilePath? = nil, startNs: UInt64) throws {
    let descriptor: OwnedDescriptor
    do throws(Errno) { descriptor = if let file { try OwnedDescriptor(input: file) } else { try OwnedDescriptor(input: path) } } catch {
      throw Y4MProblem.cannotOpen(errno: error.rawValue).error(of: path)
    }
    try self.init(reading: descriptor, path: path, startNs: startNs)
  }

  /// Reads from a descriptor that is already open.
  ///
  /// - Parameters:
  ///   - descriptor: the open stream.
  ///   - path: name for errors.
  ///   - startNs: capture time of the first frame, in ns of CLOCK_MONOTONIC.
  package init(reading descriptor: consuming OwnedDescriptor, path: String, startNs: UInt64) throws {
    (self.path, self.startNs) = (path, startNs)
    self.descriptor = descriptor
    if (try? self.descriptor.status)?.type == .directory { throw Y4MProblem.isDirectory.error(of: path) }
    do { _ = try readHeader(wake: -1, untilNs: 0) } catch { throw error.error(of: path) }
  }

  /// Width, height and rate are 0 until the header has been read.
  package var description: SourceDescription {
    SourceDescription(
      path: path, name: "YUV4MPEG2 stream", width: header?.width ?? 0, height: header?.height ?? 0,
      fps: header.map { Double($0.rate.frames) / Double($0.rate.seconds) } ?? 0, format: header?.format.rawValue ?? "")
  }

  /// Waits for a whole frame and passes it to `body`.
  ///
  /// - Parameter untilNs: when to stop waiting as if woken, in ns of CLOCK_MONOTONIC; nil waits without a limit.
  /// - Throws: ``UserError``, once; after it the stream has ended. All whole frames before the error have been passed.
  package mutating func next(wake: Int32, untilNs: UInt64? = nil, _ body: (borrowing Frame) throws -> Void) throws -> FrameStep {
    let step: Step
    do {
      step = try readFrame(wake: wake, untilNs: untilNs)
    } catch {
      atEnd = true
      buffer.drop(buffer.count)
      used = 0
      throw error.error(of: path)
    }
    switch step {
    case .woken: return .woken
    case .end: return .ended
    case .here(let header, let layout, let line):
      used = line + layout.byteCount
      let number = frame
      frame += 1
      try body(
        layout.frame(
          in: buffer.bytes.baseAddress! + line, sequence: number, capturedNs: startNs &+ header.timeNs(of: number),
          dequeuedNs: monotonicNs()))
      return .frame
    }
  }

  private enum Step {
    case here(Y4MHeader, BufferLayout, line: Int)
    case woken, end
  }

  /// Reads a whole frame to the buffer's start.
  private mutating func readFrame(wake: Int32, untilNs: UInt64?) throws(Y4MProblem) -> Step {
    buffer.drop(used)
    used = 0
    // Checked even if the whole frame has been read: a stop must not wait for the end of a fast stream.
    if wait(for: -1, wake: wake, untilNs: 0) == .woken { return .woken }
    guard let header = try readHeader(wake: wake, untilNs: untilNs), let layout else { return atEnd ? .end : .woken }
    while true {
      let line = try frameLine()
      if let line, buffer.count >= line + layout.byteCount { return .here(header, layout, line: line) }
      switch try read(wake: wake, untilNs: untilNs) {
      case .ready: continue
      case .woken, .timedOut: return .woken
      case nil where buffer.count == 0: return .end
      case nil: throw .cutShort(frame: frame, got: line.map { buffer.count - $0 } ?? 0, wanted: layout.byteCount)
      }
    }
  }

  /// Length of the frame header at the buffer's start, including its newline; nil if more bytes are needed.
  private func frameLine() throws(Y4MProblem) -> Int? {
    let mark = Y4MStream.frameMark
    let bytes = buffer.bytes
    guard zip(bytes, mark).allSatisfy({ $0 == $1 }) else { throw .notAFrame(frame: frame) }
    guard bytes.count > mark.count else { return nil }
    // Parameters may follow; none of them changes the layout of pixels.
    let after = bytes[mark.count]
    guard after == UInt8(ascii: " ") || after == UInt8(ascii: "\n") else { throw .notAFrame(frame: frame) }
    if let length = buffer.lineLength(limit: Y4MStream.lineLimit) { return length + 1 }
    guard bytes.count < Y4MStream.lineLimit else { throw .lineTooLong(limit: Y4MStream.lineLimit) }
    return nil
  }

  /// The header, read from the stream on the first call; nil if the wait ended before it was complete, or the stream has ended.
  private mutating func readHeader(wake: Int32, untilNs: UInt64?) throws(Y4MProblem) -> Y4MHeader? {
    guard header == nil, !atEnd else { return header }
    while true {
      if !zip(buffer.bytes, Y4MHeader.magic.utf8).allSatisfy({ $0 == $1 }) { throw .notY4M }
      if let length = buffer.lineLength(limit: Y4MStream.lineLimit) {
        let parsed = try Y4MHeader(parsing: buffer.bytes.prefix(length))
        buffer.drop(length + 1)
        guard buffer.grow(to: Y4MStream.lineLimit + parsed.frameBytes) else { throw .cannotRead(errno: ENOMEM) }
        (header, layout) = (parsed, parsed.layout)
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
      do throws(Errno) {
        if try buffer.fill(from: descriptor) > 0 { return .ready }
        atEnd = true
      } catch {
        // Another program may have read from the same pipe first.
        if error != .resourceTemporarilyUnavailable { throw .cannotRead(errno: error.rawValue) }
      }
    }
  }
}

/// The bytes of a stream that have been read but not yet consumed, in contiguous memory.
struct StreamBuffer: ~Copyable {
  private var memory: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  /// Number of bytes that have been read but not consumed.
  private(set) var count = 0

  init(capacity: Int) {
    self.capacity = capacity
    // From malloc, so that realloc can enlarge it.
    guard let memory = malloc(capacity) else { fatalError("no memory for \(capacity) bytes") }
    self.memory = memory.assumingMemoryBound(to: UInt8.self)
  }

  deinit { free(memory) }

  var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: memory, count: count) }

  /// Makes room for at least `capacity` bytes, and keeps the content.
  ///
  /// - Returns: false if there is not enough memory. `allocate` would trap, and a stream's header can demand any size.
  mutating func grow(to capacity: Int) -> Bool {
    guard capacity > self.capacity else { return true }
    guard let larger = realloc(memory, capacity) else { return false }
    memory = larger.assumingMemoryBound(to: UInt8.self)
    self.capacity = capacity
    return true
  }

  /// Reads once, as much as there is room for.
  ///
  /// - Returns: the number of bytes; 0 at the end of the file.
  mutating func fill(from descriptor: borrowing OwnedDescriptor) throws(Errno) -> Int {
    let got = try descriptor.read(into: UnsafeMutableRawBufferPointer(start: memory + count, count: capacity - count))
    count += got
    return got
  }

  /// Removes the first bytes and moves the others to the start.
  mutating func drop(_ used: Int) {
    count -= used
    memmove(memory, memory + used, count)
  }

  /// Number of bytes before the first newline; nil without one in the first `limit` bytes.
  func lineLength(limit: Int) -> Int? {
    bytes.prefix(limit).firstIndex(of: UInt8(ascii: "\n"))
  }
}
