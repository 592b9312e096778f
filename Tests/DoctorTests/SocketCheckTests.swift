import Doctor
import EventProtocol
import Systemd
import Testing
import UserErrors

@Suite("The check of the socket")
struct SocketCheckTests {
  private let path = "/run/user/1000/swiped/swiped.sock"

  private var running: UnitState {
    var state = UnitState()
    state.active = "active"
    state.processID = 42
    return state
  }

  private let swiped = SocketFacts.Process(id: 42, name: "swiped", user: 1000)

  private func check(
    _ answer: SocketFacts.Answer, _ file: SocketFacts.File = .socket(owner: 1000), _ service: UnitState? = nil,
    _ change: (inout SocketFacts) -> Void = { _ in }
  ) -> Finding {
    var facts = SocketFacts(path: path, file: file, answer: answer)
    change(&facts)
    return facts.check(service)
  }

  @Test("A daemon that answers is reported with its version and process")
  func hello() {
    #expect(check(.hello(Hello(pid: 42))).isFinding(.ok, naming: [path, Version.current, "process 42"]))
  }

  @Test("A daemon of another version is restarted or ended, if the kernel says which process it is")
  func otherVersion() {
    let old = SocketFacts.Answer.hello(Hello(version: "0.0.9", pid: 7))
    #expect(check(old, .socket(owner: 1000), running) { $0.listener = swiped }.fix == "systemctl --user restart swiped")
    let alone = check(old) { $0.listener = swiped }
    #expect(alone.isFinding(.failed, naming: ["0.0.9", "process 42", Version.current], fix: "kill 42"))
    #expect(check(.hello(Hello(protocol: 99, pid: 42))) { $0.listener = swiped }.verdict == .failed)
  }

  @Test("A socket at which only systemd listens is ok")
  func activation() {
    #expect(check(.startsDaemon).isFinding(.ok, naming: [path, "swiped.socket"]))
    #expect(check(.notTried).verdict == .note)
  }

  @Test("A stale file is removed, unless a process has its lock")
  func stale() {
    #expect(check(.refused).isFinding(.failed, naming: [path], fix: "rm \(path)"))
    #expect(check(.refused, .socket(owner: 1000), running).fix == "rm \(path) && systemctl --user restart swiped")
    #expect(check(.refused) { $0.lockHolder = swiped }.isFinding(.failed, naming: [path, "process 42", "lock"], fix: "ps -fp 42"))
  }

  @Test("A daemon that hangs is restarted or ended, depending on the process that the kernel reports")
  func hangs() {
    let silent = SocketFacts.Answer.silent(why: "no message of swiped came within 2 s")
    let hanging = check(silent) { $0.listener = swiped }
    #expect(hanging.isFinding(.failed, naming: [path, "swiped (process 42)", "within 2 s"], fix: "kill -9 42"))
    #expect(check(silent, .socket(owner: 1000), running) { $0.listener = swiped }.fix == "systemctl --user restart swiped")
    let stopped = check(silent) { $0.listener = .init(id: 42, name: "swiped", user: 1000, isStopped: true) }
    #expect(stopped.fix == "kill -CONT 42" && stopped.message.contains("(process 42, stopped)"))
  }

  @Test("A daemon that refuses another connection is not to be ended")
  func declines() {
    let declines = check(.declined(why: "64 connections are open already")) { $0.listener = swiped }
    #expect(declines.isFinding(.failed, naming: [path, "64 connections"]) && declines.fix == nil)
  }

  @Test(
    "A process that may not be this user's swiped is shown and not ended",
    arguments: [SocketFacts.Answer.silent(why: "no"), .hello(Hello(version: "0.0.9", pid: 1))])
  func uncertain(answer: SocketFacts.Answer) {
    #expect(check(answer).fix == "ss -xlp | grep -F \(path)")
    for other in [("sshd", 1000), (nil, 1000), ("swiped", 0)] as [(String?, UInt32)] {
      #expect(check(answer) { $0.listener = .init(id: 42, name: other.0, user: other.1) }.fix == "ps -fp 42")
    }
    let contradiction = check(answer) {
      $0.listener = swiped
      $0.lockHolder = .init(id: 43, name: "swiped", user: 1000)
    }
    #expect(contradiction.fix == "ps -fp 42")
    // The service is another process, and may be well.
    var service = running
    service.processID = 9
    #expect(check(answer, .socket(owner: 1000), service) { $0.listener = swiped }.fix?.description.hasPrefix("kill ") == true)
  }

  @Test("A path from the command line is not related to the service")
  func given() {
    #expect(check(.notTried, .absent, running) { $0.isGiven = true }.verdict == .note)
    #expect(check(.refused, .socket(owner: 1000), running) { $0.isGiven = true }.fix == "rm \(path)")
  }

  @Test("Without a file swiped is not running, which is a failure only if its service is active")
  func absent() {
    #expect(check(.notTried, .absent).isFinding(.note, naming: [path, "not running"]))
    #expect(check(.notTried, .absent, running).fix == "systemctl --user restart swiped")
  }

  @Test("A directory at the default path is moved away, and left alone at any other path")
  func inTheWay() {
    let directory = SocketFacts.File.other("a directory")
    #expect(check(.notTried, directory).isFinding(.failed, naming: [path, "a directory"], fix: "mv --backup=numbered \(path) \(path).old"))
    let elsewhere = check(.notTried, directory) { $0.isDefault = false }
    #expect(elsewhere.isFinding(.failed, naming: [path, "a directory", "--socket", "socket.path"]))
    #expect(elsewhere.facts.map(\.code) == ["socket_path_blocked"], "the text of the code has the fix, since there is no command")
  }

  @Test("Another user's socket is left alone")
  func otherUser() {
    let theirs = check(.notTried, .socket(owner: 0))
    #expect(theirs.isFinding(.failed, naming: [path, "user 0", "--socket"]))
    #expect(theirs.facts.map(\.code) == ["socket_path_of_other_user"])
    let locked = check(.notTried, .socket(owner: 0)) { $0.lockHolder = .init(id: 7, name: "swiped", user: 0) }
    #expect(locked.fix == "ps -fp 7")
    let foreign = check(.notTried, .socket(owner: 0)) { $0.isForeignFolder = true }
    #expect(foreign.fix == "export XDG_RUNTIME_DIR=/run/user/$(id -u)")
  }

  @Test("What keeps swiped from its socket is a failure; the fix of the default path is another folder")
  func obstacle() {
    let error = UserError("XDG_RUNTIME_DIR: /x does not exist", fix: "set XDG_RUNTIME_DIR", exitStatus: .unavailable)
    let folder = "export XDG_RUNTIME_DIR=/run/user/$(id -u)"
    for service in [nil, running] {
      let finding = check(.notTried, .absent, service) { $0.obstacle = error }
      #expect(finding.isFinding(.failed, naming: ["/x does not exist"], fix: folder))
    }
    let given = check(.notTried, .absent) { ($0.obstacle, $0.isDefault) = (error, false) }
    #expect(given.isFinding(.failed, naming: ["/x does not exist", "set XDG_RUNTIME_DIR"]))
    #expect(given.facts.first?.values["error"]?.contains("set XDG_RUNTIME_DIR") == true, "a page says the fix that is no command, too")
  }

  @Test("The fix of a socket without permission grants it")
  func denied() {
    #expect(check(.denied(why: "permission denied")).fix == "chmod u+rwx /run/user/1000/swiped && chmod u+rw \(path)")
  }

  @Test("Without a folder for the socket, the fix names one")
  func noPath() {
    var facts = SocketFacts(path: "", file: .absent, answer: .notTried, noPath: "XDG_RUNTIME_DIR: not set")
    #expect(facts.check(nil).isFinding(.failed, naming: ["XDG_RUNTIME_DIR"], fix: "export XDG_RUNTIME_DIR=/run/user/$(id -u)"))
    facts.hasUserFolder = false
    #expect(facts.check(nil).fix == "export XDG_RUNTIME_DIR=$(mktemp -d)")
  }
}
