import EventProtocol
import Glibc

/// Writes the lines of a trace to a file; compressed, if its name ends in `.gz`.
package struct TraceWriter: ~Copyable {
  private let path: String
  private var file: GzipFile

  /// - Parameters:
  ///   - path: of a new file, which only its owner can read; `-` is standard output.
  ///   - overwriting: whether a file may be there already, and is lost.
  /// - Throws: ``TraceError``.
  package init(path: String, overwriting: Bool) throws(TraceError) {
    let isOutput = path == "-"
    self.path = isOutput ? "standard output" : path
    let flags = O_WRONLY | O_CREAT | O_CLOEXEC | (overwriting ? O_TRUNC : O_EXCL)
    let descriptor = isOutput ? fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0) : open(path, flags, 0o600)
    guard descriptor >= 0 else { throw .cannotCreate(self.path, errno: errno) }
    var status = stat()
    // One that was there before may be open to others.
    if !isOutput, fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG { fchmod(descriptor, 0o600) }
    guard let file = GzipFile(descriptor, mode: path.hasSuffix(".gz") ? "w6" : "wT") else { throw .cannotCreate(self.path, errno: ENOMEM) }
    self.file = file
  }

  /// - Returns: false when nobody reads it any more.
  package mutating func write(_ lines: [[UInt8]], flushing: Bool) throws(TraceError) -> Bool {
    do throws(GzipFile.Fault) {
      for line in lines { try file.write(line + [UInt8(ascii: "\n")]) }
      if flushing { try file.flush() }
      return true
    } catch {
      guard error.errno == EPIPE else { throw .cannotWrite(path, error.cause) }
      return false
    }
  }

  /// Writes what is left, and closes. That nobody reads it any more is no error.
  package consuming func finish() throws(TraceError) {
    let path = path
    do throws(GzipFile.Fault) { try file.finish() } catch {
      if error.errno != EPIPE { throw .cannotWrite(path, error.cause) }
    }
  }
}
