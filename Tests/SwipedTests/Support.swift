import Foundation
import Glibc
import Synchronization

/// Lines that were logged.
final class Log: Sendable {
  private let stored = Mutex<[String]>([])
  var lines: [String] { stored.withLock { $0 } }
  func add(_ line: String) { stored.withLock { $0.append(line) } }
}

/// A folder with named pipes, on which test and commands wait for each other.
final class Scratch: Sendable {
  private let folder: String
  /// The path that a command writes to; ``read()`` returns what it writes.
  let output: String

  init() {
    var template = Array("/tmp/swiped-test-XXXXXX".utf8CString)
    folder = String(cString: mkdtemp(&template))
    output = "\(folder)/out"
    precondition(mkfifo(output, 0o600) == 0)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// Waits until a command has opened the output, written to it and closed it.
  func read() -> String {
    let descriptor = Glibc.open(output, O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while case let count = Glibc.read(descriptor, &buffer, buffer.count), count > 0 { bytes += buffer[..<count] }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A named pipe, at which its reader waits.
  func makeGate(_ name: String = "") -> String {
    let gate = "\(folder)/gate\(name)"
    precondition(mkfifo(gate, 0o600) == 0)
    return gate
  }

  func open(_ gate: String, saying line: String) {
    let descriptor = Glibc.open(gate, O_WRONLY | O_CLOEXEC)
    precondition(descriptor >= 0 && write(descriptor, "\(line)\n", line.utf8.count + 1) == line.utf8.count + 1)
    close(descriptor)
  }

  /// Creates or removes the file next to the output whose name ends in `.good`.
  func mark(_ isGood: Bool) {
    if isGood {
      close(Glibc.open("\(output).good", O_CREAT | O_WRONLY | O_CLOEXEC, 0o600))
    } else {
      unlink("\(output).good")
    }
  }
}
