import EventSocket
import Glibc
import Platform
import Testing
import UserErrors

@Suite("The socket in the file system", .timeLimit(.minutes(5)))
struct SocketFileTests {
  /// The error of a start that must fail; its message is one line.
  private func failure(at path: String) async throws -> SocketError {
    let server = makeServer(path)
    do {
      try await server.start()
    } catch {
      let directory = path[..<(path.lastIndex(of: "/") ?? path.endIndex)]
      #expect(!error.description.contains("\n") && error.description.contains(directory))
      return error
    }
    await server.stop()
    throw PlainClient.Failure(description: "the server started")
  }

  @Test("Socket and directory are for their owner alone, and the socket is gone after the end")
  func modes() async throws {
    let scratch = Scratch()
    let server = makeServer(scratch.file("swiped/swiped.sock"))
    try await server.start()
    #expect(mode(server.path) == S_IFSOCK | 0o600)
    #expect(mode(scratch.file("swiped")) == S_IFDIR | 0o700)
    #expect(mode(server.path + ".lock") == S_IFREG | 0o600)
    await server.stop()
    #expect(mode(server.path) == nil)
    #expect(mode(server.path + ".lock") == nil)
  }

  @Test("Events published before the stop still arrive")
  func flush() async throws {
    let scratch = Scratch()
    let server = makeServer(scratch.file("swiped.sock"))
    try await server.start()
    let client = try PlainClient(server.path)
    try await client.skipGreeting()
    for seq in 1...1000 { server.publish(.gesture(someSwipe(seq))) }
    async let stopped: Void = server.stop(flushing: .seconds(20))
    for seq in 1...1000 { #expect(try await client.nextLine().contains(#""seq":\#(seq)}"#)) }
    #expect(try await client.line() == nil)
    await stopped
  }

  @Test("A stop does not wait until a subscriber reads")
  func boundedEnd() async throws {
    let scratch = Scratch()
    let server = makeServer(scratch.file("swiped.sock"))
    try await server.start()
    let stalled = try PlainClient(server.path)
    try await stalled.skipGreeting()
    for seq in 1...3000 { server.publish(.gesture(someSwipe(seq))) }
    await server.stop(flushing: .milliseconds(50))
    try await stalled.waitForHangUp()
  }

  @Test("A stop before or during the start leaves no socket behind")
  func overtaken() async throws {
    let scratch = Scratch()
    let path = scratch.file("swiped.sock")
    let early = makeServer(path)
    await early.stop()
    try await early.start()
    #expect(mode(path) == nil)
    for _ in 0..<30 {
      let server = makeServer(path)
      async let started: Void = server.start()
      await server.stop()
      #expect(mode(path) == nil)
      try await started
      await server.stop()
      #expect(mode(path) == nil)
    }
  }

  @Test("Events before the start and after the stop are discarded")
  func outsideOfLife() async throws {
    let scratch = Scratch()
    let server = makeServer(scratch.file("swiped.sock"))
    server.publish(.gesture(someSwipe(1)))
    try await server.start()
    let client = try PlainClient(scratch.file("swiped.sock"))
    try await client.skipGreeting()
    server.publish(.gesture(someSwipe(2)))
    #expect(try await client.nextLine().contains(#""seq":2"#))
    await server.stop()
    server.publish(.gesture(someSwipe(3)))
    await server.stop()
  }

  @Test("A second instance reports the first, which continues")
  func secondInstance() async throws {
    try await withServer { server in
      let error = try await failure(at: server.path)
      #expect(error.code == .alreadyRunning && error.exitStatus == .unavailable)
      #expect(error.description.contains("process \(getpid()) "))
      let client = try PlainClient(server.path)
      try await client.skipGreeting()
    }
  }

  @Test(
    "The process that is named has the lock, whatever is written in its file", arguments: ["-1", "1", "0", "99999999", "$(reboot)", ""])
  func lockedByOther(text: String) async throws {
    let scratch = Scratch()
    let lock = scratch.file("swiped.sock.lock")
    let descriptor = open(lock, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
    defer { close(descriptor) }
    try #require(write(descriptor, text, text.utf8.count) == text.utf8.count && flock(descriptor, LOCK_EX | LOCK_NB) == 0)
    let error = try await failure(at: scratch.file("swiped.sock"))
    #expect(error.code == .alreadyRunning && error.description.contains("process \(getpid()) "))
    #expect(text.isEmpty || !error.description.contains("`kill \(text)`"))
  }

  @Test(
    "What is no file of its own stays in the place of the lock, and is named", arguments: ["FIFO", "directory", "socket", "symbolic link"])
  func inTheWayOfLock(kind: String) async throws {
    let scratch = Scratch()
    let path = scratch.file("swiped.sock")
    let lock = path + ".lock"
    switch kind {
    case "FIFO": mkfifo(lock, 0o600)
    case "directory": mkdir(lock, 0o700)
    case "socket": close(try boundSocket(lock))
    default: symlink("/dev/zero", lock)
    }
    let before = try #require(mode(lock))
    let error = try await failure(at: path)
    #expect(error.code == .inTheWay && error.exitStatus == .unavailable && error.description.contains(kind))
    #expect(mode(lock) == before && mode(path) == nil)
  }

  @Test(
    "A file that a person has written stays in the place of the lock, and is named",
    arguments: ["notes", "123456789012345678901234567890", "-1\n"])
  func notesInTheWay(text: String) async throws {
    let scratch = Scratch()
    let lock = scratch.file("swiped.sock.lock")
    let descriptor = open(lock, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
    try #require(write(descriptor, text, text.utf8.count) == text.utf8.count)
    close(descriptor)
    let error = try await failure(at: scratch.file("swiped.sock"))
    #expect(error.code == .inTheWay && error.exitStatus == .unavailable)
    #expect(Files.text(of: lock) == text)
  }

  @Test("A socket at which nothing listens is replaced")
  func staleSocket() async throws {
    let scratch = Scratch()
    let path = scratch.file("swiped.sock")
    close(try boundSocket(path))
    let stale = try #require(mode(path))
    #expect(stale & S_IFMT == S_IFSOCK)
    let server = makeServer(path)
    try await server.start()
    try await PlainClient(path).skipGreeting()
    await server.stop()
    #expect(mode(path) == nil)
  }

  @Test("A socket at which systemd or another program listens is left alone, without a connection to it")
  func foreignSocket() async throws {
    let scratch = Scratch()
    let path = scratch.file("other.sock")
    let descriptor = try boundSocket(path, flags: SOCK_NONBLOCK)
    defer { close(descriptor) }
    try #require(listen(descriptor, 1) == 0)
    let error = try await failure(at: path)
    #expect(error.code == .inUse && error.exitStatus == .unavailable)
    #expect(
      error.description.hasPrefix(
        "\(path): systemd or another program listens there; run `systemctl --user stop swiped.socket`, "))
    #expect(mode(path).map { $0 & S_IFMT } == S_IFSOCK)
    #expect(accept(descriptor, nil, nil) == -1 && errno == EAGAIN)
  }

  @Test("A listener at another name of the file is found too")
  func foreignSocketElsewhere() async throws {
    let scratch = Scratch()
    mkdir(scratch.file("a"), 0o700)
    symlink("a", scratch.file("b"))
    let descriptor = try boundSocket(scratch.file("a/other.sock"))
    defer { close(descriptor) }
    try #require(listen(descriptor, 1) == 0)
    #expect(try await failure(at: scratch.file("b/other.sock")).code == .inUse)
  }

  @Test(
    "Of the kernel's table, lines of listening sockets with a path count",
    arguments: [
      (
        "0000000000000000: 00000002 00000000 00010000 0001 01 24016 /run/user/1000/swiped/swiped.sock\n",
        "/run/user/1000/swiped/swiped.sock"
      ),
      ("ffff9c1f: 00000002 00000000 00010000 0001 01   416 /a b  c\n", "/a b  c"),
      ("0000000000000000: 00000003 00000000 00000000 0001 03 24016 /run/a.sock\n", nil),
      ("0000000000000000: 00000002 00000000 00010000 0001 01 24016\n", nil),
      ("Num       RefCount Protocol Flags    Type St Inode Path\n", nil), ("", nil),
    ])
  func table(line: String, path: String?) {
    #expect(ListeningSockets.Entry(line: line)?.path == path)
  }

  @Test("A file that is not a socket stays and is reported", arguments: ["directory", "file", "symbolic link"])
  func inTheWay(kind: String) async throws {
    let scratch = Scratch()
    let path = scratch.file("swiped.sock")
    switch kind {
    case "directory": mkdir(path, 0o755)
    case "file": close(open(path, O_CREAT | O_WRONLY, 0o644))
    default: symlink("/nowhere", path)
    }
    let before = try #require(mode(path))
    let error = try await failure(at: path)
    #expect(error.code == .inTheWay && error.description.contains("a \(kind) is in the way"))
    #expect(mode(path) == before)
  }

  @Test("A path of 107 bytes works, one of 108 is refused with both numbers")
  func pathLength() async throws {
    let scratch = Scratch()
    let longest = scratch.path + "/" + String(repeating: "x", count: 107 - scratch.path.utf8.count - 1)
    let server = makeServer(longest)
    try await server.start()
    try await PlainClient(longest).skipGreeting()
    await server.stop()
    let error = try await failure(at: longest + "x")
    #expect(error.code == .pathTooLong && error.description.contains("108 bytes, and at most 107"))
  }

  @Test("A directory that cannot be created or written is reported", arguments: ["/proc/swiped/swiped.sock", "/proc/swiped.sock"])
  func unwritable(path: String) async throws {
    let error = try await failure(at: path)
    #expect(error.code == .unavailable || error.code == .permission)
    #expect([.unavailable, .notPermitted].contains(error.exitStatus))
  }

  @Test("The default path is in the session's runtime directory, or in a directory of the user's own")
  func defaultPath() throws {
    #expect(try SocketPath.default(environment: ["XDG_RUNTIME_DIR": "/run/user/7"]) == "/run/user/7/swiped/swiped.sock")
    let fallback = try SocketPath.default(environment: [:])
    #expect(["/run/user/\(getuid())", "/tmp/swiped-\(getuid())"].map { $0 + "/swiped/swiped.sock" }.contains(fallback))
    let error = #expect(throws: SocketError.self) { try SocketPath.default(environment: ["XDG_RUNTIME_DIR": "run"]) }
    #expect(error?.exitStatus == .configuration && error?.description.contains("--socket") == true)
  }
}
