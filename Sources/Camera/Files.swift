import Glibc

/// The little of the file system that finding cameras, and what stands in their way, needs.
package enum Files {
  /// Names in a folder, in order and without hidden ones; none when it cannot be read.
  package static func entries(of folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }

  /// The path without symbolic links; the path itself if it cannot be resolved.
  package static func resolve(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// What a symbolic link says; nil when it is none, or may not be read.
  package static func target(of link: String) -> String? {
    let target = withUnsafeTemporaryAllocation(byteCount: Int(PATH_MAX), alignment: 1) { bytes -> String? in
      let count = readlink(link, bytes.bindMemory(to: CChar.self).baseAddress!, bytes.count)
      return count < 0 ? nil : String(decoding: bytes.prefix(count), as: UTF8.self)
    }
    return target
  }

  /// The first line of a short file; nil when it cannot be read or is empty.
  package static func line(of path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    return withUnsafeTemporaryAllocation(byteCount: 256, alignment: 1) { bytes -> String? in
      let count = read(descriptor, bytes.baseAddress!, bytes.count)
      let line = bytes.prefix(max(count, 0)).prefix { $0 != UInt8(ascii: "\n") }
      return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
    }
  }
}
