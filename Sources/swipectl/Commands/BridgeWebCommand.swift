import ArgumentParser
import Bridge
import EventProtocol
import Platform
import Product
import Web

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

  @Option(
    help: ArgumentHelp("Address to listen at, for other machines; needs --token-file, --certificate and --key.", valueName: "ip-address"))
  var listen = ServerIP.loopback

  @Option(help: ArgumentHelp("File with a certificate for TLS, as PEM.", valueName: "file"), completion: .file())
  var certificate: String?

  @Option(help: ArgumentHelp("File with its private key, as PEM.", valueName: "file"), completion: .file())
  var key: String?

  @Flag(help: "Also pass on the joints of hands, to pages that ask for frames.")
  var frames = false

  @OptionGroup var connection: ConnectionOptions

  func validate() throws {
    guard (0...65535).contains(port) else { throw ValidationError("--port takes a number from 0 to 65535, not \(port)") }
    guard (certificate == nil) == (key == nil) else {
      throw ValidationError("--certificate and --key belong together; give both")
    }
    guard listen == .loopback || certificate != nil && tokenFile != nil else {
      throw ValidationError("--listen \(listen.text): others could listen in or connect; add --certificate, --key and --token-file")
    }
  }

  func run() throws {
    var named: Set<PageOrigin> = []
    for origin in origins { named.insert(try PageOrigin(origin)) }
    var access = PageAccess(origins: named, token: try tokenFile.map { try SecretFile.readToken(CommandLinePaths.path(for: $0).string) })
    if frames { access.topics.insert(.frame) }
    var tls: ServerTLS?
    if let certificate, let key {
      tls = try PageCertificate.read(
        certificate: CommandLinePaths.path(for: certificate).string, key: CommandLinePaths.path(for: key).string)
    }
    let end = try Wakeup()
    try atEnd { end.signal() }
    let bridge = WebBridge(access, daemon: try connection.path) { StandardError.line("swipectl: \($0)") }
    let address = try bridge.start(at: ServerAddress(listen, port: port, tls: tls))
    try StandardOutput.write(lines: [address])
    StandardError.line("swipectl: pages of \(named.map(\.text).sorted().joined(separator: " and ")) can connect; Ctrl-C stops it")
    while Platform.wait(for: end.descriptor, wake: -1) != .ready {}
    bridge.stop()
  }
}

extension ServerIP: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
  public var defaultValueDescription: String { text }
}
