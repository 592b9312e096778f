import EventProtocol
import Foundation
import Glibc
import Inference
import Testing

@Suite("swipectl doctor and cameras on this machine", .serialized, .timeLimit(.minutes(5)))
struct ProgramTests {
  private let machine = Machine()
  private var socket: String { machine.path + "/swiped/swiped.sock" }

  private func bash(_ command: String) throws -> Int32 {
    let process = try Process.run(URL(fileURLWithPath: "/bin/bash"), arguments: ["-c", command])
    process.waitUntilExit()
    return process.terminationStatus
  }

  @Test("Every check has a line, and an object in JSON; the exit status is 1 if one failed")
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

  @Test("A stale socket is found, and the fix removes it")
  func stale() throws {
    do { _ = try Listener(socket) }
    let finding = try machine.run("doctor", "--json").findings("socket")
    #expect(finding.map(\.ok) == [false] && finding.map(\.fix) == ["rm \(socket)"])
    #expect(try bash("rm \(socket)") == 0)
    let fixed = try machine.run("doctor", "--json").findings("socket")
    #expect(fixed.map(\.ok) == [true] && fixed.map(\.fix) == [nil])
  }

  @Test("A daemon that greets is ok, at the socket of the command line or of the configuration")
  func greeting() throws {
    let hello = String(decoding: JSONCoding.encode(Hello(pid: 42)), as: UTF8.self)
    for (name, arguments) in [("a.sock", ["--socket"]), ("b.sock", [])] {
      let path = "\(machine.path)/\(name)"
      let listener = try Listener(path, greeting: #"{"jsonrpc":"2.0","method":"hello","params":\#(hello)}"#)
      if arguments.isEmpty { try machine.write(".config/swiped/swiped.toml", "socket.path = '\(path)'") }
      let run = arguments.isEmpty ? try machine.run("doctor", "--json") : try machine.run("doctor", "--json", "--socket", path)
      let finding = try run.findings("socket")
      #expect(finding.count == 1 && finding[0].ok && finding[0].fix == nil)
      for thing in [path, Version.current, "process 42"] { #expect(finding[0].message.contains(thing)) }
      withExtendedLifetime(listener) {}
    }
  }

  @Test("A program that sends nothing for two seconds, or another greeting, is not swiped")
  func silence() throws {
    for greeting in [nil, "220 mail ready"] {
      unlink(socket)
      let listener = try Listener(socket, greeting: greeting)
      let finding = try machine.run("doctor", "--json").findings("socket")
      #expect(finding.count == 1 && !finding[0].ok && finding[0].message.contains(socket))
      // It is this process, which is not swiped, so that the fix only shows it.
      #expect(finding[0].message.contains("(process \(getpid()))") && finding[0].fix == "ps -fp \(getpid())")
      withExtendedLifetime(listener) {}
    }
  }

  @Test("A directory at the socket's path is moved away")
  func inTheWay() throws {
    try machine.write("swiped/swiped.sock/file")
    let finding = try machine.run("doctor", "--json").findings("socket")
    #expect(finding.map(\.ok) == [false] && finding[0].message.contains("a directory"))
    #expect(try bash(try #require(finding[0].fix)) == 0 && machine.run("doctor", "--json").findings("socket")[0].ok)
  }

  @Test("A problem of the configuration is reported with its place, and the fix opens the editor there")
  func configuration() throws {
    let file = try machine.write(".config/swiped/swiped.toml", "[camera]\n\n[keys]\nright = 'KEY_RIHGT'\n")
    let finding = try machine.run("doctor", "--json").findings("configuration")
    #expect(finding.count == 1 && !finding[0].ok && finding[0].message.hasPrefix("\(file):4:9: "))
    #expect(finding[0].message.contains("\"KEY_RIHGT\""))
    let editor = try machine.write("editor", "sed -i ${1#+}s/RIHGT/RIGHT/ \"$2\"\n")
    #expect(try bash("export EDITOR='bash \(editor)'; " + (try #require(finding[0].fix))) == 0)
    #expect(try machine.run("doctor", "--json").findings("configuration").map(\.ok) == [true])
    #expect(try machine.run("doctor", "--json", "--config", "/nowhere.toml").findings("configuration").map(\.fix) == [nil])
  }

  @Test("A runtime folder that is missing is the failure of the socket")
  func noRuntimeFolder() throws {
    machine.environment["XDG_RUNTIME_DIR"] = machine.path + "/none"
    let finding = try machine.run("doctor", "--json").findings("socket")
    #expect(finding.map(\.ok) == [false] && finding[0].message.contains("\(machine.path)/none does not exist"))
    #expect(finding[0].fix?.hasPrefix("export XDG_RUNTIME_DIR=") == true)
  }

  @Test("A command that cannot be started fails, and one that the search of PATH finds does not")
  func commands() throws {
    let script = try machine.write("bin/swiped-test-command", "#!/bin/sh\n")
    try machine.write(".config/swiped/swiped.toml", "[[on]]\nswipe = 'left'\nrun = ['swiped-test-command']\n")
    #expect(try machine.run("doctor", "--json").findings("commands").map(\.ok) == [false])
    machine.environment["PATH"] = "/bin:\(machine.path)/bin"
    let finding = try machine.run("doctor", "--json").findings("commands")
    #expect(finding.map(\.fix) == ["chmod +x \(script)"])
    #expect(try bash(try #require(finding[0].fix)) == 0 && machine.run("doctor", "--json").findings("commands").map(\.ok) == [true])
  }

  @Test("The fix of a SWIPED_RUNTIME that has no runtime unsets it")
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
    let whole = [
      "palm_detection_full", "palm_detection_full_look", "hand_landmark_full", "hand_landmark_full_stem", "hand_landmark_full_head",
      "face_detection_short_range",
    ]
    for name in whole.map({ "/models/\($0).tflite" }) {
      try files.createSymbolicLink(atPath: machine.path + name, withDestinationPath: real + name)
    }
    machine.environment["SWIPED_RUNTIME"] = machine.path
    let run = try machine.run("doctor", "--json")
    #expect(try run.findings("runtime").map(\.ok) == [true])
    let models = try run.findings("models")
    #expect(models.count == 1 && models[0].message.contains("/hand_landmark_full_body.tflite"))
    #expect(run.status == 1)
  }

  @Test("Cameras are listed; without any, the exit status is 66")
  func cameras() throws {
    let text = try machine.run("cameras")
    let json = try machine.run("cameras", "--json")
    let hasNodes = try FileManager.default.contentsOfDirectory(atPath: "/dev").contains { $0.hasPrefix("video") }
    if hasNodes {
      #expect([0, 66, 77].contains(text.status) && json.status == text.status)
    } else {
      #expect(text.status == 66 && text.output.isEmpty && text.errors.contains("no camera"))
      #expect(json.status == 66 && json.output == "[]\n")
    }
  }

  @Test("With an invalid configuration the cameras are listed, and the exit status is 78")
  func camerasConfiguration() throws {
    let file = try machine.write("c.toml", "[camera]\ndevise = 'x'\n")
    let run = try machine.run("cameras", "--json", "--config", file)
    #expect(run.status == 78 && run.output.hasPrefix("["))
    #expect(run.errors.hasPrefix("swipectl: \(file):2:1: ") && run.errors.contains("\"devise\""))
  }
}
