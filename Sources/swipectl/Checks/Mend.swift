/// Commands that mend, for `bash -c` as they are.
enum Mend {
  static let reloadRules = "sudo udevadm control --reload"
  static let startService = "systemctl --user enable --now swiped"
  static let restartService = "systemctl --user restart swiped"
  static let revive = "systemctl --user reset-failed swiped && systemctl --user restart swiped"
  /// Of the user who runs it, not of root that `sudo` becomes.
  static let runtimeDirectory = "export XDG_RUNTIME_DIR=/run/user/$(id -u)"

  /// Has udev grant access to a device again.
  static func trigger(_ device: String) -> String {
    "sudo udevadm trigger --settle --action=change --sysname-match=\(quoted(name(of: device)))"
  }

  /// For a user whom udev does not grant it, since nobody of that name sits at the computer.
  static func own(_ device: String) -> String { "sudo chown \"$(id -un)\" \(quoted(device))" }

  /// Opens the file at the line.
  static func edit(_ file: String, line: Int) -> String { "${EDITOR:-nano} +\(line) \(quoted(file))" }

  static func moveAway(_ file: String) -> String { "mv \(quoted(file)) \(quoted(file + ".old"))" }

  /// A word that the shell takes as it stands.
  static func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
      default: "/._-+:@%,=".utf8.contains(byte)
      }
    }
    if isPlain, !word.isEmpty { return word }
    return "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }

  private static func name(of path: String) -> String { String(path.split(separator: "/").last ?? "") }
}
