import Bridge
import EventProtocol
import Foundation
import Testing

private func status(_ state: Status.State = .running, _ reason: ReasonCode? = nil, profiles: [String]? = ["plain", "daily"]) -> Status {
  Status(state: state, keys: .off, source: "auto", precision: "f32", pid: 1) {
    ($0.reason, $0.reasonCode, $0.holder) = ("a sentence", reason, Status.Holder(name: "zoom", pid: 1))
    ($0.profile, $0.profiles, $0.version, $0.fps) = (profiles?.first, profiles, "1.2.3", 29.97)
  }
}

extension Publication {
  fileprivate var json: NSDictionary? { try? JSONSerialization.jsonObject(with: Data(payload)) as? NSDictionary }
}

/// The messages of a device by their topics.
private func changes(
  of state: inout DeviceState, after status: Status?, delivery: SwipeDelivery = SwipeDelivery()
) -> [String: Publication] {
  state.take(status)
  return Dictionary(uniqueKeysWithValues: state.changes(delivery).map { ($0.topic, $0) })
}

private func announced(commands: Bool, profiles: [String]? = ["plain", "daily"]) -> [String: Publication] {
  var state = DeviceState(BridgeDevice(id: "desk", name: "Desk", acceptsCommands: commands))
  return changes(of: &state, after: status(profiles: profiles)).filter { $0.key.hasSuffix("/config") }
}

@Suite struct DiscoveryTests {
  /// The members that Home Assistant's documentation lists for each component.
  private static let common: Set = ["availability_topic", "device", "name", "origin", "qos", "state_topic", "unique_id"]
  private static let members: [String: Set<String>] = [
    "event/swiped_desk/swipe": ["event_types"],
    "sensor/swiped_desk/state": ["value_template", "json_attributes_topic"],
    "sensor/swiped_desk/fps": ["value_template", "unit_of_measurement", "state_class", "entity_category"],
    "switch/swiped_desk/pause": ["value_template", "command_topic"],
    "select/swiped_desk/profile": ["value_template", "command_topic", "options"],
    "binary_sensor/swiped_desk/pause": ["value_template"],
    "sensor/swiped_desk/profile": ["value_template"],
  ]

  @Test(arguments: [true, false]) func `Entities have the members of their component, and those of the other kind are removed`(
    commands: Bool
  ) {
    let found = announced(commands: commands)
    let removed: Set =
      commands
      ? ["binary_sensor/swiped_desk/pause", "sensor/swiped_desk/profile"] : ["switch/swiped_desk/pause", "select/swiped_desk/profile"]
    #expect(Set(found.keys) == Set(Self.members.keys.map { "homeassistant/\($0)/config" }))
    for (entity, members) in Self.members {
      let message = found["homeassistant/\(entity)/config"]
      #expect(message?.isRetained == true)
      if removed.contains(entity) {
        #expect(message?.payload == [])
      } else {
        #expect(message?.json.map { Set($0.allKeys.compactMap { $0 as? String }) } == members.union(Self.common), "\(entity)")
      }
    }
  }

  @Test func `All entities belong to one device, each with an id of its own`() {
    let entities = announced(commands: true).values.compactMap(\.json)
    #expect(entities.count == 5)
    #expect(Set(entities.compactMap { $0["unique_id"] as? String }).count == 5)
    let device: NSDictionary = [
      "identifiers": ["swiped_desk"], "name": "Desk", "manufacturer": "swiped", "model": "swiped", "sw_version": "1.2.3",
    ]
    for entity in entities {
      #expect(entity["device"] as? NSDictionary == device)
      #expect(entity["availability_topic"] as? String == "swiped/desk/availability")
    }
  }

  @Test func `The event is a swipe to the left or to the right`() {
    let event = announced(commands: false)["homeassistant/event/swiped_desk/swipe/config"]?.json
    #expect(event?["event_types"] as? [String] == ["left", "right"])
    #expect(event?["state_topic"] as? String == "swiped/desk/swipe")
  }

  @Test(arguments: [true, false]) func `A daemon without profiles has no entity for them`(commands: Bool) {
    let found = announced(commands: commands, profiles: nil)
    for component in ["select", "sensor"] { #expect(found["homeassistant/\(component)/swiped_desk/profile/config"]?.payload == []) }
  }
}

@Suite struct DeviceStateTests {
  private var state = DeviceState(BridgeDevice(id: "desk", name: "Desk"))

  @Test mutating func `Without a daemon it is offline, and with one it is online at last`() {
    #expect(state.changes(SwipeDelivery()) == [Publication("swiped/desk/availability", "offline")])
    state.take(status())
    #expect(state.changes(SwipeDelivery()).last == Publication("swiped/desk/availability", "online"))
    state.take(nil)
    #expect(state.changes(SwipeDelivery()) == [Publication("swiped/desk/availability", "offline")])
  }

  @Test mutating func `Only what has changed is published, and everything on a new connection`() {
    state.take(status())
    let all = state.changes(SwipeDelivery())
    #expect(state.changes(SwipeDelivery()) == [])
    state.take(status(.noCamera, .cameraUnplugged))
    #expect(state.changes(SwipeDelivery()).map(\.topic) == ["swiped/desk/status"])
    state.take(status())
    state.brokerChanged()
    #expect(state.changes(SwipeDelivery()) == all)
  }

  @Test mutating func `The status names no program and has no sentence`() {
    let message = changes(of: &state, after: status(.paused, .cameraYielded))["swiped/desk/status"]
    let wanted: NSDictionary = [
      "state": "paused", "reason_code": "camera_yielded", "paused": false, "fps": 30, "profile": "plain", "swipes_delivered": 0,
      "swipes_dropped": 0,
    ]
    #expect(message?.json == wanted)
  }

  @Test(arguments: [(ReasonCode.pauseRequested, true), (.sessionLocked, false), (nil, true)] as [(ReasonCode?, Bool)])
  mutating func `Paused is what somebody has asked for, and any pause of a daemon that sends no codes`(reason: ReasonCode?, isPaused: Bool)
  {
    let message = changes(of: &state, after: status(.paused, reason))["swiped/desk/status"]
    #expect(message?.json?["paused"] as? Bool == isPaused)
  }

  @Test mutating func `The status counts the swipes`() {
    var delivery = SwipeDelivery()
    for _ in 0..<3 { delivery.add([], madeNs: 0, nowNs: 0) }
    delivery.end()
    let json = changes(of: &state, after: status(), delivery: delivery)["swiped/desk/status"]?.json
    #expect(json?["swipes_dropped"] as? Int == 3)
  }

  @Test func `A swipe is an event of its direction`() throws {
    let swipe = GestureEvent(
      seq: 7, gesture: .thumbDown, distance: 80, chirality: .right, confidence: 1, frame: 1, capturedNs: 1, emittedNs: 2)
    #expect(
      String(decoding: SwipePayload.json(swipe), as: UTF8.self)
        == #"{"chirality":"right","event_type":"left","gesture":"thumb_down","seq":7}"#)
  }
}

extension Publication {
  fileprivate init(_ topic: String, _ payload: String) { self.init(topic: topic, payload: Array(payload.utf8), isRetained: true) }
}
