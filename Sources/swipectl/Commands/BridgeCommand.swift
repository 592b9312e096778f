import ArgumentParser
import Bridge
import EventProtocol
import Glibc
import Platform
import Programs
import Settings
import UserErrors

struct BridgeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bridge",
    abstract: "Pass swipes on to Home Assistant or to web pages.",
    subcommands: [BridgeMQTTCommand.self, BridgeWebCommand.self])
}

struct BridgeMQTTCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mqtt",
    abstract: "Pass swipes and the status on to an MQTT broker, until Ctrl-C.",
    discussion: """
      Home Assistant finds the device by itself. The broker and what it may ask for are in ~/.config/swiped/mqtt.toml. As a service:
        systemctl --user enable --now swiped-mqtt
      """)

  @OptionGroup var connection: ConnectionOptions

  @Option(
    help: ArgumentHelp("File with the settings, instead of ~/.config/swiped/mqtt.toml.", valueName: "file"),
    completion: .file(extensions: ["toml"]))
  var config: String?

  func run() throws {
    let (settings, file) = try MQTTSettings.load(explicit: config, environment: relevantEnvironment())
    let machine = nameWithoutDomain
    let id = settings.usedID(machine: machine)
    let device = BridgeDevice(
      id: id, name: settings.name ?? "swiped on \(machine)", discoveryPrefix: settings.discoveryPrefix,
      acceptsCommands: settings.acceptsCommands)
    var address = BrokerAddress(host: settings.host, port: settings.usedPort, clientID: ClientID.own(device: id, machine: machine))
    (address.usesTLS, address.authority, address.user) = (settings.usesTLS, settings.authority, settings.user)
    if settings.user != nil {
      address.password = try BrokerPassword.read(file: settings.passwordFile, credentials: Environment["CREDENTIALS_DIRECTORY"])
    }
    let bridge = try MQTTBridge(device, address, file: file, library: Mosquitto()) { StandardError.line("swipectl: \($0)") }
    try atEnd { bridge.stop() }
    BrokerMemory.limit()
    let counts = try bridge.run(daemon: connection.path)
    StandardError.line("swipectl: swipes delivered: \(counts.delivered), dropped: \(counts.dropped)")
  }

  /// The name of this machine, without its domain.
  private var nameWithoutDomain: String {
    let name = machineName.prefix { $0 != "." }
    return name.isEmpty ? "swiped" : String(name)
  }
}

/// Calls a function at the signals that end a program. Not by ``SignalSources``: Dispatch wakes up every second, and a bridge should not.
func atEnd(_ body: @escaping @Sendable () -> Void) throws {
  var signals = sigset_t()
  sigemptyset(&signals)
  for number in SignalSources.ending { sigaddset(&signals, number) }
  // In this thread, and so in those that it starts.
  pthread_sigmask(SIG_BLOCK, &signals, nil)
  let blocked = signals
  try OwnedThread(name: "signals") {
    var (signals, number) = (blocked, Int32(0))
    while sigwait(&signals, &number) == 0 { body() }
  }.detach()
}
