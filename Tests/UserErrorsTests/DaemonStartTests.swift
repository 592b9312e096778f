import Testing
import UserErrors

@Suite("How swiped is started, as every message that misses it proposes")
struct DaemonStartTests {
  @Test("With its service, by systemd, wherever the programs run from", arguments: [Installation.checkout("/x"), .installed, .package])
  func service(installation: Installation) {
    let start = DaemonStart(installation: installation, hasService: true)
    #expect(start.fix == .command("systemctl --user start swiped"))
    #expect(start.restartFix == .command("systemctl --user restart swiped"))
    #expect(start.stopWords(process: 7) == "stop it with `systemctl --user stop swiped`")
  }

  @Test("Without it, by a command for another terminal, which shows swipes")
  func terminal() {
    #expect(DaemonStart(installation: .checkout("/x"), hasService: false, workingFolder: "/x").command == "make run")
    #expect(DaemonStart(installation: .checkout("/x y"), hasService: false, workingFolder: "/").command == "make -C '/x y' run")
    #expect(DaemonStart(installation: .installed, hasService: false).command == "swiped run --watch")
    #expect(DaemonStart(installation: .package, hasService: false).fix == "run `swiped run --watch` in another terminal")
    #expect(DaemonStart(installation: .package, hasService: false).stopWords(process: 7) == "stop it with `kill 7`")
    #expect(DaemonStart(installation: .package, hasService: false).stopWords(process: nil) == "stop it with Ctrl-C in its terminal")
  }

  @Test("The command that is tried without a camera shows swipes, and presses no keys")
  func trying() {
    let checkout = DaemonStart(installation: .checkout("/x"), hasService: false, workingFolder: "/x")
    #expect(checkout.renderedHandCommand == "make run SOURCE=synthetic")
    #expect(
      DaemonStart(installation: .checkout("/x"), hasService: true).renderedHandCommand == "make -C /x run SOURCE=synthetic")
    #expect(DaemonStart(installation: .package, hasService: true).renderedHandCommand == "swiped run --watch --no-keys --source synthetic")
  }
}
