import Foundation
import TestTime
import Testing
import swiped

@Suite("Opening the app from the panel")
struct AppStartTests {
  private let log = Log()
  private let scratch = Scratch()
  private let service = ["RUNTIME_DIRECTORY": "/run/user/1/swiped", "XDG_RUNTIME_DIR": "/run/user/1"]

  private func start(
    _ environment: [String: String], program: String = "/usr/bin/swipectl", socket: String? = nil, file: String? = nil
  ) -> AppStart {
    AppStart(program: program, socket: socket, file: file, environment: environment) { [log] in log.add($0) }
  }

  @Test("A daemon in a terminal starts swipectl itself, and names its socket and its configuration unless they are the usual ones")
  func terminal() {
    let environment = ["XDG_RUNTIME_DIR": "/run/user/1"]
    #expect(start(environment).command(.first, token: nil) == ["/usr/bin/swipectl", "open"])
    let usual = start(environment, socket: "/run/user/1/swiped/swiped.sock")
    #expect(usual.command(.settings, token: "1") == ["/usr/bin/swipectl", "open", "settings"])
    let other = start(environment, socket: "/tmp/s", file: "/tmp/c")
    #expect(other.command(.settings, token: nil) == ["/usr/bin/swipectl", "open", "settings", "--socket", "/tmp/s", "--config", "/tmp/c"])
  }

  @Test("A service has the service manager start it, outside of its own confinement and without a log of the page's address")
  func managed() {
    let command = start(service).command(.first, token: nil)
    #expect(command.first == "systemd-run" && command.contains("--user") && command.contains("--property=StandardOutput=null"))
    #expect(command.suffix(3) == ["--", "/usr/bin/swipectl", "open"] && !command.contains { $0.hasPrefix("--setenv") })
    #expect(start(service).command(.first, token: "t 1").contains("--setenv=XDG_ACTIVATION_TOKEN=t 1"))
  }

  @Test("Each click starts it, with the token of its click, also while another one runs")
  func clicks() throws {
    scratch.mark(true)
    let program = "\(scratch.output).sh"
    try
      "#!/bin/sh\necho secret\necho $1 $2 $XDG_ACTIVATION_TOKEN > \(scratch.output)\nwhile test -e \(scratch.output).good; do sleep 0.02; done\n"
      .write(toFile: program, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: program)
    let start = start(["PATH": "/usr/bin:/bin"], program: program)
    start.open(.first, token: "1")
    #expect(scratch.read() == "open 1\n")
    start.open(.settings, token: "2")
    #expect(scratch.read() == "open settings 2\n")
    start.open(.first, token: nil)
    #expect(scratch.read() == "open\n")
    #expect(log.lines.isEmpty)
    scratch.mark(false)
  }

  @Test("A swipectl that is missing is logged, with the fix")
  func missing() {
    start([:], program: "\(scratch.output).none").open(.first, token: nil)
    #expect(eventually { log.lines.count == 1 && log.lines[0].contains("install it") })
  }
}
