import Glibc
import Platform

/// How a person starts swiped on this machine. Every message that misses a running swiped proposes the same.
package struct DaemonStart: Sendable, Equatable {
  package var installation: Installation
  /// Whether systemd runs here, and the file of the service is in a folder that it searches.
  package var hasService: Bool
  /// The folder in which commands are typed; nil if it is not known.
  package var workingFolder: String?

  package init(installation: Installation, hasService: Bool, workingFolder: String? = nil) {
    (self.installation, self.hasService, self.workingFolder) = (installation, hasService, workingFolder)
  }

  /// On this machine, for this user.
  package static let current = DaemonStart(
    installation: .current,
    hasService: Files.exists("/run/systemd/system") && isServiceInstalled(home: Environment["HOME"]),
    workingFolder: Files.resolve("."))

  /// Whether the file of the service is in a folder that systemd searches.
  ///
  /// - Parameter home: the home folder of the user.
  package static func isServiceInstalled(home: String?) -> Bool {
    let own = home.map { ["\($0)/.config/systemd/user", "\($0)/.local/share/systemd/user"] } ?? []
    return (systemFolders("systemd/user") + own).contains { Files.exists($0 + "/swiped.service") }
  }

  package var command: ShellCommand {
    if hasService { return "systemctl --user start swiped" }
    return make.map { "\($0) run" } ?? "swiped run --watch"
  }

  /// The command that shows swipes without a camera. It presses no keys: those of a hand that nobody controls would go to any window.
  package var renderedHandCommand: ShellCommand {
    make.map { "\($0) run SOURCE=synthetic" } ?? "swiped run --watch --no-keys --source synthetic"
  }

  /// Make in the folder of the checkout; nil where the programs are installed.
  private var make: ShellCommand? {
    guard case .checkout(let folder) = installation else { return nil }
    return folder == workingFolder ? "make" : "make -C \(folder)"
  }

  package var fix: Fix { hasService ? .command(command) : "run \(command) in another terminal" }

  /// The fix for a running swiped that does not do what it should.
  package var restartFix: Fix {
    hasService ? .command("systemctl --user restart swiped") : "stop it with Ctrl-C, and run \(command) again"
  }

  /// How to stop a swiped that is in the way.
  ///
  /// - Parameter process: its process, if that is known.
  package func stopWords(process: Int32?) -> Fix.Words {
    if hasService { return "stop it with \("systemctl --user stop swiped" as ShellCommand)" }
    guard let process else { return "stop it with Ctrl-C in its terminal" }
    return "stop it with \("kill \(process)" as ShellCommand)"
  }

  /// The fix for a swiped that has stopped without being asked to.
  package var inspectionFix: Fix { hasService ? .command("systemctl --user status swiped") : fix }
}

extension Installation {
  /// The command that shows the swipes of a source.
  package func watchCommand(source: String) -> ShellCommand {
    switch self {
    case .checkout: "make run SOURCE=\(source)"
    case .installed, .package: "swiped run --watch --source \(source)"
    }
  }
}

/// The folders of one purpose in the order in which udev and systemd search them.
package func systemFolders(_ name: String) -> [String] {
  ["/etc", "/run", "/usr/local/lib", "/usr/lib", "/lib"].map { "\($0)/\(name)" }
}
