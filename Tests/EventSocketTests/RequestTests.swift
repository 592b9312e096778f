import EventProtocol
import EventSocket
import Testing

@Suite("swipectl request", .timeLimit(.minutes(5)))
struct SingleRequestTests {
  private func run(_ arguments: String...) async throws -> (status: Int32, output: String, errors: String) {
    let scratch = Scratch()
    let server = makeServer(scratch.file("swiped.sock"))
    try await server.start()
    let run = try await Swipectl(["request"] + arguments + ["--socket", server.path]).finish()
    await server.stop()
    return run
  }

  @Test("It prints the result, and ends although the daemon stays")
  func result() async throws {
    let status = try await run("status")
    #expect(status.status == 0 && status.errors == "")
    #expect(status.output == String(decoding: JSONCoding.encode(someStatus()), as: UTF8.self) + "\n")
    let paused = try await run("pause")
    #expect(try JSONCoding.decode(Status.self, from: paused.output.utf8).state == .paused)
    #expect(try await run("recent", "{\n\"from\": 0\n}").output.hasPrefix("{"))
  }

  @Test("A request that no daemon would take is refused with the fix, and is 64")
  func refused() async throws {
    for (arguments, things) in [
      (["no_method"], ["\"no_method\"", "set_profile"]), (["set_profile"], ["{\"profile\":NAME}"]),
      (["recent", "from=0"], ["params", "JSON", "'{\"from\":0}'"]), (["recent", "[]"], ["{\"from\":N}"]),
      (["recent", "1}"], ["params"]), (["recent", #"{},"method":"pause""#], ["params"]),
      (["recent", #"{"from":0},"id":7"#], ["params"]), (["say \"x\""], ["say"]), (["suspend_keys"], ["connection"]),
      (["subscribe", #"{"topics":["swipe"]}"#], ["connection"]),
    ] {
      let run = try await Swipectl(["request"] + arguments).finish()
      #expect(run.status == 64 && run.output == "" && things.allSatisfy(run.errors.contains), "\(run.errors)")
      #expect(run.errors.split(separator: "\n").count == 1)
    }
  }

  @Test("What the daemon refuses, and a daemon that does not run, are errors as those of any other command")
  func failed() async throws {
    try await withServer(answering: .failure(.unavailable("there is no pause in a file"))) { server in
      let run = try await Swipectl(["request", "pause", "--socket", server.path]).finish()
      #expect(run.status == 69 && run.output == "" && run.errors == "swipectl: there is no pause in a file\n")
    }
    let run = try await Swipectl(["request", "status", "--socket", "/nowhere/s.sock"]).finish()
    #expect(run.status == 69 && run.errors.contains("is not running"))
  }
}
