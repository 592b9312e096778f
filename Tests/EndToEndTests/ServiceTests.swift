import Foundation
import Glibc
import TestTime
import Testing

/// A service manager's socket, which gets what a service says about itself.
private struct NotifySocket: ~Copyable {
  private let descriptor: Int32

  init(_ path: String) throws {
    descriptor = try boundSocket(path, SOCK_DGRAM)
    var limit = timeval(tv_sec: Int(patience), tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { close(descriptor) }

  /// The next message; nil if none comes.
  func next() -> String? {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = recv(descriptor, &bytes, bytes.count, 0)
    return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
  }
}

extension EndToEnd {
  /// The daemon as a service manager sees it.
  struct Service {
    @Test("The watchdog is fed while a stream is silent", .long(seconds: 8), arguments: ["y4m:-", "trace:-"])
    func watchdog(stream: String) async throws {
      let home = Scratch()
      let manager = try NotifySocket(home.file("notify"))
      let silence = Pipe()
      let daemon = try Program(
        "swiped", source(stream, home), home: home,
        environment: ["NOTIFY_SOCKET": home.file("notify"), "WATCHDOG_USEC": "1000000"], input: silence)
      var (isReady, signs) = (false, 0)
      // More than before and after the first wait.
      while signs < 4, let message = manager.next() {
        isReady = isReady || message.contains("READY=1")
        if isReady, message.contains("WATCHDOG=1") { signs += 1 }
      }
      #expect(signs == 4)
      daemon.send(SIGTERM)
      #expect(try await daemon.finish().status == 0)
    }

    @Test("A daemon whose configuration is read again and again does not grow", .long(seconds: 15))
    func reloads() async throws {
      let home = Scratch()
      // Reading it without freeing it would take more than its size each time.
      let argument = String(repeating: "x", count: 20_000)
      let file = try home.write("swiped.toml", "[[on]]\nswipe = \"left\"\nrun = [\"true\", \"\(argument)\"]\n".utf8)
      let daemon = try Program("swiped", source("synthetic", home) + ["--config", file, "--events"], home: home)
      _ = try await daemon.output.nextStatus { $0.state == .running }
      let client = try Stranger(home)
      _ = try await client.result("pause")
      func reload(times: Int) async throws { for _ in 0..<times { _ = try await client.result("reload") } }
      // For what a process keeps after its first use.
      try await reload(times: 20)
      let before = try residentKiB(of: daemon.id)
      try await reload(times: 300)
      #expect(try residentKiB(of: daemon.id) - before < 3000)
      daemon.send(SIGTERM)
      #expect(try await daemon.finish().status == 0)
    }
  }
}
