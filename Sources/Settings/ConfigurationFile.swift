import Glibc

/// More than any configuration needs; a guard against files that are something else.
private let largestFile = 1 << 16

/// The bytes of a regular file.
func readConfigurationFile(_ path: String) throws(ConfigurationError) -> [UInt8] {
  // Without O_NONBLOCK, opening a named pipe would wait for its writer.
  let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
  guard descriptor >= 0 else { throw ConfigurationError(file: path, errno: errno) }
  return try OpenFile(descriptor: descriptor).readAll(path)
}

private struct OpenFile: ~Copyable {
  let descriptor: Int32

  deinit { close(descriptor) }

  func readAll(_ path: String) throws(ConfigurationError) -> [UInt8] {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw ConfigurationError(file: path, errno: errno) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw ConfigurationError(file: path, "a directory; name the file in it")
    default: throw ConfigurationError(file: path, "not a regular file, so it cannot be read again on reload; copy it to one")
    }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 14)
    while true {
      let count = read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw ConfigurationError(file: path, errno: errno) }
      guard count > 0 else { return bytes }
      bytes += chunk[..<count]
      guard bytes.count <= largestFile else {
        throw ConfigurationError(file: path, "over 64 KiB, so hardly a configuration; name another file")
      }
    }
  }
}

extension ConfigurationError {
  /// A file that cannot be opened or read.
  package init(file: String, errno code: Int32) {
    let cause = String(cString: strerror(code))
    switch code {
    case ENOENT, ENOTDIR:
      self.init(file: file, "\(cause); name one that exists, or leave --config out")
      isMissingFile = true
    case EACCES:
      self.init(file: file, "\(cause); make it readable: chmod u+r '\(file)'")
      isDenied = true
    default: self.init(file: file, "cannot be read: \(cause)")
    }
  }
}
