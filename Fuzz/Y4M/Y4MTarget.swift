import FrameSources
import Glibc
import Imaging
import Platform
import UserErrors

/// An unnamed file in memory.
private let memory: Int32 = {
  let name = "/swiped-fuzz-y4m-\(getpid())"
  defer { shm_unlink(name) }
  return shm_open(name, O_RDWR | O_CREAT | O_EXCL, 0o600)
}()
/// Pixels of the largest frame that is tried, so that every input is fast.
private let mostPixels = 1 << 20

/// Checks that a stream becomes frames, all of whose pixels can be read, or an error of one line.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  guard ftruncate(memory, 0) == 0, pwrite(memory, bytes, count, 0) == count, lseek(memory, 0, SEEK_SET) == 0 else {
    fatalError("no memory for the input")
  }
  do {
    var stream = try Y4MStream(reading: OwnedDescriptor(duplicating: memory), path: "fuzz.y4m", startNs: 0)
    guard stream.description.width * stream.description.height <= mostPixels else { return 0 }
    while try stream.next(wake: -1, { frame in read(frame) }) == .frame {}
    promise(try stream.next(wake: -1) { _ in } == .ended, "a frame after the end")
  } catch {
    promise(error is UserError, "\(error)")
    promise(!"\(error)".contains(where: \.isNewline), "not one line: \(error)")
  }
  return 0
}

/// Reads the last pixel of each row of each plane.
private func read(_ frame: borrowing Frame) {
  var sum = 0
  let planes = frame.planes
  for row in 0..<frame.height {
    sum += Int(planes.0.base.load(fromByteOffset: row * planes.0.bytesPerRow + frame.width - 1, as: UInt8.self))
  }
  let chromaRows = frame.format == .yuv420 ? (frame.height + 1) / 2 : frame.height
  for plane in [planes.1, planes.2] where frame.format != .grey {
    for row in 0..<chromaRows { sum += Int(plane.base.load(fromByteOffset: (row + 1) * plane.bytesPerRow - 1, as: UInt8.self)) }
  }
  promise(sum >= 0, "a sum of bytes")
}

/// Checks a condition, and prints the message in release builds too, unlike `precondition`.
private func promise(_ isKept: Bool, _ message: @autoclosure () -> String) {
  if !isKept { fatalError(message()) }
}
