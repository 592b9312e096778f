import Glibc
import Platform
import SystemPackage
import Testing

/// A folder that is removed after its test.
private final class Folder {
  let path: String

  init() {
    var template = Array("/tmp/swiped-platform-XXXXXX".utf8CString)
    path = String(cString: mkdtemp(&template))
  }

  /// A new file, whose name may be any bytes.
  func write(_ name: [UInt8], _ content: [UInt8]) -> FilePath {
    let file = FilePath(bytes: Array("\(path)/".utf8) + name)
    let descriptor = file.withCString { open($0, O_CREAT | O_WRONLY | O_CLOEXEC, 0o600) }
    precondition(descriptor >= 0 && Glibc.write(descriptor, content, content.count) == content.count)
    close(descriptor)
    return file
  }

  deinit {
    guard let names = opendir(path) else { return }
    while let entry = readdir(names) {
      withUnsafePointer(to: &entry.pointee.d_name) { name in
        _ = name.withMemoryRebound(to: CChar.self, capacity: 256) { unlinkat(dirfd(names), $0, 0) }
      }
    }
    closedir(names)
    rmdir(path)
  }
}

@Suite("A regular file")
struct RegularFileTests {
  private let folder = Folder()

  private func failure(_ path: FilePath, limit: Int = .max) -> RegularFileError? {
    do {
      _ = try RegularFile(opening: path, limit: limit)
      return nil
    } catch {
      return error
    }
  }

  @Test("is read whole, and its descriptor is not inherited")
  func whole() throws {
    let content = [UInt8]((0..<100_000).map { UInt8($0 % 251) })
    let file = try RegularFile(opening: folder.write(Array("a".utf8), content))
    #expect(file.size == content.count && fcntl(file.descriptor, F_GETFD) == FD_CLOEXEC)
    #expect(try file.readAll() == content)
  }

  @Test("that is empty has no bytes")
  func empty() throws {
    let bytes = try RegularFile(opening: folder.write(Array("a".utf8), [])).readAll()
    #expect(bytes == [])
  }

  @Test("that shrinks while it is read has the bytes that are left")
  func shrinks() throws {
    let path = folder.write(Array("a".utf8), [1, 2, 3, 4])
    let file = try RegularFile(opening: path)
    #expect(path.withCString { truncate($0, 2) } == 0)
    #expect(try file.readAll() == [1, 2])
  }

  @Test("may have a name that is not UTF-8")
  func rawName() throws {
    let path = folder.write([0x62, 0xe4], [7])
    #expect(path.string.hasSuffix("/b\u{FFFD}"))
    #expect(try RegularFile(opening: path).readAll() == [7])
  }

  @Test("with more bytes than the limit is refused unread")
  func tooLarge() {
    let path = folder.write(Array("a".utf8), [1, 2, 3])
    #expect(failure(path, limit: 2) == .tooLarge(size: 3, limit: 2) && failure(path, limit: 3) == nil)
  }

  @Test("is not a FIFO without a writer, a device without an end, a socket or a folder")
  func otherKinds() {
    let fifo = FilePath("\(folder.path)/fifo")
    #expect(fifo.withCString { mkfifo($0, 0o600) } == 0)
    #expect(failure(fifo) == .notRegular(.fifo))
    #expect(failure(FilePath("/dev/zero")) == .notRegular(.device))
    #expect(failure(FilePath(folder.path)) == .notRegular(.directory))
    let socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    defer { close(socket) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: "\(folder.path)/socket".utf8) }
    let status = withUnsafeBytes(of: &address) { bind(socket, $0.assumingMemoryBound(to: sockaddr.self).baseAddress, socklen_t($0.count)) }
    #expect(status == 0 && failure(FilePath("\(folder.path)/socket")) == .notRegular(.socket))
  }

  @Test("that is missing is refused with the system's error number")
  func missing() {
    #expect(
      failure(FilePath("\(folder.path)/none")) == .system(.noSuchFileOrDirectory)
        && failure(FilePath("")) == .system(.noSuchFileOrDirectory))
  }

  @Test("is refused with a cause that follows its name")
  func causes() {
    #expect("\(RegularFileError.system(.noSuchFileOrDirectory))" == "No such file or directory")
    #expect("\(RegularFileError.notRegular(.fifo))" == "is a FIFO, not a regular file")
    #expect("\(RegularFileError.tooLarge(size: 3, limit: 2))" == "has 3 bytes, over the limit of 2")
  }
}
