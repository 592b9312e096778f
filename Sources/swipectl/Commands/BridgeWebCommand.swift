import ArgumentParser
import Bridge
import EventProtocol
import Platform
import Programs
import UserErrors

struct BridgeWebCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "web",
    abstract: "Pass swipes on to web pages that you name, until Ctrl-C.",
    usage: "swipectl bridge web --origin ORIGIN [OPTIONS]",
    discussion: """
      In a page: new EventSource("http://127.0.0.1:9473/events")
      """)

  @Option(
    name: .customLong("origin"),
    help: ArgumentHelp("Whose pages may connect, as in https://example.org; can be repeated.", valueName: "origin"))
  var origins: [String]

  @Option(help: ArgumentHelp("Port; 0 means any free port.", valueName: "number"))
  var port = 9473

  @Option(help: ArgumentHelp("File with a token that pages must send as well.", valueName: "file"), completion: .file())
  var tokenFile: String?

  @Flag(help: "Also pass on the joints of hands, to pages that ask for frames.")
  var frames = false

  /// This option and the next two once let the bridge listen for other machines, and only exist for the message.
  @Option(help: .private)
  var listen: String?

  @Option(help: .private)
  var certificate: String?

  @Option(help: .private)
  var key: String?

  @OptionGroup var connection: ConnectionOptions

  func validate() throws {
    guard (0...65535).contains(port) else { throw ValidationError("--port takes a number from 0 to 65535, not \(port)") }
  }

  func run() throws {
    for (option, value) in [("--listen", listen), ("--certificate", certificate), ("--key", key)] where value != nil {
      throw UserError(
        "\(option): the bridge listens on this machine only",
        fix: """
          put Caddy or nginx in front of it, see "Other machines" in Documentation/programs.md, installed as share/doc/swiped/programs.md
          """, exitStatus: .usage)
    }
    var named: Set<PageOrigin> = []
    for origin in origins { named.insert(try PageOrigin(origin)) }
    var access = PageAccess(origins: named, token: try tokenFile.map { try SecretFile.readToken(CommandLinePaths.path(for: $0).string) })
    if frames { access.topics.insert(.frame) }
    let end = try Wakeup()
    try atEnd { end.signal() }
    let bridge = WebBridge(access, daemon: try connection.path) { StandardError.line("swipectl: \($0)") }
    let address = try bridge.start(port: port)
    try StandardOutput.write(lines: [address])
    StandardError.line("swipectl: pages of \(named.map(\.text).sorted().joined(separator: " and ")) can connect; Ctrl-C stops it")
    while Platform.wait(for: end.descriptor, wake: -1) != .ready {}
    bridge.stop()
  }
}
