import Foundation

/// A program in the place of systemctl(1), which keeps the properties of the units in files of its folder.
final class FakeSystemctl: Sendable {
  /// What it does, in a folder with these files: `NAME.show` has the properties of a unit; `fail-COMMAND` what a command says that fails;
  /// `hang-COMMAND` lets it hang, `crash-COMMAND` crash; `after-COMMAND` replaces the properties of its unit, or of the service.
  private static let script = """
    #!/bin/sh
    cd "$(dirname "$0")" || exit
    shift
    command=$1 unit=${2:-swiped.service}
    [ ! -e "hang-$command" ] || exec sleep 60
    [ ! -e "crash-$command" ] || kill -SEGV $$
    [ "${command#show}" != "$command" ] || echo "$*" >>calls
    if [ -e "after-$command" ]; then cp "after-$command" "$unit.show"; fi
    if [ -e "fail-$command" ]; then cat "fail-$command" >&2; exit 1; fi
    case $command in
      show) cat swiped.service.show; echo; cat swiped.socket.show ;;
      show-environment) cat environment ;;
    esac
    """

  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("systemctl-\(UUID())").path
  var path: String { "\(folder)/systemctl" }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  init() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Self.script.write(toFile: path, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
    try set("swiped.service.show", Self.properties())
    try set("swiped.socket.show", Self.properties())
  }

  /// What `show` prints of a unit, with the order and the properties that systemd 252 has.
  static func properties(
    load: String = "loaded", active: String = "inactive", sub: String = "dead", file: String = "disabled", result: String = "success",
    exitStatus: Int = 0, process: Int = 0, listen: [String] = []
  ) -> String {
    """
    MainPID=\(process)
    \(listen.map { "Listen=\($0) (Stream)\n" }.joined())Result=\(result)
    ExecMainStatus=\(exitStatus)
    LoadState=\(load)
    ActiveState=\(active)
    SubState=\(sub)
    UnitFileState=\(file)

    """
  }

  /// Writes one of its files.
  func set(_ name: String, _ text: String = "") throws {
    try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
  }

  /// The commands, except those that only read: `start swiped.service`.
  var calls: [String] {
    let text = try? String(contentsOfFile: "\(folder)/calls", encoding: .utf8)
    return text?.split(separator: "\n").map(String.init) ?? []
  }
}
