import Camera
import Foundation
import Glibc
import Platform
import Testing

/// A socket in PipeWire's place.
private final class FakePipeWireSocket {
  let path = FileManager.default.temporaryDirectory.appendingPathComponent("pw-\(getpid())-\(UInt32.random(in: 0 ... .max))").path
  private let listener: Int32

  /// - Parameter answer: what each connection gets, and then nothing more.
  init(answer: [UInt8] = []) throws {
    listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let isBound = withUnsafeBytes(of: &address) {
      bind(listener, $0.assumingMemoryBound(to: sockaddr.self).baseAddress, socklen_t($0.count)) == 0
    }
    try #require(isBound && listen(listener, 8) == 0)
    try OwnedThread(name: "fake pipewire") { [listener] in
      while case let connection = accept(listener, nil, nil), connection >= 0 {
        _ = send(connection, answer, answer.count, Int32(MSG_NOSIGNAL))
      }
    }.detach()
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    unlink(path)
  }
}

@Suite("A PipeWire that cannot be used")
struct PipeWireSilenceTests {
  private func failure(_ path: String, patienceNs: UInt64) -> CameraError? {
    #expect(throws: CameraError.self) { _ = try PipeWireConnection(socket: path, untilNs: monotonicNs() + patienceNs) }
  }

  @Test("One that takes connections and is silent does not answer")
  func silent() throws {
    let socket = try FakePipeWireSocket()
    #expect(failure(socket.path, patienceNs: 100_000_000)?.code == .noAnswer)
  }

  @Test("One that answers what is no answer is one that does not answer")
  func garbage() throws {
    let socket = try FakePipeWireSocket(answer: [UInt8](repeating: 0x5a, count: 4096))
    #expect(failure(socket.path, patienceNs: 1_000_000_000)?.code == .noAnswer)
  }

  @Test("One that does not run is not there")
  func missing() {
    #expect(failure("/nonexistent/pipewire-0", patienceNs: 1_000_000_000)?.code == .noCamera)
  }
}
