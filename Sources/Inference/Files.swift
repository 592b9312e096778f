import Glibc

/// The names in a folder; none where it cannot be read.
func namesOfFiles(in folder: String) -> [String] {
  guard let directory = opendir(folder) else { return [] }
  defer { closedir(directory) }
  var names: [String] = []
  while let entry = readdir(directory) {
    names.append(withUnsafeBytes(of: &entry.pointee.d_name) { String(cString: $0.bindMemory(to: CChar.self).baseAddress!) })
  }
  return names
}

/// A short text file, as those of /proc; empty where it cannot be read.
func textOfFile(_ path: String) -> String {
  guard let file = fopen(path, "re") else { return "" }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { part in
    while case let count = fread(part.baseAddress, 1, part.count, file), count > 0 { bytes.append(contentsOf: part[..<count]) }
  }
  return String(decoding: bytes, as: UTF8.self)
}

extension SHA256 {
  /// - Returns: the digest of a file's bytes; nil, with `errno`, where it cannot be read.
  static func hexDigest(ofFile path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    let size = Int(lseek(descriptor, 0, SEEK_END))
    guard size > 0 else { return hexDigest(of: UnsafeRawBufferPointer(start: nil, count: 0)) }
    guard let mapping = mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0), mapping != MAP_FAILED else { return nil }
    defer { munmap(mapping, size) }
    return hexDigest(of: UnsafeRawBufferPointer(start: mapping, count: size))
  }
}
