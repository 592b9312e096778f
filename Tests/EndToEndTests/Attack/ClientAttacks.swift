import Foundation
import Glibc
import TestTime
import Testing

extension EndToEnd {
  @Suite("Attack: servers that lie, hang or never stop, against swipectl")
  struct AttackClients {
    private static let unknown = #"{"jsonrpc":"2.0","method":"new","params":{}}"#
    private static let subscribed = FakeServer.Step.say(#"{"id":1,"jsonrpc":"2.0","result":["swipe","status","frame"]}"#)

    /// Servers for which a client could wait forever.
    private static let hangs: [(name: String, scripts: [FakeServer.Step]?)] = [
      ("accepts no connection", nil), ("says nothing", [.wait]), ("sends a byte a time", [.keepSaying(" ", everyMs: 300)]),
      ("greets, and sends what nobody knows", [FakeServer.hello, .keepSaying(unknown + "\n", everyMs: 1)]),
    ]

    @Test(
      "A command ends in time, with one line and exit status 70", .long(seconds: 40),
      arguments: [["status"], ["status", "--json"], ["pause"], ["toggle", "--json"], ["record", "--seconds", "1", "trace.gz"]])
    func hanging(arguments: [String]) async throws {
      let home = Scratch()
      var running: [(name: String, server: FakeServer, program: Program)] = []
      for (index, hang) in Self.hangs.enumerated() {
        let path = home.file("\(index).sock")
        let server = if let script = hang.scripts { try FakeServer(path, script) } else { try FakeServer(path) }
        let file = arguments.last == "trace.gz" ? [home.file("\(index).gz")] : []
        let options = (file.isEmpty ? arguments : arguments.dropLast()) + ["--socket", path] + file
        running.append((hang.name, server, try Program("swipectl", options, home: home)))
      }
      for (index, (name, server, program)) in running.enumerated() {
        let end = try await program.finish()
        #expect(end.status == 70 && end.output == [], "\(name)")
        expectOneLine(end.errors, of: "swipectl")
        #expect(end.errors.first?.hasPrefix("swipectl: swiped at \(home.file("\(index).sock")) ") == true, "\(end.errors)")
        #expect(!FileManager.default.fileExists(atPath: home.file("\(index).gz")), "\(name)")
        server.stop()
      }
    }

    @Test("A panel shows that a daemon does not answer", .long(seconds: 20), arguments: hangs.map(\.name))
    func panel(hang: String) async throws {
      let home = Scratch()
      let hang = try #require(Self.hangs.first { $0.name == hang })
      let server = if let script = hang.scripts { try FakeServer(home.socket, script) } else { try FakeServer(home.socket) }
      let end = try await run("swipectl", ["panel", "--socket", home.socket], home: home)
      #expect(end.status == 0 && end.errors == [] && end.output.count == 3 && end.output.last == "stopped")
      #expect(end.output[1].hasPrefix("swiped at \(home.socket) "), "\(end.output)")
      server.stop()
    }

    @Test(
      "doctor ends in time, and proposes to look at who listens instead of ending it", .long(seconds: 12),
      arguments: ["says nothing", "sends a byte a time"])
    func doctor(hang: String) async throws {
      let home = Scratch()
      let script = try #require(Self.hangs.first { $0.name == hang }?.scripts)
      let server = try FakeServer(home.socket, script)
      let end = try await run("swipectl", ["doctor", "--socket", home.socket], home: home)
      #expect(end.status == 1)
      let index = try #require(end.output.firstIndex { $0.hasPrefix("FAIL  socket: \(home.socket): no answer from ") }, "\(end.output)")
      #expect(end.output[index + 1] == "      ps -fp \(getpid())")
      server.stop()
    }

    private func swipe(_ time: String) -> FakeServer.Step {
      .say(
        #"{"jsonrpc":"2.0","method":"swipe","params":{"captured_ns":\#(time),"chirality":"left","confidence":1e308,"direction":"left","#
          + #""distance":-1e308,"emitted_ns":\#(time),"frame":9223372036854775807,"gesture":"thumb_up","seq":-9223372036854775808}}"#)
    }

    @Test(
      "watch takes any number that a message can hold",
      arguments: ["0", "9223372036854775807", "9223372036854775808", "18446744073709551615"])
    func numbers(time: String) async throws {
      let home = Scratch()
      let server = try FakeServer(
        home.socket,
        [
          FakeServer.hello, swipe(time),
          .say(#"{"jsonrpc":"2.0","method":"hand","params":{"present":true,"frame":-1,"captured_ns":\#(time)}}"#), .wait,
        ])
      let watch = try Program("swipectl", ["watch", "--socket", home.socket, "--topics", "swipe,hand"], home: home)
      #expect(try await watch.output.next()?.contains("← left") == true)
      #expect(try await watch.output.next()?.hasSuffix("· a hand") == true)
      server.stop()
    }

    @Test("record counts lost frames without overflow")
    func lostFrames() async throws {
      let home = Scratch()
      let dropped = FakeServer.Step.say(#"{"jsonrpc":"2.0","method":"dropped","params":{"topic":"frame","count":9223372036854775807}}"#)
      let server = try FakeServer(home.socket, [FakeServer.hello, .listen, Self.subscribed, dropped, dropped])
      let end = try await run("swipectl", ["record", "--socket", home.socket, home.file("t")], home: home)
      #expect(end.status == 0 && end.errors.last?.contains("; frames lost: 9223372036854775807") == true, "\(end.errors)")
      server.stop()
    }

    @Test("record ends with 70 when the daemon stops responding, and keeps what it has recorded", .long(seconds: 25))
    func recordOfHanging() async throws {
      let home = Scratch()
      let server = try FakeServer(home.socket, [FakeServer.hello, .listen, Self.subscribed, .wait])
      let end = try await run("swipectl", ["record", "--socket", home.socket, home.file("t")], home: home)
      #expect(end.status == 70 && end.errors.last?.contains(" gives no answer within 10 s; ") == true, "\(end.errors)")
      #expect(FileManager.default.fileExists(atPath: home.file("t")))
      server.stop()
    }

    @Test("watch reports once that the daemon sends no hello, and continues when it does", .long(seconds: 10))
    func silentStart() async throws {
      let home = Scratch()
      let server = try FakeServer(home.socket, [.wait], [FakeServer.hello, swipe("1"), .wait])
      let watch = try Program("swipectl", ["watch", "--socket", home.socket], home: home)
      #expect(try await watch.output.next()?.contains("← left") == true)
      #expect(
        try await watch.errors.next()?.contains(#/ gives no answer within 10 s; .*; waiting for it$/#) == true)
      #expect(try await watch.errors.next() == "swipectl: connected")
      server.stop()
    }

    @Test("A first line from another program ends a command with 70", arguments: [["watch"], ["status"], ["pause"], ["record", "-"]])
    func stranger(arguments: [String]) async throws {
      for first in ["220 mail ready", Self.unknown, "[]", "{}", #"{"jsonrpc":"2.0","method":"hello","params":{"pid":4294967296}}"#] {
        let home = Scratch()
        let server = try FakeServer(home.socket, [.say(first), .wait])
        let end = try await run("swipectl", arguments + ["--socket", home.socket], home: home)
        #expect(end.status == 70 && end.output == [], "\(first)")
        expectOneLine(end.errors, of: "swipectl")
        server.stop()
      }
    }

    @Test("A stopped daemon is reported by watch, found by doctor, and continued by the command that doctor proposes", .long(seconds: 30))
    func stopped() async throws {
      let home = Scratch()
      let daemon = try await home.daemon()
      let watch = try Program("swipectl", ["watch", "--socket", home.socket, "--topics", "status"], home: home)
      #expect(try await watch.output.next() != nil)
      daemon.send(SIGSTOP)
      #expect(try await watch.errors.next()?.hasSuffix("; waiting for it") == true)
      let doctor = try await run("swipectl", ["doctor", "--socket", home.socket], home: home)
      let index = try #require(
        doctor.output.firstIndex { $0.contains("no answer from swiped (process \(daemon.id), stopped)") }, "\(doctor.output)")
      #expect(doctor.output[index + 1] == "      kill -CONT \(daemon.id)")
      #expect(try await run("/bin/bash", ["-c", doctor.output[index + 1]], home: home).status == 0)
      #expect(try await watch.errors.next() == "swipectl: connected again")
      daemon.send(SIGTERM)
    }
  }
}
