import Glibc
import Platform
import SystemPackage
import UserErrors

/// Gives a user access to the virtual keyboard, as root.
package struct KeyAccess: Sendable {
  /// Something that is to be done.
  package enum Step: Sendable, Equatable {
    case write(file: String, text: String)
    /// A program of the system, and its arguments.
    case run([String])
    /// Makes a user the owner of the device until it is created again, as udev's rule does nothing for that user.
    case give(uid_t)
  }

  /// In their order.
  package let steps: [Step]

  /// - Parameters:
  ///   - facts: what the user has.
  ///   - user: who is to have access; nil for whoever is at the computer's own screen.
  package init(_ facts: UinputFacts, user: uid_t?) {
    var steps: [Step] = []
    if !facts.isRuleInstalled { steps.append(.write(file: "/etc/udev/rules.d/70-swiped.rules", text: "\(UinputFacts.rule)\n")) }
    if !facts.isModuleInModulesLoad { steps.append(.write(file: "/etc/modules-load.d/swiped.conf", text: "uinput\n")) }
    steps.append(.run(["udevadm", "control", "--reload"]))
    if !facts.isModuleLoaded { steps.append(.run(["modprobe", "uinput"])) }
    steps.append(.run(["udevadm", "trigger", "--settle", "--action=change", "--sysname-match=uinput"]))
    if let user, !facts.isAtSeat { steps.append(.give(user)) }
    self.steps = steps
  }

  /// The user who has become root through sudo or pkexec; nil if there is none.
  ///
  /// - Parameter environment: which these programs set.
  package static func user(environment: [String: String]) -> uid_t? {
    (environment["SUDO_UID"] ?? environment["PKEXEC_UID"]).flatMap { uid_t($0) }
  }

  /// On this machine.
  package static func gathered(for user: uid_t?) -> KeyAccess { KeyAccess(UinputFacts.gathered(for: user ?? 0), user: user) }

  /// Carries out the steps.
  ///
  /// - Returns: what was done; one line.
  /// - Throws: `UserError` for the first step that fails.
  package func allow() throws(UserError) -> String {
    for step in steps { try carryOut(step) }
    let always = "\(UinputFacts.device): swiped can press keys for the user at this computer's own screen"
    guard case .give? = steps.last else { return always }
    return "\(always), and for you until the next start"
  }

  private func carryOut(_ step: Step) throws(UserError) {
    switch step {
    case .write(let file, let text):
      do throws(Errno) {
        try Files.createFolders(FilePath(Files.folder(of: file)))
        try Files.replace(FilePath(file), with: Array(text.utf8))
        // Only root's umask keeps others from reading it.
        guard chmod(file, 0o644) == 0 else { throw Errno(rawValue: errno) }
      } catch { throw UserError("\(file): cannot be written (\(error))", fix: "make it writable for root", exitStatus: .cannotCreate) }
    case .run(let command): try run(command)
    case .give(let user):
      guard chown(UinputFacts.device, user, gid_t.max) == 0 else {
        throw UserError(
          "\(UinputFacts.device): \("\(Errno(rawValue: errno))".lowercased())", fix: "see `sudo dmesg`", exitStatus: .unavailable)
      }
    }
  }

  private func run(_ command: [String]) throws(UserError) {
    let path = ["/usr/sbin", "/sbin", "/usr/bin", "/bin"].map { "\($0)/\(command[0])" }.first(where: Files.exists) ?? command[0]
    let name = command.joined(separator: " ")
    let (bytes, exit): ([UInt8], ChildProcess.Exit)
    do throws(Errno) {
      (bytes, exit) = try ChildProcess.output(
        of: [path] + command.dropFirst(), environment: [:], mergingErrors: true, within: .seconds(30))
    } catch { throw UserError("\(name): \(error)", fix: "install the package of \(words: command[0])", exitStatus: .unavailable) }
    guard exit != .exited(status: 0) else { return }
    let words = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).joined(separator: " ").prefix(300)
    throw UserError("\(name): \(words.isEmpty ? "failed" : String(words).printable)", fix: "see `sudo dmesg`", exitStatus: .unavailable)
  }
}
