import Settings
import Testing

private func read(_ text: String) throws -> MQTTSettings { try MQTTSettings(bytes: Array(text.utf8), file: "mqtt.toml") }

@Suite struct MQTTSettingsTests {
  @Test func `A host is enough`() throws {
    let settings = try read("[broker]\nhost = \"home\"\n")
    #expect(settings.host == "home" && settings.usedPort == 1883 && !settings.usesTLS && !settings.acceptsCommands)
    #expect(settings.discoveryPrefix == "homeassistant" && settings.user == nil && settings.passwordFile == nil)
  }

  @Test func `Every option is read`() throws {
    let settings = try read(
      """
      [broker]
      host = "10.0.0.2"
      tls = true
      authority = "/etc/ca.crt"
      user = "swiped"
      password_file = "/home/me/p"
      [device]
      id = "kitchen_1"
      name = "Kitchen"
      commands = true
      discovery_prefix = "ha"
      """)
    #expect(settings.usedPort == 8883 && settings.usesTLS && settings.authority == "/etc/ca.crt")
    #expect(settings.user == "swiped" && settings.passwordFile == "/home/me/p")
    #expect(settings.id == "kitchen_1" && settings.name == "Kitchen" && settings.acceptsCommands && settings.discoveryPrefix == "ha")
  }

  @Test(arguments: [
    ("", "host"), ("[broker]\nport = 1", "host"), ("[broker]\nhost = \"\"", "broker.host"),
    ("[broker]\nhost = \"h\"\nport = 0", "broker.port"),
    ("[broker]\nhost = \"h\"\npassword = \"p\"", "password_file"), ("[broker]\nhost = \"h\"\n[device]\nid = \"a/b\"", "device.id"),
    ("[broker]\nhost = \"h\"\n[device]\nid = \"+\"", "device.id"), ("[broker]\nhost = \"h\"\nauthority = \"/ca\"", "tls = true"),
    ("[broker]\nhost = \"h\"\npassword_file = \"/p\"", "user ="),
    ("[broker]\nhost = \"h\"\nuser = \"u\"\npassword_file = \"p\"", "absolute"),
    ("[broker]\nhost = \"a\\u0000b\"", "zero byte"), ("[device]\ndiscovery_prefix = \"#\"\n[broker]\nhost = \"h\"", "discovery_prefix"),
  ])
  func `A wrong file names what is wrong`(text: String, part: String) {
    let error = #expect(throws: ConfigurationError.self) { try read(text) }
    #expect(error?.description.contains(part) == true, "\(String(describing: error))")
  }

  @Test(arguments: [
    ("mqtt://127.0.0.1", "host = \"127.0.0.1\""), ("mqtts://a.b:8884/x", "host = \"a.b\", and port = 8884, and tls = true"),
    ("tcp://me@[::1]:1884", "host = \"::1\", and port = 1884, and user = \"me\""), ("[::1]", "host = \"::1\""),
    ("[fe80::1%eth0]:1883", "host = \"fe80::1%eth0\""),
    ("a:1883", "host = \"a\", and port = 1883"), (" a", "host = \"a\""), ("a ", "host = \"a\""), ("a/b", "host = \"a\""),
    ("a:0", "host = \"a\""),
    ("a:", "host = \"a\""), ("mqtt://", "host = \"NAME\""), ("a:abc", "host = \"a\""), ("[::1", "host = \"::1\""), ("@", "host = \"NAME\""),
    ("mqtt://a?x=1", "host = \"a\""), ("tls://b:8883", "host = \"b\", and port = 8883, and tls = true"),
    ("mqtt+ssl://b", "host = \"b\", and tls = true"), ("ws://a:9001/mqtt", "host = \"a\""), ("unix:/run/x.sock", "host = \"NAME\""),
    ("tcp:/a:1884", "host = \"a\", and port = 1884"), ("//a", "host = \"a\""), ("me:pw@a", "host = \"a\", and user = \"me\""),
    ("a..b", "host = \"NAME\""), ("1::2::3", "host = \"1\""), ("a;1883", "host = \"a\", and port = 1883"), ("::1]", "host = "),
    ("fe80::1%", "host = "),
  ])
  func `A host with more than a name or an address is refused with what to write`(host: String, fix: String) {
    let error = #expect(throws: ConfigurationError.self) { try read("[broker]\nhost = \"\(host)\"\n") }
    #expect(error?.description.hasPrefix("mqtt.toml:2:8: broker.host = ") == true)
    #expect(error?.description.contains("write \(fix)") == true, "\(String(describing: error))")
    #expect(error?.userError.exitStatus == .configuration)
  }

  @Test(arguments: ["home", "home.local", "10.0.0.2", "::1", "fe80::1%eth0", "hä.example", "a_b", "a.", "::ffff:10.0.0.2"])
  func `Names and addresses are hosts`(host: String) throws { #expect(try read("[broker]\nhost = \"\(host)\"\n").host == host) }

  @Test func `A missing file says where one is expected`() {
    let error = #expect(throws: ConfigurationError.self) { try MQTTSettings.load(explicit: nil, environment: ["HOME": "/nowhere"]) }
    #expect(error?.description.hasPrefix("/nowhere/.config/swiped/mqtt.toml: ") == true)
    #expect(throws: ConfigurationError.self) { try MQTTSettings.load(explicit: nil, environment: [:]) }
  }

  @Test(arguments: [("desk", "desk"), ("my host.local", "my-host-local"), ("küche", "k--che"), ("a/+#b", "a---b")])
  func `Without an id, the machine's name becomes one`(machine: String, id: String) {
    #expect(MQTTSettings().usedID(machine: machine) == id)
  }
}
