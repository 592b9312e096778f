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
      let report = StatusReport(status, swipesDelivered: delivery.delivered, swipesDropped: delivery.dropped)
      wanted.append(.retained(device.topics.status, JSONCoding.encode(report)))
    }
    // Last, so that an entity has its state when it becomes available.
    let availability = status == nil ? DevicePayload.offline : DevicePayload.online
    wanted.append(.retained(device.topics.availability, Array(availability.utf8)))
    let changes = wanted.filter { published[$0.topic] != $0.payload }
    for change in changes { published[change.topic] = change.payload }
    return changes
  }
}

/// The payload of the status topic. It names no program and no device: everybody at the broker can read it.
private struct StatusReport: Encodable {
  let state: Status.State
  let reasonCode: ReasonCode?
  /// Whether somebody has asked for the pause.
  let paused: Bool
  /// Frames per second.
  let fps: Int?
  let profile: String?
  let swipesDelivered: Int, swipesDropped: Int

  init(_ status: Status, swipesDelivered: Int, swipesDropped: Int) {
    (state, reasonCode, profile) = (status.state, status.reasonCode, status.profile)
    paused = status.state == .paused && (status.reasonCode == nil || status.reasonCode == .pauseRequested)
    fps = status.fps.flatMap { Int(exactly: $0.rounded()) }
    (self.swipesDelivered, self.swipesDropped) = (swipesDelivered, swipesDropped)
  }

  private enum CodingKeys: CodingKey { case state, reasonCode, paused, fps, profile, swipesDelivered, swipesDropped }

  /// Writes null where there is no value, so that templates find every member.
  func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: CodingKeys.self)
    try object.encode(state, forKey: .state)
    try object.encode(reasonCode, forKey: .reasonCode)
    try object.encode(paused, forKey: .paused)
    try object.encode(fps, forKey: .fps)
    try object.encode(profile, forKey: .profile)
    try object.encode(swipesDelivered, forKey: .swipesDelivered)
    try object.encode(swipesDropped, forKey: .swipesDropped)
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
