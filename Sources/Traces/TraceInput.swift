import EventProtocol
import Platform
import SystemPackage
import UserErrors

/// The bytes of a trace, from a file, a named pipe or standard input.
struct TraceInput: ~Copyable {
  /// The name of the input in errors.
  let name: String
  private let descriptor: OwnedDescriptor
  private static let pieceSize = 64 * 1024

  /// - Parameter path: `-` is standard input.
  /// - Throws: ``UserError`` if it cannot be opened.
  static func open(path: String) throws(UserError) -> TraceInput {
    let name = path == "-" ? "standard input" : path
    do throws(Errno) {
      let descriptor = try OwnedDescriptor(input: path)
      if path != "-", (try? descriptor.status)?.type == .directory { throw .isDirectory }
      return TraceInput(reading: descriptor, name: name)
    } catch {
      throw .cannotOpen(name, errno: error.rawValue)
    }
  }

  /// Reads from a descriptor that is already open.
  init(reading descriptor: consuming OwnedDescriptor, name: String) {
    self.descriptor = descriptor
    self.name = name
  }

  /// Waits for bytes and reads them.
  ///
  /// - Parameters:
  ///   - wake: a descriptor that ends the wait by becoming readable; negative for none.
  ///   - untilNs: when to stop waiting, in ns of CLOCK_MONOTONIC; nil waits without a limit.
  /// - Returns: none at the end; nil if `wake` became readable first, or the time is over.
  mutating func read(wake: Int32, untilNs: UInt64?) throws(Errno) -> [UInt8]? {
    while true {
      guard wait(for: descriptor.number, wake: wake, untilNs: untilNs) == .ready else { return nil }
      do throws(Errno) { return try readOnce() } catch {
        // Another program may have read from the same pipe first.
        if error != .resourceTemporarilyUnavailable { throw error }
      }
    }
  }

  private func readOnce() throws(Errno) -> [UInt8] {
    var result: Result<Int, Errno> = .success(0)
    let bytes = [UInt8](unsafeUninitializedCapacity: Self.pieceSize) { buffer, count in
      result = Result { () throws(Errno) in try descriptor.read(into: UnsafeMutableRawBufferPointer(buffer)) }
      count = (try? result.get()) ?? 0
    }
    _ = try result.get()
    return bytes
  }
}

/// The lines of a trace, compressed or not.
struct TraceLines: ~Copyable {
  enum Step {
    /// Without its newline.
    case line([UInt8])
    /// `wake` became readable, or the time was over, before a complete line came.
    case woken
    case end
  }

  /// The number of the line that was read last.
  private(set) var line = 0
  /// Whether the input has ended; the line that was read last then has no newline.
  private(set) var isOver = false
  private var input: TraceInput
  private var decoder = GzipDecoder()
  private var splitter = LineSplitter()

  init(_ input: consuming TraceInput) { self.input = input }

  /// The name of the trace in errors.
  var name: String { input.name }

  /// Whether the input ended in the middle of compressed data.
  var breaksOff: Bool { decoder.breaksOff }

  /// Returns the next line, and waits if it has not come yet.
  ///
  /// - Parameters:
  ///   - wake: a descriptor that ends the wait by becoming readable; negative for none.
  ///   - untilNs: when to stop waiting, in ns of CLOCK_MONOTONIC; nil waits without a limit.
  /// - Throws: ``UserError``.
  mutating func next(wake: Int32, untilNs: UInt64? = nil) throws(UserError) -> Step {
    while true {
      if let text = try splitLine() { return .line(text) }
      guard !isOver else { return .end }
      if let piece = try decompress() {
        splitter.append(piece)
        continue
      }
      guard let bytes = try read(wake: wake, untilNs: untilNs) else { return .woken }
      decoder.append(bytes)
      guard bytes.isEmpty else { continue }
      // Bytes that were held back until it was known whether they are compressed.
      if let last = try decompress() { splitter.append(last) }
      if let text = try splitLine() { return .line(text) }
      isOver = true
      let rest = splitter.rest()
      guard !rest.isEmpty else { return .end }
      line += 1
      return .line(rest)
    }
  }

  private mutating func splitLine() throws(UserError) -> [UInt8]? {
    do throws(RPCError) {
      guard let text = try splitter.next() else { return nil }
      line += 1
      return text
    } catch {
      throw damaged("the line is longer than \(lineLimit) bytes")
    }
  }

  private mutating func decompress() throws(UserError) -> [UInt8]? {
    do throws(TraceProblem) { return try decoder.next() } catch { throw damaged("the file is damaged (\(error.cause))") }
  }

  private mutating func read(wake: Int32, untilNs: UInt64?) throws(UserError) -> [UInt8]? {
    do throws(Errno) { return try input.read(wake: wake, untilNs: untilNs) } catch {
      throw .cannotRead(name, TraceProblem(errno: error.rawValue))
    }
  }

  /// The error of the line that is being read.
  private func damaged(_ cause: String) -> UserError { .damaged(name, line: line + 1, TraceProblem(cause)) }
}
