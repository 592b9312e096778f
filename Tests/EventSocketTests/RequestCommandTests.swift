import EventProtocol
import EventSocket
import Glibc
import Synchronization
import Testing

@Suite("swipectl pause, resume, toggle and reload", .timeLimit(.minutes(5)))
struct RequestCommandTests {
  /// What a command prints for a response of the daemon, and what it requested.
  private func run(
    _ arguments: [String], answer: Result<Status, RPCError>
  ) async throws -> (status: Int32, output: String, errors: String, asked: [String]) {
    let (scratch, asked) = (Scratch(), Log())
    let control: @Sendable (Control) async -> Result<Status, RPCError> = { control in
      asked.add(control.method)
      return answer
    }
    let server = makeServer(scratch.file("swiped.sock"), control: control)
    try await server.start()
    let run = try await Swipectl(arguments + ["--socket", server.path]).finish()
    await server.stop()
    return (run.status, run.output, run.errors, asked.lines)
  }

  private static let yielded = StatusReason.yielded(to: "cheese (process 4242)", holder: .init(name: "cheese", pid: 4242))

  private static func status(_ state: Status.State, _ reason: StatusReason? = nil, camera: Bool = false) -> Status {
    var status = someStatus(state)
    (status.reason, status.reasonCode, status.holder) = (reason?.text, reason?.code, reason?.holder)
    if camera {
      status.camera = .init(path: "/dev/video0", name: "Integrated Camera", width: 640, height: 480, fps: 30, format: "YUYV")
    }
    return status
  }

  @Test(
    "Each sends the request that it is named after, and prints the new state in one line",
    arguments: [
      ("pause", status(.paused, PauseReason.request.status), "paused; the camera is closed"),
      ("pause", status(.paused), "paused; the camera is closed"),
      ("resume", status(.running, camera: true), "running on Integrated Camera (/dev/video0)"),
      ("resume", status(.running), "running"),
      ("resume", status(.paused, PauseReason.locked.status), "paused; resumes when the session is unlocked"),
      ("resume", status(.paused, PauseReason.sleeping.status), "paused; resumes when the machine wakes"),
      ("resume", status(.paused, PauseReason.unwanted.status), "paused; resumes when somebody subscribes, or keys are turned on"),
      ("resume", status(.paused, yielded), "paused; resumes when cheese (process 4242) has closed the camera"),
      ("toggle", status(.paused, StatusReason.yielded(to: nil)), "paused; resumes when the other program has closed the camera"),
      ("resume", status(.noCamera, StatusReason(.noCamera, "none is plugged in")), "waiting for a camera: none is plugged in"),
      ("toggle", status(.paused, StatusReason(ReasonCode(rawValue: "later"), "of a later reason")), "paused: of a later reason"),
      ("toggle", status(.starting), "resumed; the camera is being opened"),
      ("reload", status(.running, camera: true), "reloaded"),
    ])
  func text(command: String, status: Status, line: String) async throws {
    let run = try await run([command], answer: .success(status))
    #expect(run.status == 0 && run.output == line + "\n" && run.errors == "" && run.asked == [command])
  }

  @Test("With --json it prints the status", arguments: ["pause", "resume", "toggle", "reload"])
  func json(command: String) async throws {
    let status = Self.status(.paused, PauseReason.request.status)
    let run = try await run([command, "--json"], answer: .success(status))
    #expect(run.status == 0 && run.errors == "")
    #expect(run.output == String(decoding: JSONCoding.encode(status), as: UTF8.self) + "\n")
  }

  @Test(
    "A command that only asks ends its subscriptions first, so that it does not open the camera", arguments: ["status", "pause", "reload"])
  func subscriptions(command: String) async throws {
    let scratch = Scratch()
    let path = scratch.file("swiped.sock")
    let listener = try boundSocket(path)
    defer { close(listener) }
    try #require(listen(listener, 1) == 0)
    let command = try Swipectl([command, "--socket", path])
    let line = try await blocking {
      let connection = accept(listener, nil, nil)
      defer { close(connection) }
      var line: [UInt8] = []
      var byte: UInt8 = 0
      while recv(connection, &byte, 1, 0) == 1, byte != UInt8(ascii: "\n") { line.append(byte) }
      return line
    }
    let first = try JSONCoding.decode(RequestMessage.self, from: line)
    #expect(first.id == nil && first.request == .unsubscribe(Set(Topic.allCases)))
    _ = try await command.finish()
  }

  @Test("A command that waits for its response is not a subscriber")
  func noSubscriber() async throws {
    var orders = Orders()
    let count = Atomic(0)
    let note: @Sendable (Int) -> Void = { count.store($0, ordering: .relaxed) }
    try await withServer(control: orders.control, subscribers: note) { server in
      let command = try Swipectl(["pause", "--socket", server.path])
      let order = try await orders.next()
      #expect(count.load(ordering: .relaxed) == 0)
      order.reply(.success(someStatus(.paused)))
      #expect(try await command.finish().status == 0)
    }
  }

  @Test("A configuration with errors is 78, and they are printed as the daemon sent them")
  func refusedConfiguration() async throws {
    let lines = "/home/me/swiped.toml:3:5: unknown key \"a\"; keys: b\n/home/me/swiped.toml:9:1: c\n"
    let run = try await run(["reload"], answer: .failure(.configuration(lines)))
    #expect(run.status == 78 && run.output == "" && run.errors == lines)
  }

  @Test("A request that the daemon cannot carry out is 69, with the reason")
  func unavailable() async throws {
    let run = try await run(["pause"], answer: .failure(.unavailable("there is no pause in a file: stop it with Ctrl-C")))
    #expect(run.status == 69 && run.output == "")
    #expect(run.errors == "swipectl: there is no pause in a file: stop it with Ctrl-C\n")
  }

  @Test("A daemon that ends before it responds is 69")
  func ended() async throws {
    var orders = Orders()
    let scratch = Scratch()
    let server = makeServer(scratch.file("swiped.sock"), control: orders.control)
    try await server.start()
    let command = try Swipectl(["pause", "--socket", server.path])
    let order = try await orders.next()
    await server.stop()
    order.reply(.success(someStatus(.paused)))
    let run = try await command.finish()
    #expect(run.status == 69 && run.output == "")
    #expect(run.errors.hasPrefix("swipectl: ") && run.errors.contains("; run `"))
  }

  @Test("A daemon with too many connections is reported")
  func full() async throws {
    try await withServer { server in
      var clients: [PlainClient] = []
      for _ in 1...64 {
        let client = try PlainClient(server.path)
        try await client.skipGreeting()
        clients.append(client)
      }
      let run = try await Swipectl(["pause", "--socket", server.path]).finish()
      #expect(run.status == 69 && run.errors.contains("64 connections are open already"))
      withExtendedLifetime(clients) {}
    }
  }
}

@Suite("The client's requests", .timeLimit(.minutes(5)))
struct ClientRequestTests {
  @Test("Events between a request and its response are ignored")
  func events() async throws {
    var orders = Orders()
    try await withServer(control: orders.control) { server in
      let path = server.path
      async let answer = blocking {
        var client = try EventClient(path: path)
        return try client.request(.control(.pause), until: Deadline(after: .seconds(300)))
      }
      let order = try await orders.next()
      for seq in 1...10 { server.publish(.gesture(someSwipe(seq))) }
      order.reply(.success(someStatus(.paused)))
      #expect(try await answer == .status(someStatus(.paused)))
    }
  }

  @Test("It gives up a daemon that does not respond, even one that sends other lines", arguments: [false, true])
  func patience(talks: Bool) async throws {
    var orders = Orders()
    try await withServer(control: orders.control) { server in
      let path = server.path
      async let error = blocking {
        #expect(throws: SocketError.self) {
          var client = try EventClient(path: path)
          _ = try client.request(.control(.pause), until: Deadline(after: .seconds(1)))
        }
      }
      let order = try await orders.next()
      let talking = Task {
        while talks, !Task.isCancelled {
          server.publish(.gesture(someSwipe(1)))
          try await Task.sleep(for: .milliseconds(20))
        }
      }
      #expect(try await error?.code == .silent)
      for thing in [path, "within 1 s", "; "] {
        #expect(try await error?.description.contains(thing) == true)
      }
      talking.cancel()
      order.reply(.success(someStatus()))
    }
  }
}
