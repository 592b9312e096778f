import EventProtocol
import Glibc

/// The lines of a file, be it compressed or not.
struct TraceLines: ~Copyable {
  let path: String
  /// Number of the line that was read last.
  private(set) var line = 0
  /// The line that was read last is the last one, and nothing ends it.
  private(set) var isOver = false
  /// What was compressed ends before its end.
  private(set) var breaksOff = false
  private var file: GzipFile
  private var splitter = LineSplitter()

  /// - Throws: ``TraceError`` if it cannot be opened.
  init(path: String) throws(TraceError) {
    file = try Self.open(path)
    self.path = path
  }

  private static func open(_ path: String) throws(TraceError) -> GzipFile {
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .cannotOpen(path, errno: errno) }
    var status = stat()
    if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
      close(descriptor)
      throw .cannotOpen(path, errno: EISDIR)
    }
    guard let file = GzipFile(descriptor, mode: "r") else { throw .cannotOpen(path, errno: ENOMEM) }
    return file
  }

  /// The next line without its newline; nil at the end.
  ///
  /// - Throws: ``TraceError``.
  mutating func next() throws(TraceError) -> [UInt8]? {
    while true {
      do throws(RPCError) {
        if let text = try splitter.next() {
          line += 1
          return text
        }
      } catch {
        throw .damaged(path, line: line + 1, "the line is longer than \(lineLimit) bytes")
      }
      guard !isOver else { return nil }
      let piece = try read()
      guard piece.isEmpty else {
        splitter.append(piece)
        continue
      }
      isOver = true
      breaksOff = file.breaksOff
      let rest = splitter.rest()
      guard !rest.isEmpty else { return nil }
      line += 1
      return rest
    }
  }

  private mutating func read() throws(TraceError) -> [UInt8] {
    do throws(GzipFile.Fault) { return try file.read() } catch {
      throw error.errno == 0 ? .damaged(path, line: line + 1, "the file is damaged (\(error.cause))") : .cannotRead(path, error.cause)
    }
  }
}
