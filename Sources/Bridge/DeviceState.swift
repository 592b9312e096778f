import EventProtocol

/// What the broker keeps of the daemon: the announcements, whether it is there, and its status.
package struct DeviceState: Sendable {
  private let device: BridgeDevice
  private var status: Status?
  /// What the broker has, by its topic.
  private var published: [String: [UInt8]] = [:]

  package init(_ device: BridgeDevice) { self.device = device }

  /// The names that the daemon accepts as a profile; none from a daemon that does not send them.
  package var profiles: [String] { status?.profiles ?? [] }

  /// - Parameter status: the newest status; nil while there is no daemon.
  package mutating func take(_ status: Status?) { self.status = status }

  /// The connection to the broker is a new one, which knows nothing.
  package mutating func brokerChanged() { published = [:] }

  /// The messages that the broker does not have yet.
  ///
  /// - Parameter delivery: its counts are part of the status.
  package mutating func changes(_ delivery: SwipeDelivery) -> [Publication] {
    var wanted: [Publication] = []
    if let status {
      wanted = device.discovery(profiles: profiles, version: status.version)
      let payload = StatusPayload(status, swipesDelivered: delivery.delivered, swipesDropped: delivery.dropped)
      wanted.append(.retained(device.topics.status, JSONCoding.encode(payload)))
    }
    // Last, so that an entity has its state when it becomes available.
    let availability = status == nil ? DevicePayload.offline : DevicePayload.online
    wanted.append(.retained(device.topics.availability, Array(availability.utf8)))
    let changes = wanted.filter { published[$0.topic] != $0.payload }
    for change in changes { published[change.topic] = change.payload }
    return changes
  }
}

/// The payload of the status topic. Templates find every member. It names no program and no device: everybody at the broker can read it.
private struct StatusPayload: Encodable {
  let state: Status.State
  @WritesNull var reasonCode: ReasonCode?
  /// Whether somebody has asked for the pause.
  let paused: Bool
  /// Frames per second.
  @WritesNull var fps: Int?
  @WritesNull var profile: String?
  let swipesDelivered: Int, swipesDropped: Int

  init(_ status: Status, swipesDelivered: Int, swipesDropped: Int) {
    (state, reasonCode, profile) = (status.state, status.reasonCode, status.profile)
    paused = status.state == .paused && (status.reasonCode == nil || status.reasonCode == .pauseRequested)
    fps = status.fps.flatMap { Int(exactly: $0.rounded()) }
    (self.swipesDelivered, self.swipesDropped) = (swipesDelivered, swipesDropped)
  }
}

/// The payload of the swipe topic, an event of Home Assistant.
package struct SwipePayload: Encodable {
  private let eventType: String
  private let gesture: String
  private let chirality: String
  private let seq: Int

  /// The JSON of a swipe.
  package static func json(_ swipe: GestureEvent) -> [UInt8] {
    JSONCoding.encode(
      SwipePayload(
        eventType: swipe.gesture.name, gesture: swipe.gesture.rawValue, chirality: swipe.chirality.rawValue, seq: swipe.seq))
  }
}
