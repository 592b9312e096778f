import CZlib
import PictureChecks

/// Checks that a PNG file becomes a picture or an error. It is decoded as it is, and with correct checksums, which few mutations preserve.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let file = Array(UnsafeBufferPointer(start: bytes, count: count))
  checkStill(file)
  let repaired = withRightChecksums(file)
  if repaired != file { checkStill(repaired) }
  return 0
}

/// The file with the correct checksum in every chunk. A chunk is its length, type, data and checksum.
private func withRightChecksums(_ file: [UInt8]) -> [UInt8] {
  var file = file
  func number(at place: Int) -> Int { file[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
  var place = 8
  while place + 12 <= file.count {
    let end = place + 8 + number(at: place)
    guard end + 4 <= file.count else { break }
    let checksum = file[(place + 4)..<end].withUnsafeBufferPointer { crc32(0, $0.baseAddress, UInt32($0.count)) }
    for i in 0..<4 { file[end + i] = UInt8(truncatingIfNeeded: checksum >> (8 * (3 - i))) }
    place = end + 4
  }
  return file
}
