import FrameSources
import Glibc
import Imaging
import Platform
import UserErrors

/// A pipe whose ends are closed with it.
struct TestPipe: ~Copyable {
  let reading: Int32
  private(set) var writing: Int32

  init() {
    var ends: (Int32, Int32) = (-1, -1)
    let result = withUnsafeMutableBytes(of: &ends) { pipe($0.bindMemory(to: Int32.self).baseAddress!) }
    precondition(result == 0)
    (reading, writing) = ends
  }

  deinit {
    close(reading)
    if writing >= 0 { close(writing) }
  }

  /// At most 64 KiB, which a pipe holds unread.
  func send(_ bytes: [UInt8]) { precondition(write(writing, bytes, bytes.count) == bytes.count) }
  func send(_ text: String) { send(Array(text.utf8)) }

  mutating func finish() {
    close(writing)
    writing = -1
  }
}

/// A file in a temporary place, removed with its value.
struct TestFile: ~Copyable {
  let path: String

  init(_ bytes: [UInt8]) {
    var name = Array("/tmp/swiped-test-XXXXXX".utf8CString)
    let descriptor = mkstemp(&name)
    precondition(descriptor >= 0 && write(descriptor, bytes, bytes.count) == bytes.count)
    close(descriptor)
    path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { unlink(path) }
}

/// What a frame was, copied out of it.
struct SeenFrame: Equatable {
  var width = 0, height = 0
  var format = PixelFormat.grey
  var range = ColorRange.limited
  var sequence: UInt64 = 0
  var capturedNs: UInt64 = 0
  /// The first byte of each plane and how long its rows are.
  var firsts: [UInt8] = []
  var strides: [Int] = []
  /// The offsets of the planes from the first one.
  var offsets: [Int] = []

  init(_ frame: borrowing Frame) {
    (width, height, format, range) = (frame.width, frame.height, frame.format, frame.range)
    (sequence, capturedNs) = (frame.sequence, frame.capturedNs)
    let planes = [frame.planes.0, frame.planes.1, frame.planes.2]
    firsts = planes.map { $0.base.load(as: UInt8.self) }
    strides = planes.map(\.bytesPerRow)
    offsets = planes.map { $0.base - planes[0].base }
  }
}

/// All that a stream of these bytes gives, and the error that it ends with.
func frames(of bytes: [UInt8], startNs: UInt64 = 0) -> (frames: [SeenFrame], error: UserError?, path: String) {
  let file = TestFile(bytes)
  var seen: [SeenFrame] = []
  do {
    var stream = try Y4MStream(path: file.path, startNs: startNs)
    while try stream.next(wake: -1, { seen.append(SeenFrame($0)) }) == .frame {}
    return (seen, nil, file.path)
  } catch {
    return (seen, error as? UserError, file.path)
  }
}

/// A 4×2 grey frame, all of one value.
func greyFrame(_ value: UInt8, parameters: String = "") -> [UInt8] {
  Array("FRAME\(parameters)\n".utf8) + [UInt8](repeating: value, count: 8)
}

let greyHeader = Array("YUV4MPEG2 W4 H2 F25:1 Cmono\n".utf8)
