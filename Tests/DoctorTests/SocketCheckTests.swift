import EventProtocol
import Testing
import swipectl

@Suite("The check of the socket")
struct SocketCheckTests {
  private let path = "/run/user/1000/swiped/swiped.sock"

  private var running: UnitState {
    var state = UnitState()
    state.active = "active"
    return state
  }

  private func check(_ answer: SocketFacts.Answer, _ file: SocketFacts.File = .socket(owner: 1000), _ service: UnitState? = nil) -> Finding
  {
    SocketFacts(path: path, file: file, answer: answer).check(service)
  }

  @Test("A daemon that answers is told with its version and process")
  func hello() {
    let finding = check(.hello(Hello(pid: 42)))
    #expect(finding == .ok("socket", "\(path): swiped \(Version.current) answers, process 42"))
  }

  @Test("A daemon of another version is restarted")
  func otherVersion() {
    let old = SocketFacts.Answer.hello(Hello(version: "0.0.9", pid: 42))
    #expect(check(old, .socket(owner: 1000), running).fix == "systemctl --user restart swiped")
    #expect(check(old).fix == "kill 42")
    #expect(check(.hello(Hello(protocol: 99, pid: 42))).verdict == .failed)
  }

  @Test("A socket at which only systemd listens is well, and told as such")
  func activation() {
    #expect(check(.startsDaemon) == .ok("socket", "\(path): only swiped.socket listens; the first to connect starts swiped"))
    #expect(check(.notTried).verdict == .note)
  }

  @Test("A stale file is removed")
  func stale() {
    #expect(check(.refused) == .failed("socket", "\(path): stale, nobody listens there", fix: "rm \(path)"))
    #expect(check(.refused, .socket(owner: 1000), running).fix == "rm \(path) && systemctl --user restart swiped")
  }

  @Test("A daemon that hangs is restarted, or ended by the process id beside its socket")
  func hangs() {
    let silent = SocketFacts.Answer.silent(why: "nothing that swiped would say came within 2 s")
    #expect(check(silent).message == "\(path): no answer: nothing that swiped would say came within 2 s")
    #expect(check(silent).fix == "kill -9 $(cat \(path).lock)")
    #expect(check(silent, .socket(owner: 1000), running).fix == "systemctl --user restart swiped")
  }

  @Test("Without a file swiped is not running, which is a failure only when its service says that it is")
  func absent() {
    #expect(check(.notTried, .absent) == .note("socket", "\(path): not there, as swiped is not running"))
    #expect(check(.notTried, .absent, running).fix == "systemctl --user restart swiped")
  }

  @Test("What is in the way, another user's or not permitted has a command of its own")
  func refusals() {
    #expect(
      check(.notTried, .other("a directory")) == .failed("socket", "\(path): a directory is in its way", fix: "mv \(path) \(path).old"))
    #expect(check(.notTried, .socket(owner: 0)).fix == "sudo rm \(path)")
    #expect(check(.denied(why: "permission denied")).fix == "chmod u+rwx /run/user/1000/swiped && chmod u+rw \(path)")
  }

  @Test("Without a folder for it there is a command that names one")
  func noPath() {
    var facts = SocketFacts(path: "", file: .absent, answer: .notTried, noPath: "XDG_RUNTIME_DIR: not set")
    #expect(facts.check(nil) == .failed("socket", "XDG_RUNTIME_DIR: not set", fix: "export XDG_RUNTIME_DIR=/run/user/$(id -u)"))
    facts.hasUserFolder = false
    #expect(facts.check(nil).fix == "export XDG_RUNTIME_DIR=$(mktemp -d)")
  }
}
