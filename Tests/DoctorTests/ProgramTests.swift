import EventProtocol
import Foundation
import Glibc
import Inference
import Testing
import swipectl

@Suite("doctor and cameras on this very machine", .serialized, .timeLimit(.minutes(2)))
struct ProgramTests {
  private let machine = Machine()
  private var socket: String { machine.path + "/swiped/swiped.sock" }

  private func bash(_ command: String) throws -> Int32 {
    let process = try Process.run(URL(fileURLWithPath: "/bin/bash"), arguments: ["-c", command])
    process.waitUntilExit()
    return process.terminationStatus
  }

  @Test("Every check is there, a line each for people and an object each for programs, and the status tells of a failure")
  func everything() throws {
    let text = try machine.run("doctor")
    let lines = text.output.split(separator: "\n").filter { !$0.hasPrefix("      ") }
    #expect(lines.allSatisfy { $0.wholeMatch(of: /(ok  |note|FAIL)  [a-z]+: .+/) != nil }, "\(lines)")
    let json = try machine.run("doctor", "--json")
    for check in ["camera", "uinput", "processor", "runtime", "models", "configuration", "socket", "unit"] {
      #expect(try !json.findings(check).isEmpty && lines.contains { $0.contains("  \(check): ") }, "\(check)")
    }
    let hasFailed = lines.contains { $0.hasPrefix("FAIL") }
    #expect(text.status == (hasFailed ? 1 : 0) && json.status == text.status && text.errors.isEmpty)
    for fix in try JSONDecoder().decode([Machine.Line].self, from: Data(json.output.utf8)).compactMap(\.fix) {
      #expect(try isShell(fix), "\(fix)")
    }
  }

  @Test("A stale socket is found, and the command removes it")
  func stale() throws {
    do { _ = try Listener(socket) }
    let finding = try machine.run("doctor", "--json").findings("socket")
    #expect(finding == [.init(check: "socket", ok: false, message: "\(socket): stale, nothing listens there", fix: "rm \(socket)")])
    #expect(try bash("rm \(socket)") == 0)
    let fixed = try machine.run("doctor", "--json").findings("socket")
    #expect(fixed == [.init(check: "socket", ok: true, message: "\(socket): not there, because swiped is not running", fix: nil)])
  }

  @Test("A daemon that greets is well, wherever the command line or the configuration has its socket")
  func greeting() throws {
    let hello = String(decoding: JSONCoding.encode(Hello(pid: 42)), as: UTF8.self)
    for (name, arguments) in [("a.sock", ["--socket"]), ("b.sock", [])] {
      let path = "\(machine.path)/\(name)"
      let listener = try Listener(path, greeting: #"{"jsonrpc":"2.0","method":"hello","params":\#(hello)}"#)
      if arguments.isEmpty { try machine.write(".config/swiped/swiped.toml", "socket.path = '\(path)'") }
      let run = arguments.isEmpty ? try machine.run("doctor", "--json") : try machine.run("doctor", "--json", "--socket", path)
      let message = "\(path): swiped \(Version.current) answers, process 42"
      #expect(try run.findings("socket") == [.init(check: "socket", ok: true, message: message, fix: nil)])
      withExtendedLifetime(listener) {}
    }
  }

  @Test("One who says nothing for two seconds, or something else, is no swiped")
  func silence() throws {
    for greeting in [nil, "220 mail ready"] {
      unlink(socket)
      let listener = try Listener(socket, greeting: greeting)
      let finding = try machine.run("doctor", "--json").findings("socket")
      #expect(finding.count == 1 && finding[0].message.hasPrefix("\(socket): no answer from "))
      #expect(finding[0].message.hasSuffix(" (process \(getpid())): no message of swiped came within 2 s"))
      // It is this very process, which goes on.
      #expect(finding[0].fix == "ps -fp \(getpid())")
      withExtendedLifetime(listener) {}
    }
  }

  @Test("What lies in the socket's way is moved")
  func inTheWay() throws {
    try machine.write("swiped/swiped.sock/file")
    let finding = try machine.run("doctor", "--json").findings("socket")
    #expect(finding.map(\.message) == ["\(socket): a directory is in its way"])
    #expect(try bash(try #require(finding[0].fix)) == 0 && machine.run("doctor", "--json").findings("socket")[0].ok)
  }

  @Test("A mistake in the configuration is told with its place, and the command opens the editor there")
  func configuration() throws {
    let file = try machine.write(".config/swiped/swiped.toml", "[camera]\n\n[keys]\nright = 'KEY_RIHGT'\n")
    let finding = try machine.run("doctor", "--json").findings("configuration")
    #expect(finding.count == 1 && !finding[0].ok && finding[0].message.hasPrefix("\(file):4:9: keys.right: \"KEY_RIHGT\" is not a key"))
    let editor = try machine.write("editor", "sed -i ${1#+}s/RIHGT/RIGHT/ \"$2\"\n")
    #expect(try bash("export EDITOR='bash \(editor)'; " + (try #require(finding[0].fix))) == 0)
    #expect(try machine.run("doctor", "--json").findings("configuration").map(\.ok) == [true])
    #expect(try machine.run("doctor", "--json", "--config", "/nowhere.toml").findings("configuration").map(\.fix) == [nil])
  }

  @Test("A runtime that is not where SWIPED_RUNTIME says is told")
  func runtime() throws {
    machine.environment["SWIPED_RUNTIME"] = machine.path
    let run = try machine.run("doctor", "--json")
    #expect(try run.findings("runtime").map(\.fix) == ["unset SWIPED_RUNTIME"] && run.findings("models").map(\.ok) == [true])
  }

  @Test("A limit of open files is not reported as a broken installation")
  func fewDescriptors() throws {
    let run = try machine.run("doctor", "--json", limit: "ulimit -n 8")
    for check in ["runtime", "models"] {
      for finding in try run.findings(check) where !finding.ok {
        #expect(finding.message.contains("Too many open files") && finding.message.contains("ulimit -n"), "\(finding)")
        #expect(finding.fix == nil, "\(finding)")
      }
    }
  }

  @Test("A model that is altered is reported by its name, and the runtime beside it works")
  func model() throws {
    let real = try RuntimePrefix.find().path
    try machine.write("models/hand_landmark_full_body.tflite", "altered")
    let files = FileManager.default
    try files.createSymbolicLink(atPath: machine.path + "/runtime", withDestinationPath: real + "/runtime")
    let whole = ["palm_detection_full", "hand_landmark_full", "hand_landmark_full_stem", "hand_landmark_full_head"]
    for name in whole.map({ "/models/\($0).tflite" }) {
      try files.createSymbolicLink(atPath: machine.path + name, withDestinationPath: real + name)
    }
    machine.environment["SWIPED_RUNTIME"] = machine.path
    let run = try machine.run("doctor", "--json")
    #expect(try run.findings("runtime").map(\.ok) == [true])
    let models = try run.findings("models")
    #expect(models.count == 1 && models[0].message.contains("/hand_landmark_full_body.tflite is truncated or altered"))
    #expect(run.status == 1)
  }

  @Test("Cameras are listed as they are; without one that is said, with status 66")
  func cameras() throws {
    let text = try machine.run("cameras")
    let json = try machine.run("cameras", "--json")
    let hasNodes = try FileManager.default.contentsOfDirectory(atPath: "/dev").contains { $0.hasPrefix("video") }
    if hasNodes {
      #expect([0, 66, 77].contains(text.status) && json.status == text.status)
    } else {
      #expect(text.status == 66 && text.output.isEmpty && text.errors.hasPrefix("swipectl: no camera found; plug one in"))
      #expect(json.status == 66 && json.output == "[]\n")
    }
  }

  @Test("A broken configuration does not keep the cameras from being listed, and is told with status 78")
  func camerasConfiguration() throws {
    let file = try machine.write("c.toml", "[camera]\ndevise = 'x'\n")
    let run = try machine.run("cameras", "--json", "--config", file)
    #expect(run.status == 78 && run.output.hasPrefix("["))
    #expect(run.errors.hasPrefix("swipectl: \(file):2:1: unknown key \"devise\" in [camera]; did you mean \"device\"?"))
  }
}
