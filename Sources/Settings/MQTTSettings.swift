import Platform
import UserErrors

/// The options of `swipectl bridge mqtt`, which are in a file of their own: the daemon has no network, and needs none of them.
package struct MQTTSettings: Sendable, Equatable {
  /// The broker's name or address.
  package var host = ""
  /// The TCP port; nil for 8883 with TLS, and 1883 without.
  package var port: Int?
  package var usesTLS = false
  /// The file with the certificates that are trusted, absolute; nil for those of the system.
  package var authority: String?
  package var user: String?
  /// The file with the password, absolute.
  package var passwordFile: String?
  /// The id in topics; nil for the name of the machine.
  package var id: String?
  /// The name for people; nil for one with the name of the machine.
  package var name: String?
  /// Whether the broker's clients may pause swiped and select its profile.
  package var acceptsCommands = false
  /// Where Home Assistant looks for devices.
  package var discoveryPrefix = "homeassistant"

  package init() {}

  package var usedPort: Int { port ?? (usesTLS ? 8883 : 1883) }
}

extension MQTTSettings {
  /// The name of the file beside `swiped.toml`.
  private static let fileName = "mqtt.toml"

  /// Loads `--config`'s file, or else `mqtt.toml` beside the user's own `swiped.toml`.
  ///
  /// - Returns: the options, and the file that they came from.
  package static func load(
    explicit: String?, environment: [String: String]
  ) throws(ConfigurationError) -> (settings: MQTTSettings, file: String) {
    let folder = LoadedConfiguration.defaultFile(environment: environment).map { Files.folder(of: $0) }
    guard let file = explicit ?? folder.map({ "\($0)/\(fileName)" }) else {
      throw ConfigurationError(file: fileName, "no home folder to look in", fix: "set HOME, or name the file with --config")
    }
    do {
      return (try MQTTSettings(bytes: readConfigurationFile(file), file: file), file)
    } catch  where error.isMissingFile && explicit == nil {
      throw ConfigurationError(
        file: file, "no such file; it says where the broker is", fix: "write it as `man swipectl` shows, below \"bridge mqtt\"")
    }
  }

  /// - Parameters:
  ///   - bytes: a TOML text in UTF-8.
  ///   - file: its name, for messages.
  package init(bytes: [UInt8], file: String) throws(ConfigurationError) {
    let parsed = try ParsedTOML(allowingBareWordsIn: bytes, file: file)
    var reader = ConfigurationReader(parsed, file: file)
    reader.read("broker", "host", .text("a name or an address") { !$0.isEmpty && $0.utf8.count <= 255 }, into: &host)
    reader.read("broker", "port", ValueRule<Int>.integer(1...65535).optional, into: &port)
    reader.read("broker", "tls", .flag, into: &usesTLS)
    reader.read("broker", "authority", ValueRule<String>.absolutePath.optional, into: &authority)
    reader.read("broker", "user", ValueRule<String>.text("a name") { !$0.isEmpty }.optional, into: &user)
    reader.read("broker", "password_file", ValueRule<String>.absolutePath.optional, into: &passwordFile)
    reader.read("device", "id", ValueRule<String>.topicPart.optional, into: &id)
    reader.read("device", "name", ValueRule<String>.text("a name of at most 64 bytes") { 1...64 ~= $0.utf8.count }.optional, into: &name)
    reader.read("device", "commands", .flag, into: &acceptsCommands)
    reader.read("device", "discovery_prefix", .topicPart, into: &discoveryPrefix)
    let problems = reader.finish()
    guard problems.isEmpty else { throw ConfigurationError(problems) }
    guard !host.isEmpty else {
      throw ConfigurationError(
        file: file, at: parsed.places["broker"]?.key, "[broker] lacks \"host\"", fix: "write host = \"NAME\" below [broker]")
    }
    if let problem = BrokerHostProblem(host, port: port, usesTLS: usesTLS, user: user) {
      throw ConfigurationError(file: file, at: parsed.places["broker", "host"]?.value, problem.cause, fix: .action("\(words: problem.fix)"))
    }
    // A file with a password or a wrong certificate would not be used, and nobody would notice.
    for (key, isUseless, need) in [
      ("authority", authority != nil && !usesTLS, "tls = true"), ("password_file", passwordFile != nil && user == nil, "user = \"NAME\""),
    ] where isUseless {
      throw ConfigurationError(
        file: file, at: parsed.places["broker", key]?.key, "broker.\(key) needs \(need)", fix: "write \(words: need), or remove the line")
    }
  }
}

extension ValueRule<String> {
  fileprivate static var absolutePath: Self { text("an absolute path") { $0.hasPrefix("/") && !$0.utf8.contains(0) } }

  /// What Home Assistant accepts as a part of a topic.
  fileprivate static var topicPart: Self {
    text("at most 64 letters, digits, - and _") { text in
      1...64 ~= text.utf8.count && text.utf8.allSatisfy(\.isOfPlainName)
    }
  }
}

extension MQTTSettings {
  /// The id in topics: the one of the file, or the machine's name with `-` in place of what a topic may not have.
  package func usedID(machine: String) -> String {
    id ?? String(decoding: machine.utf8.prefix(64).map { $0.isOfPlainName ? $0 : UInt8(ascii: "-") }, as: UTF8.self)
  }
}
