import Foundation
import Glibc
import TestTime
import Testing

extension EndToEnd {
  @Suite("Further starts of the app")
  struct FurtherStarts {
    private let home = Scratch()

    /// A browser that asks for the key as the page does.
    private static let browser = #"""
      #!/bin/bash
      url=$(grep -om1 'url=[^"]*' "${1#file://}")
      host=${url#url=http://} host=${host%%/*} token=${url#*token=} token=${token%%#*}
      exec 3<>"/dev/tcp/${host%:*}/${host#*:}"
      printf 'POST /key HTTP/1.1\r\nHost: %s\r\nOrigin: http://%s\r\n' "$host" "$host" >&3
      printf 'Authorization: Bearer %s\r\nContent-Length: 0\r\n\r\n' "$token" >&3
      head -n 1 <&3
      """#
    /// One that shows nothing.
    private static let noBrowser = "#!/bin/sh\n"

    private func start(
      _ arguments: [String] = [], browser: String = FurtherStarts.noBrowser, display: String? = ":0", runtimeFolder: String? = nil
    ) throws -> Program {
      // One that still runs cannot be written.
      let script = try home.write("xdg-open.new", browser.utf8)
      chmod(script, 0o700)
      try #require(rename(script, home.file("xdg-open")) == 0)
      let path = home.path + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")
      return try Program(
        "swipectl", ["open", "--socket", home.socket] + arguments, home: home,
        environment: ["DISPLAY": display, "PATH": path, "XDG_RUNTIME_DIR": runtimeFolder ?? home.path].compactMapValues { $0 })
    }

    private func address(_ program: Program) async throws -> URLComponents {
      try #require(try await program.output.next().flatMap { URLComponents(string: $0) })
    }

    private func stop(_ program: Program) async throws {
      program.send(SIGTERM)
      #expect(try await program.finish().status == 0)
    }

    /// The lock of the start that is first, whose name that start has chosen.
    private func lock(in folder: String) throws -> Int32 {
      let names = try FileManager.default.contentsOfDirectory(atPath: "\(folder)/swiped").filter { $0.hasSuffix(".lock") }
      try #require(names.count == 1)
      let lock = open("\(folder)/swiped/\(names[0])", O_RDWR | O_CLOEXEC)
      try #require(lock >= 0)
      return lock
    }

    /// Has a server take the place of the first start.
    ///
    /// - Returns: the lock of that place, and the path of its socket.
    private func takePlace() async throws -> (lock: Int32, socket: String) {
      let first = try start()
      _ = try await address(first)
      try await stop(first)
      let lock = try lock(in: home.path)
      try #require(flock(lock, LOCK_EX | LOCK_NB) == 0)
      let name = try FileManager.default.contentsOfDirectory(atPath: home.file("swiped")).first { $0.hasSuffix(".lock") }
      return (lock, home.file("swiped/\(try #require(name).dropLast(".lock".count)).sock"))
    }

    @Test(
      "With the same options, it opens another page of the first one's app, and ends; with others, it is an app of its own",
      .timeLimit(.minutes(5)))
    func another() async throws {
      let first = try start(browser: Self.browser)
      let served = try await address(first)
      var tokens = [served.query]
      for _ in 0..<5 {
        let further = try start(["settings"], browser: Self.browser)
        let shown = try await address(further)
        #expect(shown.port == served.port && shown.fragment == "settings")
        tokens.append(shown.query)
        #expect(try await further.finish().status == 0)
      }
      #expect(Set(tokens).count == 6)

      for options in [["--socket", home.file("other.sock")], ["--config", home.file("c.toml")]] {
        let other = try start(options)
        #expect(try await address(other).port != served.port)
        try await stop(other)
      }

      // One that was killed is in nobody's way.
      first.send(SIGKILL)
      _ = try await first.finish()
      let next = try start()
      _ = try await address(next)
      try await stop(next)
      let left = try FileManager.default.contentsOfDirectory(atPath: home.file("swiped"))
      #expect(left.allSatisfy { $0.hasSuffix(".lock") || $0.hasSuffix("html") })
    }

    @Test("It shows the setup first where there is no configuration, and Home where there is one", .timeLimit(.minutes(5)))
    func firstView() async throws {
      let file = home.file("first.toml")
      for view in ["setup", "home"] {
        let app = try start(["--config", file])
        #expect(try await address(app).fragment == view)
        try await stop(app)
        try home.write("first.toml", [])
      }
    }

    @Test("One that has shown nothing when the first app is killed says so, and ends with 69", .timeLimit(.minutes(5)))
    func killed() async throws {
      let first = try start()
      let served = try await address(first)
      let further = try start()
      #expect(try await address(further).port == served.port)
      first.send(SIGKILL)
      let end = try await further.finish()
      #expect(end.status == 69)
      #expect(end.errors.last?.contains("no browser") == true, "\(end.errors)")
    }

    @Test("Where no browser can be started, further starts print an address of the first one and end", .timeLimit(.minutes(5)))
    func noScreen() async throws {
      let first = try start(display: nil)
      let served = try await address(first)
      for _ in 0..<3 {
        let further = try start(display: nil)
        #expect(try await address(further).port == served.port)
        let end = try await further.finish()
        #expect(end.status == 0 && end.errors.last?.contains("no browser") == true, "\(end.errors)")
      }
      try await stop(first)
    }

    @Test("A start whose page nobody opens ends with 69, the first as well as a further one", .long(seconds: 62), .timeLimit(.minutes(5)))
    func unopened() async throws {
      let first = try start()
      let served = try await address(first)
      let further = try start()
      #expect(try await address(further).port == served.port)
      #expect(try await further.finish().status == 69)
      #expect(try await first.finish().status == 69)
    }

    @Test("While it waits for the answer of the first app, and for its page, Ctrl-C stops it", .timeLimit(.minutes(5)))
    func interrupted() async throws {
      let place = try await takePlace()
      defer { close(place.lock) }
      let silent = try FakeServer(place.socket, [.wait])
      // One that the machine lets wait too long for the signal serves a page of its own.
      var outputs: [[String]] = []
      while outputs.last != [], outputs.count < 20 {
        let further = try start()
        #expect(eventually { silent.connectionCount > outputs.count })
        further.send(SIGINT)
        let end = try await further.finish()
        #expect(end.status == 0)
        outputs.append(end.output)
      }
      #expect(outputs.last == [])
      silent.stop()
      unlink(place.socket)

      let answering = try FakeServer(place.socket, [.say("http://127.0.0.1:1/?token=1"), .wait])
      let further = try start()
      #expect(try await address(further).port == 1)
      further.send(SIGINT)
      #expect(try await further.finish().status == 0)
      answering.stop()
    }

    @Test(
      "Where the first app does not answer, it is an app of its own, also if too many wait there", .long(seconds: 6),
      .timeLimit(.minutes(5)), arguments: [true, false])
    func silent(_ accepts: Bool) async throws {
      let place = try await takePlace()
      defer { close(place.lock) }
      let server = try accepts ? FakeServer(place.socket, [.wait]) : FakeServer(place.socket)
      let own = try start()
      #expect(try await address(own).host == "127.0.0.1")
      try await stop(own)
      server.stop()
    }

    @Test("Where no socket can be bound, the first app holds up no further one", .timeLimit(.minutes(5)))
    func unbound() async throws {
      // A path that is too long for a socket.
      let folder = home.file(String(repeating: "d", count: 100))
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      let first = try start(runtimeFolder: folder)
      let served = try await address(first)
      let lock = try lock(in: folder)
      #expect(eventually { flock(lock, LOCK_EX | LOCK_NB) == 0 })
      close(lock)
      let other = try start(runtimeFolder: folder)
      #expect(try await address(other).port != served.port)
      try await stop(other)
      try await stop(first)
    }
  }
}
