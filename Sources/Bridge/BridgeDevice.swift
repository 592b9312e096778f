import EventProtocol
import Gestures

/// A message to publish.
package struct Publication: Sendable, Equatable {
  package let topic: String
  package let payload: [UInt8]
  /// Whether the broker keeps it for subscribers that come later.
  package let isRetained: Bool

  package init(topic: String, payload: [UInt8], isRetained: Bool) {
    (self.topic, self.payload, self.isRetained) = (topic, payload, isRetained)
  }

  /// A message that the broker keeps.
  static func retained(_ topic: String, _ payload: [UInt8]) -> Publication {
    Publication(topic: topic, payload: payload, isRetained: true)
  }
}

/// The topics of a device, below `swiped/ID`.
package struct DeviceTopics: Sendable, Equatable {
  package let availability: String, swipe: String, status: String
  package let pauseCommand: String, profileCommand: String

  package init(id: String) {
    let base = "swiped/\(id)"
    (availability, swipe, status) = ("\(base)/availability", "\(base)/swipe", "\(base)/status")
    (pauseCommand, profileCommand) = ("\(base)/pause/set", "\(base)/profile/set")
  }
}

/// Home Assistant's words.
package enum DevicePayload {
  package static let online = "online", offline = "offline"
  static let on = "ON", off = "OFF"
}

/// One daemon as Home Assistant's discovery announces it: one device with its entities.
package struct BridgeDevice: Sendable, Equatable {
  /// Letters, digits, `-` and `_`.
  package let id: String
  /// For people.
  package let name: String
  /// The topic below which Home Assistant looks for devices.
  package let discoveryPrefix: String
  /// Whether commands of the broker are carried out.
  package let acceptsCommands: Bool

  package var topics: DeviceTopics { DeviceTopics(id: id) }

  package init(id: String, name: String, discoveryPrefix: String = "homeassistant", acceptsCommands: Bool = false) {
    (self.id, self.name, self.discoveryPrefix, self.acceptsCommands) = (id, name, discoveryPrefix, acceptsCommands)
  }

  /// The announcements. Entities that this device does not have, or not any more, get an empty one, which removes them.
  ///
  /// - Parameters:
  ///   - profiles: the names to select from.
  ///   - version: that of the daemon.
  package func discovery(profiles: [String], version: String) -> [Publication] {
    let pause = Entity("pause", "Pause") {
      $0.valueTemplate = "{{ '\(DevicePayload.on)' if value_json.paused else '\(DevicePayload.off)' }}"
    }
    let profile = Entity("profile", "Profile") { $0.valueTemplate = "{{ value_json.profile }}" }
    let canSelect = acceptsCommands && !profiles.isEmpty
    return [
      announce("event", Entity("swipe", "Swipe") { $0.eventTypes = Gesture.allCases.map(\.name) }, version, topics.swipe),
      announce(
        "sensor",
        Entity("state", "State") {
          $0.valueTemplate = "{{ value_json.state }}"
          $0.jsonAttributesTopic = topics.status
        }, version),
      announce(
        "sensor",
        Entity("fps", "Frame rate") {
          $0.valueTemplate = "{{ value_json.fps }}"
          ($0.unitOfMeasurement, $0.stateClass, $0.entityCategory) = ("fps", "measurement", "diagnostic")
        }, version),
      acceptsCommands
        ? announce("switch", pause.commanded(by: topics.pauseCommand), version) : removal("switch", pause.id),
      acceptsCommands ? removal("binary_sensor", pause.id) : announce("binary_sensor", pause, version),
      canSelect
        ? announce("select", profile.commanded(by: topics.profileCommand, options: profiles), version) : removal("select", profile.id),
      canSelect || profiles.isEmpty ? removal("sensor", profile.id) : announce("sensor", profile, version),
    ]
  }

  private func configurationTopic(_ component: String, _ entity: String) -> String {
    "\(discoveryPrefix)/\(component)/swiped_\(id)/\(entity)/config"
  }

  private func removal(_ component: String, _ entity: String) -> Publication { .retained(configurationTopic(component, entity), []) }

  private func announce(_ component: String, _ entity: Entity, _ version: String, _ stateTopic: String? = nil) -> Publication {
    var entity = entity
    entity.uniqueId = "swiped_\(id)_\(entity.id)"
    entity.stateTopic = stateTopic ?? topics.status
    entity.availabilityTopic = topics.availability
    entity.device = Entity.Device(identifiers: ["swiped_\(id)"], name: name, manufacturer: "swiped", model: "swiped", swVersion: version)
    return .retained(configurationTopic(component, entity.id), JSONCoding.encode(entity))
  }
}

/// The payload that announces an entity, as Home Assistant's MQTT integration reads it. Members that are nil are left out.
private struct Entity: Encodable {
  struct Device: Encodable {
    let identifiers: [String]
    let name: String, manufacturer: String, model: String, swVersion: String
  }

  struct Origin: Encodable {
    var name = "swiped"
    var swVersion = Version.current
  }

  let id: String
  let name: String
  let origin = Origin()
  let qos = 1
  var uniqueId = "", stateTopic = "", availabilityTopic = ""
  var device: Device?
  var eventTypes: [String]?
  var options: [String]?
  var commandTopic: String?
  var valueTemplate: String?
  var jsonAttributesTopic: String?
  var unitOfMeasurement: String?
  var stateClass: String?
  var entityCategory: String?

  private enum CodingKeys: CodingKey {
    case name, origin, qos, uniqueId, stateTopic, availabilityTopic, device, eventTypes, options, commandTopic, valueTemplate
    case jsonAttributesTopic, unitOfMeasurement, stateClass, entityCategory
  }

  init(_ id: String, _ name: String, _ change: (inout Entity) -> Void) {
    (self.id, self.name) = (id, name)
    change(&self)
  }

  func commanded(by topic: String, options: [String]? = nil) -> Entity {
    var entity = self
    (entity.commandTopic, entity.options) = (topic, options)
    return entity
  }
}
