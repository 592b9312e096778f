import People
import UserErrors

/// Checks that a list, records and an earlier output are read alike, however the stream is cut, to pictures or an error of one line.
///
/// The first byte has the kind of the stream in its lower two bits, and the size of the pieces.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  guard count > 0 else { return 0 }
  let kind = bytes[0] & 3
  let pieceSize = Int(bytes[0] >> 2) + 1
  let stream = Array(UnsafeBufferPointer(start: bytes + 1, count: count - 1))
  switch kind {
  case 0: check(PictureSplitter(hasNulls: false), stream, pieceSize)
  case 1: check(PictureSplitter(hasNulls: true), stream, pieceSize)
  case 2: check(PictureSplitter(), stream, pieceSize)
  default: checkEarlier(stream, pieceSize)
  }
  return 0
}

private func check(_ splitter: PictureSplitter, _ stream: [UInt8], _ pieceSize: Int) {
  let (whole, cut) = (read(splitter, stream, max(1, stream.count)), read(splitter, stream, pieceSize))
  promise(whole.pictures == cut.pictures && whole.error == cut.error, "the pictures depend on the pieces")
  if let error = whole.error { promise(!"\(error)".contains(where: \.isNewline), "not one line: \(error)") }
  let size = whole.pictures.reduce(0) { $0 + ($1.name?.bytes.count ?? 0) }
  promise(size <= stream.count, "names that were not in the list")
}

private func read(_ start: PictureSplitter, _ stream: [UInt8], _ pieceSize: Int) -> (pictures: [Picture], error: UserError?) {
  var (splitter, rest, pictures) = (start, stream[...], [Picture]())
  do {
    while !rest.isEmpty {
      splitter.append(rest.prefix(pieceSize))
      rest = rest.dropFirst(pieceSize)
      while let picture = try splitter.next(isAtEnd: false) { pictures.append(picture) }
    }
    while let picture = try splitter.next(isAtEnd: true) { pictures.append(picture) }
    return (pictures, nil)
  } catch {
    return (pictures, error)
  }
}

private func checkEarlier(_ stream: [UInt8], _ pieceSize: Int) {
  var (finished, rest) = (FinishedPictures(), stream[...])
  do {
    while !rest.isEmpty {
      try finished.read(rest.prefix(pieceSize))
      rest = rest.dropFirst(pieceSize)
    }
    try finished.end()
    let size = stream.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    promise(finished.wholeSize == size, "whole lines of \(finished.wholeSize) bytes, and not of \(size)")
  } catch {
    promise(!"\(error)".contains(where: \.isNewline), "not one line: \(error)")
  }
}

/// Checks a condition, and prints the message in release builds too, unlike `precondition`.
private func promise(_ isKept: Bool, _ message: @autoclosure () -> String) {
  if !isKept { fatalError(message()) }
}
