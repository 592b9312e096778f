import ArgumentParser
import Doctor
import Glibc
import Platform
import Programs
import UserErrors

struct AllowKeysCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "allow-keys",
    abstract: "Allow swiped to press keys; as root.",
    discussion: """
      Loads the kernel module uinput, now and at each start, and gives the user at this computer's own screen access to /dev/uinput by a rule \
      of udev. For another user, who calls it with sudo, until the next start.
      """)

  func run() throws {
    guard geteuid() == 0 else {
      throw UserError("only root can allow that", fix: .command(Installation.current.allowKeysCommand), exitStatus: .notPermitted)
    }
    try StandardOutput.write(lines: [KeyAccess.gathered(for: KeyAccess.user(environment: Environment.current)).allow()])
  }
}
