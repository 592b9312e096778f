import EventProtocol
import EventSocket
import Foundation
import Gestures
import Glibc
import Testing

@Suite("swipectl", .timeLimit(.minutes(5)))
struct ControlTests {
  @Test("Without a daemon it reports in one line how to start it, and exits with 69", arguments: ["watch", "status", "pause", "reload"])
  func notRunning(command: String) async throws {
    let run = try await Swipectl([command, "--socket", "/tmp/no-such-swiped.sock"]).finish()
    #expect(run.status == 69 && run.output == "")
    #expect(run.errors.hasPrefix("swipectl: ") && run.errors.split(separator: "\n").count == 1)
    for thing in ["/tmp/no-such-swiped.sock", "; run `"] { #expect(run.errors.contains(thing)) }
  }

  @Test("A runtime directory that is not an absolute path is reported, and the exit status is 78")
  func relativeSession() async throws {
    let run = try await Swipectl(["status", "--verbose"], environment: ["XDG_RUNTIME_DIR": "run"]).finish()
    #expect(run.status == 78 && run.errors.hasPrefix("swipectl: XDG_RUNTIME_DIR: \"run\""))
  }

  @Test("An unknown topic is a usage error that lists the topics")
  func unknownTopic() async throws {
    let run = try await Swipectl(["watch", "--topics", "swipe,wink"]).finish()
    #expect(run.status == 64 && run.errors.contains("there is no topic \"wink\"; topics: swipe, status, hand, frame, preview, miss; see"))
  }

  @Test("--version prints the version")
  func version() async throws {
    #expect(try await Swipectl(["--version"]).finish().output == "0.1.0\n")
  }

  @Test("Status is a table for people, and the socket is found in the runtime directory")
  func status() async throws {
    let scratch = Scratch()
    let camera = Status.Camera(path: "/dev/video0", name: "Front", width: 640, height: 480, fps: 30, format: "YUYV")
    let status = Status(state: .running, keys: .ready, source: "auto", precision: "bf16", pid: 42) {
      ($0.reason, $0.camera, $0.uptimeS, $0.fps) = ("dim light", camera, 3725, 29.94)
      $0.frames = .init(handled: 100, tracked: 60, reused: 30, dropped: 2)
      ($0.swipes, $0.latencyMs) = (.init { $0 == .thumbDown ? 3 : 4 }, .init(p50: 3.1, p99: 7.25, max: 12))
      ($0.cpuMsPerFrame, $0.cpuPercent, $0.residentKb) = (4.5, 12.34, 100_000)
    }
    let server = EventServer(path: scratch.file("swiped/swiped.sock"), hello: Hello(pid: 42), status: { status }, control: obey)
    try await server.start()
    let run = try await Swipectl(["status", "--verbose"], environment: ["XDG_RUNTIME_DIR": scratch.path]).finish()
    let json = try await Swipectl(["status", "--json", "--socket", server.path]).finish()
    await server.stop()
    #expect(run.status == 0 && run.errors == "")
    #expect(
      run.output == """
        swiped 0.1.0 · running · process 42, up 1 h 2 min
        reason      dim light
        camera      Front (/dev/video0), 640×480 at 30 fps, YUYV
        source      auto
        keys        ready
        precision   bf16
        frame rate  29.9 fps
        CPU         12.3 % of one core, in the last ten seconds
        CPU time    4.50 ms a frame
        memory      97.7 MiB resident
        latency     p50 3.10, p99 7.25, max 12.00 ms from frame to event
        frames      100 handled, 60 tracked, 30 reused, 2 dropped
        swipes      3 left, 4 right

        """)
    #expect(json.output == String(decoding: JSONCoding.encode(status), as: UTF8.self) + "\n")
  }

  private func shown(_ status: Status) async throws -> (status: Int32, output: String, errors: String) {
    let scratch = Scratch()
    let server = EventServer(path: scratch.file("swiped.sock"), hello: Hello(pid: 42), status: { status }, control: obey)
    try await server.start()
    let run = try await Swipectl(["status", "--verbose", "--socket", server.path]).finish()
    await server.stop()
    return run
  }

  @Test("Damaged frames are counted by kind, if there are any")
  func damaged() async throws {
    var status = someStatus(.noCamera)
    status.reason = "/dev/video0: unplugged: plug it in"
    status.frames = .init(handled: 9, flagged: 3, undecodable: 1)
    let run = try await shown(status)
    #expect(run.status == 0 && run.output.contains("· no camera · "))
    #expect(run.output.contains("\nreason      /dev/video0: unplugged: plug it in\n"))
    #expect(run.output.contains("\ndamaged     3 flagged by the driver, 1 undecodable\n"))
    status.frames = .init(handled: 9, short: 2)
    #expect(try await shown(status).output.contains("\ndamaged     2 short\n"))
  }

  @Test("Watching prints a line per swipe and change, and waits for a daemon that has ended")
  func watch() async throws {
    let scratch = Scratch()
    let server = makeServer(scratch.file("swiped.sock"))
    try await server.start()
    let watching = try Swipectl(["watch", "--socket", server.path])
    #expect(try await watching.line().hasSuffix("  · running · keys ready\n"))
    server.publish(.gesture(someSwipe(1)))
    let swipe = try await watching.line()
    #expect(swipe.contains(#/^[0-2]\d:[0-5]\d:[0-5]\d\.\d{3}  → right  thumb up    83\.4 px up     left hand\n$/#), "\(swipe)")
    var status = someStatus(.paused)
    status.reason = PauseReason.locked.status.text
    server.publish(.status(status))
    #expect(try await watching.line().hasSuffix("  · paused · the session is locked · keys ready\n"))
    await server.stop()
    let next = makeServer(server.path)
    try await next.start()
    #expect(try await watching.line().hasSuffix("  · running · keys ready\n"))
    next.publish(.gesture(someSwipe(1)))
    #expect(try await watching.line().contains("→ right"))
    kill(watching.process.processIdentifier, SIGKILL)
    #expect(try await watching.finish().errors == "swipectl: swiped has stopped; waiting for it\nswipectl: connected again\n")
    await next.stop()
  }

  @Test("Watching one topic as JSON prints the socket's lines of that topic")
  func topics() async throws {
    try await withServer { server in
      let watching = try Swipectl(["watch", "--json", "--topics", "swipe", "--socket", server.path])
      #expect(try await watching.line().contains(#""method":"hello""#))
      #expect(try await watching.line().contains(#""method":"status""#))
      #expect(try await watching.line().hasSuffix(#"{"id":2,"jsonrpc":"2.0","result":["swipe"]}]"# + "\n"))
      server.publish(.status(someStatus(.paused)))
      server.publish(.gesture(someSwipe(1)))
      #expect(try await watching.line() == String(decoding: Event.gesture(someSwipe(1)).line, as: UTF8.self))
      kill(watching.process.processIdentifier, SIGKILL)
      #expect(try await watching.finish().errors == "")
    }
  }

  @Test("Watching frames and hands prints a line for each, and how many were lost")
  func frames() async throws {
    try await withServer { server in
      let watching = try Swipectl(["watch", "--topics", "frame,hand", "--socket", server.path])
      while !server.hasSubscribers(to: .frame) { try await PlainClient(server.path).skipGreeting() }
      server.publish(.hand(HandEvent(present: true, frame: 7, capturedNs: 1000)))
      #expect(try await watching.line().contains(#/^[0-2]\d:[0-5]\d:[0-5]\d\.\d{3}  · a hand\n$/#))
      server.publish(.frame(someFrame(8)))
      let frame = try await watching.line()
      #expect(frame.contains(#/^\d\d:\d\d:\d\d\.\d{3}  frame 8  83\.4 px up     up    return to rest  right hand 98 %\n$/#), "\(frame)")
      server.publish(.frame(FrameEvent(frame: 9, capturedNs: 1000, width: 640, height: 480, armed: true)))
      #expect(try await watching.line().hasSuffix("  frame 9  –              –     ready  no hand\n"))
      server.publish(.dropped(DroppedEvent(topic: .frame, count: 12)))
      #expect(try await watching.line().hasSuffix("  · 12 of frame lost: they come faster than they are read here\n"))
      server.publish(.hand(HandEvent(present: false, frame: 10, capturedNs: 1000)))
      #expect(try await watching.line().hasSuffix("  · no hand\n"))
    }
  }

  @Test("Watching with an explanation prints swipes, and a line when something begins to stop a thumb; frames have no lines")
  func explain() async throws {
    try await withServer { server in
      let watching = try Swipectl(["watch", "--explain", "--socket", server.path])
      #expect(try await watching.line().hasSuffix("  · running · keys ready\n"))
      while !server.hasSubscribers(to: .miss) { try await PlainClient(server.path).skipGreeting() }
      server.publish(.frame(someFrame(1)))
      for phase in [Miss.Phase.began, .ended] {
        server.publish(
          .miss(
            MissEvent(phase: phase, reasonCode: "dwell", reason: "held 60 of 150 ms", frame: 1, startedNs: 1000, capturedNs: 1000)))
      }
      #expect(try await watching.line().contains(#/^[0-2]\d:[0-5]\d:[0-5]\d\.\d{3}  × no swipe: held 60 of 150 ms\n$/#))
      server.publish(.gesture(someSwipe(1)))
      #expect(try await watching.line().contains("→ right"))
    }
  }

  @Test("An explanation has its own topics and is no JSON", arguments: [["--topics", "frame"], ["--json"]])
  func explainAlone(arguments: [String]) async throws {
    let end = try await Swipectl(["watch", "--explain"] + arguments).finish()
    #expect(end.status == 64 && end.output == "" && end.errors.contains("--explain"))
  }

  @Test("Another program's socket is reported in one line, and exits with 70", arguments: ["watch", "status"])
  func stranger(command: String) async throws {
    let scratch = Scratch()
    let path = scratch.file("other.sock")
    let descriptor = try boundSocket(path)
    defer { close(descriptor) }
    try #require(listen(descriptor, 1) == 0)
    let run = try Swipectl([command, "--socket", path])
    try await blocking {
      let connection = accept(descriptor, nil, nil)
      let greeting = Array("SSH-2.0-OpenSSH_9.2\r\n".utf8)
      _ = write(connection, greeting, greeting.count)
      close(connection)
    }
    let end = try await run.finish()
    #expect(end.status == 70 && end.output == "")
    #expect(end.errors.hasPrefix("swipectl: \(path): ") && end.errors.split(separator: "\n").count == 1)
    #expect(end.errors.contains("--socket"))
  }

  @Test("It ends at once and silently when its reader has gone, as in swipectl watch | head -1")
  func readerGone() async throws {
    try await withServer { server in
      let watching = try Swipectl(["watch", "--socket", server.path])
      #expect(try await watching.line().contains("running"))
      try watching.output.fileHandleForReading.close()
      let errors = try await watching.rest(of: watching.errors)
      try await blocking { [process = watching.process] in process.waitUntilExit() }
      #expect(watching.process.terminationStatus == 0 && errors == "")
    }
  }
}
