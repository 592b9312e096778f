import EventProtocol

/// What a message of the broker asks the daemon to do.
package enum DeviceCommand: Sendable, Equatable {
  case pause(Bool)
  case profile(String)

  /// More bytes than any name of a profile has.
  static let payloadLimit = 256

  /// - Parameters:
  ///   - profiles: the names that the daemon accepts.
  ///   - isRetained: whether the broker has kept the message: it was sent before, to somebody else perhaps.
  /// - Returns: nil for a message that asks for nothing that exists.
  package init?(topic: String, payload: [UInt8], isRetained: Bool, topics: DeviceTopics, profiles: [String]) {
    guard !isRetained, payload.count <= Self.payloadLimit, let text = String(validating: payload, as: UTF8.self) else { return nil }
    switch (topic, text) {
    case (topics.pauseCommand, DevicePayload.on): self = .pause(true)
    case (topics.pauseCommand, DevicePayload.off): self = .pause(false)
    case (topics.profileCommand, let name) where profiles.contains(name): self = .profile(name)
    default: return nil
    }
  }

  var control: Control {
    switch self {
    case .pause(let isPaused): isPaused ? .pause : .resume
    case .profile(let name): .setProfile(name)
    }
  }
}

/// What the daemon is asked for: the newest command of each kind and the status, so that a flood takes no memory.
package struct DaemonRequests: Sendable {
  private var pause: DeviceCommand?
  private var profile: DeviceCommand?
  private var wantsStatus = false
  /// Whether the daemon has yet to answer the last request. Until then none is sent, so that a flood does not reach it.
  private var isAwaitingAnswer = false

  package init() {}

  package mutating func add(_ command: DeviceCommand) {
    switch command {
    case .pause: pause = command
    case .profile: profile = command
    }
  }

  /// Asks for the status, which has numbers that change without an event.
  package mutating func addStatus() { wantsStatus = true }

  /// Takes the next request; nil if there is none, or the answer to the last one has not come.
  package mutating func next() -> Request? {
    guard !isAwaitingAnswer else { return nil }
    if let command = pause.take() ?? profile.take() {
      isAwaitingAnswer = true
      return .control(command.control)
    }
    guard wantsStatus else { return nil }
    (wantsStatus, isAwaitingAnswer) = (false, true)
    return .status
  }

  package mutating func answered() { isAwaitingAnswer = false }
}
