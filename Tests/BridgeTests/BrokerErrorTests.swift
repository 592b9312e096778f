import Bridge
import Testing
import UserErrors

@Suite struct BrokerErrorTests {
  private static let refusals: [(Int32, BrokerError)] = [
    (1, .unsupportedVersion), (2, .refused("why")), (3, .refused("why")), (4, .denied("why")), (5, .denied("why")), (0x87, .refused("why")),
  ]

  @Test(arguments: refusals)
  func `The code of a refusal says what to change`(code: Int32, error: BrokerError) {
    #expect(BrokerError(connack: code, "why") == error)
  }

  @Test func `An error is one line with the broker and the file`() {
    let all: [BrokerError] = [
      .unreachable("why"), .silent(seconds: 10), .closed, .unconfirmed, .tls("why"), .denied("why"), .unsupportedVersion, .refused("why"),
      .oversized, .rejected, .contested(id: "x"), .setting("user", "why"),
    ]
    for error in all {
      let line = error.userError(broker: "home:1883", file: "/etc/mqtt.toml").description
      #expect(line.hasPrefix("home:1883: ") && line.contains("; "))
      #expect(error.userError(broker: "", file: "").exitStatus == (error == .setting("user", "why") ? .configuration : .unavailable))
    }
    #expect(BrokerError.denied("why").userError(broker: "home:1883", file: "/a b").description.contains("password_file in /a b"))
  }

  @Test func `A library that is not there has a fix`() {
    let error = #expect(throws: UserError.self) { try Mosquitto(library: "libnone.so.1") }
    #expect(error?.fix?.command(in: .installed)?.description == "sudo apt install libmosquitto1")
    #expect(error?.exitStatus == .unavailable)
  }

  @Test func `A library that lacks a function is none`() {
    #expect(throws: UserError.self) { try Mosquitto(library: "libc.so.6") }
  }
}
