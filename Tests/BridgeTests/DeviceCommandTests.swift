import Bridge
import EventProtocol
import Testing

private let topics = DeviceTopics(id: "desk")

private func command(_ topic: String, _ payload: [UInt8], isRetained: Bool = false, profiles: [String] = ["plain", "daily"])
  -> DeviceCommand?
{
  DeviceCommand(topic: topic, payload: payload, isRetained: isRetained, topics: topics, profiles: profiles)
}

@Suite struct DeviceCommandTests {
  @Test func `ON and OFF pause and resume`() {
    #expect(command("swiped/desk/pause/set", Array("ON".utf8)) == .pause(true))
    #expect(command("swiped/desk/pause/set", Array("OFF".utf8)) == .pause(false))
  }

  @Test func `A profile is selected by a name that the daemon has`() {
    #expect(command("swiped/desk/profile/set", Array("daily".utf8)) == .profile("daily"))
    #expect(command("swiped/desk/profile/set", Array("nightly".utf8)) == nil)
    #expect(command("swiped/desk/profile/set", Array("daily".utf8), profiles: []) == nil)
  }

  @Test func `A retained message is no command`() {
    #expect(command("swiped/desk/pause/set", Array("ON".utf8), isRetained: true) == nil)
  }

  @Test(arguments: [Array("on".utf8), [], Array("ON\0".utf8), [0xff, 0xfe], [UInt8](repeating: 0x61, count: 257)])
  func `Anything else asks for nothing`(payload: [UInt8]) {
    for topic in ["swiped/desk/pause/set", "swiped/desk/profile/set", "swiped/other/pause/set", ""] {
      #expect(command(topic, payload) == nil)
    }
  }

  @Test func `A name that is too long is refused even if the daemon has it`() {
    let name = String(repeating: "a", count: 257)
    #expect(command("swiped/desk/profile/set", Array(name.utf8), profiles: [name]) == nil)
  }
}

@Suite struct DaemonRequestsTests {
  private var requests = DaemonRequests()

  @Test mutating func `Of a flood, the newest command of each kind is sent`() {
    for number in 0..<1000 {
      requests.add(.pause(number % 2 == 0))
      requests.add(.profile("profile \(number)"))
    }
    #expect(requests.next() == .control(.resume))
    requests.answered()
    #expect(requests.next() == .control(.setProfile("profile 999")))
    requests.answered()
    #expect(requests.next() == nil)
  }

  @Test mutating func `The next request waits for the answer to the last one`() {
    requests.add(.pause(true))
    requests.addStatus()
    #expect(requests.next() == .control(.pause))
    #expect(requests.next() == nil)
    requests.answered()
    #expect(requests.next() == .status)
    requests.answered()
    #expect(requests.next() == nil)
  }
}
