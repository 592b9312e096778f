import EventSocket
import Glibc
import Platform
import Testing
import UserErrors

@Suite("A socket that systemd passes", .timeLimit(.minutes(5)))
struct InheritedSocketTests {
  /// Listens and keeps the socket, as systemd does.
  private func listening(_ path: String) throws -> Int32 {
    let descriptor = try boundSocket(path)
    try #require(listen(descriptor, 16) == 0)
    return descriptor
  }

  private func copy(_ descriptor: Int32) -> Int32 { fcntl(descriptor, F_DUPFD_CLOEXEC, 0) }

  @Test("It is served at its own path and outlives the daemon, and a client that connects between two daemons is served")
  func lives() async throws {
    let scratch = Scratch()
    let path = scratch.file("swiped.sock")
    let systemd = try listening(path)
    defer { close(systemd) }
    let early = try PlainClient(path)
    let first = makeServer("/elsewhere/swiped.sock", inherited: copy(systemd))
    #expect(first.path == path)
    try await first.start()
    try await early.skipGreeting()
    #expect(mode(path + ".lock") == S_IFREG | 0o600)
    await first.stop()
    #expect(try await early.line() == nil)
    #expect(mode(path).map { $0 & S_IFMT } == S_IFSOCK && mode(path + ".lock") == nil)
    let between = try PlainClient(path)
    let second = makeServer(path, inherited: copy(systemd))
    try await second.start()
    try await between.skipGreeting()
    await second.stop()
    #expect(mode(path).map { $0 & S_IFMT } == S_IFSOCK)
  }

  @Test("One daemon at a time serves it")
  func lock() async throws {
    let scratch = Scratch()
    let systemd = try listening(scratch.file("swiped.sock"))
    defer { close(systemd) }
    let first = makeServer("", inherited: copy(systemd))
    try await first.start()
    let second = makeServer("", inherited: copy(systemd))
    let error = await #expect(throws: SocketError.self) { try await second.start() }
    #expect(error?.code == .alreadyRunning)
    try await PlainClient(first.path).skipGreeting()
    await first.stop()
  }

  @Test("No socket is not an error")
  func none() throws {
    #expect(try SystemdSocket.check(0) == nil)
  }

  @Test("A socket that the daemon cannot serve is refused with the fix", arguments: ["datagram", "mute", "file", "abstract"])
  func wrongKind(kind: String) throws {
    let scratch = Scratch()
    let path = scratch.file("a.sock")
    let descriptor =
      switch kind {
      case "datagram": try boundSocket(path, type: SOCK_DGRAM)
      case "mute": try boundSocket(path)
      case "file": open(path, O_CREAT | O_RDONLY | O_CLOEXEC, 0o600)
      // An address whose first byte is zero has no file.
      default: try boundSocket("")
      }
    defer { close(descriptor) }
    if kind == "abstract" { try #require(listen(descriptor, 1) == 0) }
    try refused { try SystemdSocket.check(1, first: descriptor) }
  }

  @Test("More than one socket is refused")
  func several() throws {
    try refused { try SystemdSocket.check(2) }
  }

  private func refused(_ body: () throws -> Int32?) throws {
    let error = try #require(#expect(throws: SocketError.self) { try body() })
    #expect(error.code == .badInheritance && error.exitStatus == .configuration)
    #expect(error.description.hasPrefix("systemd passes ") && error.description.contains("ListenStream=%t/swiped/swiped.sock"))
    #expect(!error.description.contains("\n"))
  }

  @Test("A stream socket that listens at a path is passed on as it is")
  func right() throws {
    let scratch = Scratch()
    let systemd = try listening(scratch.file("a.sock"))
    defer { close(systemd) }
    #expect(try SystemdSocket.check(1, first: systemd) == systemd)
  }

  @Test("It is taken by systemd's protocol: only by this process, and once")
  func protocolOfSystemd() async {
    await #expect(processExitsWith: .exitCode(42)) {
      setenv("LISTEN_FDS", "1", 1)
      setenv("LISTEN_PID", "1", 1)
      try #require(try SystemdSocket.take() == nil)
      // Whatever descriptor 3 is in this process, and other threads may open and close it meanwhile, it is no such socket: that it is
      // refused says that it was looked at.
      setenv("LISTEN_FDS", "1", 1)
      setenv("LISTEN_PID", "\(getpid())", 1)
      let error = #expect(throws: SocketError.self) { try SystemdSocket.take() }
      try #require(error?.code == .badInheritance)
      try #require(getenv("LISTEN_FDS") == nil && getenv("LISTEN_PID") == nil)
      try #require(try SystemdSocket.take() == nil)
      exit(42)
    }
  }
}
