import Gestures
import Hands

/// `status`: the state of the daemon and its measurements.
public struct Status: Codable, Sendable, Equatable {
  public enum State: String, Codable, Sendable, CaseIterable {
    case starting, running, paused
    case noCamera = "no_camera"
  }

  /// Whether swipes become key presses.
  public enum Keys: String, Codable, Sendable, CaseIterable {
    case ready, off, unavailable
  }

  public var state: State
  /// One human-readable line that explains the state, if there is something to explain.
  public var reason: String?
  /// The stable name of the reason, for programs; nil without a reason, or from a daemon that sends no codes.
  public var reasonCode: ReasonCode?
  /// The camera in use; nil while none is open.
  public var camera: Camera?
  /// The program that has the camera instead, while it is yielded or busy; nil if it is not known, or the daemon does not send it.
  public var holder: Holder?
  public var keys: Keys
  /// One human-readable line with the cause and the fix while keys are unavailable; nil otherwise, and from a daemon that does not send
  /// it.
  public var keysReason: String?
  /// The configured frame source: `auto`, a device, `synthetic`, `y4m:…`, `trace:…`.
  public var source: String
  /// The arithmetic of the models: `f32`, `bf16`, ….
  public var precision: String
  /// The settings that decide what is a swipe; nil from a daemon that does not send them.
  public var gesture: GestureOptions?
  /// When the swipes fall asleep unless there is one before, in ns of the frames' `capturedNs`; nil while they are asleep, if the settings
  /// do not let them, and from a daemon that does not send it.
  public var awakeUntilNs: UInt64?
  /// The active profile; nil from a daemon that does not send it.
  public var profile: String?
  /// The names that `set_profile` accepts; nil from a daemon that does not send them.
  public var profiles: [String]?
  /// The absolute path of the configuration file, which a reload reads, and which may be missing; nil from a daemon that does not send it.
  public var configurationFile: String?
  /// What identifies the text of the configuration file as the daemon has read it: 16 hexadecimal digits; nil without a file, and from a
  /// daemon that does not send it.
  public var configurationVersion: String?
  /// The version of the daemon.
  public var version: String
  /// The process id of the daemon.
  public var pid: Int32
  /// The time since the daemon's start, in s. One decimal on the wire.
  public var uptimeS: Double
  /// The measured frame rate, in frames per second; nil before the first measurement. Two decimals on the wire.
  public var fps: Double?
  public var frames: Frames
  /// The hands of the last frame; the first one is the one that swipes, or is nearest to it. Empty without a hand, while no frames come, and
  /// from a daemon that does not send them. A change of it alone causes no event.
  public var hands: [SeenHand]
  public var swipes: Swipes
  /// The swipes of each hour of the local day, from 0 to 23 o'clock; nil from a daemon that does not send them.
  public var swipesToday: [Int]?
  /// The time from a dequeued frame to its published event; nil before the first measurement.
  public var latencyMs: Latency?
  /// The mean CPU time of the whole process per frame, from the dequeued frame to the decision, in ms; nil before the first frame.
  /// Three decimals on the wire.
  public var cpuMsPerFrame: Double?
  /// The CPU time of the whole process in the last ten seconds, or since its start if that is less, in percent of one core. One decimal on
  /// the wire.
  public var cpuPercent: Double
  /// The resident memory, in KiB.
  public var residentKb: Int

  public init(
    state: State, reason: String? = nil, reasonCode: ReasonCode? = nil, camera: Camera? = nil, holder: Holder? = nil, keys: Keys,
    keysReason: String? = nil, source: String, precision: String, gesture: GestureOptions? = nil, awakeUntilNs: UInt64? = nil,
    profile: String? = nil, profiles: [String]? = nil,
    configurationFile: String? = nil, configurationVersion: String? = nil, version: String = Version.current, pid: Int32,
    uptimeS: Double = 0, fps: Double? = nil,
    frames: Frames = Frames(), hands: [SeenHand] = [],
    swipes: Swipes = Swipes { _ in 0 }, swipesToday: [Int]? = nil, latencyMs: Latency? = nil, cpuMsPerFrame: Double? = nil,
    cpuPercent: Double = 0, residentKb: Int = 0
  ) {
    self.state = state
    self.reason = reason
    self.reasonCode = reasonCode
    self.camera = camera
    self.holder = holder
    self.keys = keys
    self.keysReason = keysReason
    self.source = source
    self.precision = precision
    self.gesture = gesture
    self.awakeUntilNs = awakeUntilNs
    self.profile = profile
    self.profiles = profiles
    self.configurationFile = configurationFile
    self.configurationVersion = configurationVersion
    self.version = version
    self.pid = pid
    self.uptimeS = uptimeS
    self.fps = fps
    self.frames = frames
    self.hands = hands
    self.swipes = swipes
    self.swipesToday = swipesToday
    self.latencyMs = latencyMs
    self.cpuMsPerFrame = cpuMsPerFrame
    self.cpuPercent = cpuPercent
    self.residentKb = residentKb
  }

  /// Writes every member, null where there is no value, so that a client need not check for presence.
  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: CodingKeys.self)
    try object.encode(state, forKey: .state)
    try object.encode(reason, forKey: .reason)
    try object.encode(reasonCode, forKey: .reasonCode)
    try object.encode(camera, forKey: .camera)
    try object.encode(holder, forKey: .holder)
    try object.encode(keys, forKey: .keys)
    try object.encode(keysReason, forKey: .keysReason)
    try object.encode(source, forKey: .source)
    try object.encode(precision, forKey: .precision)
    try object.encode(gesture, forKey: .gesture)
    try object.encode(awakeUntilNs, forKey: .awakeUntilNs)
    try object.encode(profile, forKey: .profile)
    try object.encode(profiles, forKey: .profiles)
    try object.encode(configurationFile, forKey: .configurationFile)
    try object.encode(configurationVersion, forKey: .configurationVersion)
    try object.encode(version, forKey: .version)
    try object.encode(pid, forKey: .pid)
    try object.encode(uptimeS, decimals: 1, forKey: .uptimeS)
    try object.encode(fps, decimals: 2, forKey: .fps)
    try object.encode(frames, forKey: .frames)
    try object.encode(hands, forKey: .hands)
    try object.encode(swipes, forKey: .swipes)
    try object.encode(swipesToday, forKey: .swipesToday)
    try object.encode(latencyMs, forKey: .latencyMs)
    try object.encode(cpuMsPerFrame, decimals: 3, forKey: .cpuMsPerFrame)
    try object.encode(cpuPercent, decimals: 1, forKey: .cpuPercent)
    try object.encode(residentKb, forKey: .residentKb)
  }
}

extension Status {
  /// Whether the swipes are asleep until a thumb is shown twice.
  public var isAsleep: Bool { usesUnlock && awakeUntilNs == nil }

  /// Whether the settings let the swipes fall asleep.
  public var usesUnlock: Bool { gesture?["unlock"] == .text(UnlockRule.double.rawValue) }

  public struct Camera: Codable, Sendable, Equatable {
    /// The device, such as `/dev/video0`.
    public var path: String
    public var name: String
    /// The size of its frames, in pixels.
    public var width: Int, height: Int
    /// The negotiated frame rate, in frames per second. Two decimals on the wire.
    public var fps: Double
    /// The pixel format, such as `YUYV`.
    public var format: String

    public init(path: String, name: String, width: Int, height: Int, fps: Double, format: String) {
      self.path = path
      self.name = name
      self.width = width
      self.height = height
      self.fps = fps
      self.format = format
    }

    public func encode(to encoder: any Encoder) throws {
      var object = encoder.container(keyedBy: CodingKeys.self)
      try object.encode(path, forKey: .path)
      try object.encode(name, forKey: .name)
      try object.encode(width, forKey: .width)
      try object.encode(height, forKey: .height)
      try object.encode(fps, decimals: 2, forKey: .fps)
      try object.encode(format, forKey: .format)
    }
  }

  /// A program that has the camera open.
  public struct Holder: Codable, Sendable, Hashable {
    /// Its name, as `ps` prints it.
    public var name: String
    /// Its process id.
    public var pid: Int32

    public init(name: String, pid: Int32) { (self.name, self.pid) = (name, pid) }
  }

  /// A hand in view.
  public struct SeenHand: Codable, Sendable, Equatable {
    /// What the hand is known again by in the next frames, as long as it is followed; nil where nothing follows hands, as in old traces.
    public var id: Int?
    public var chirality: Chirality

    public init(id: Int?, chirality: Chirality) { (self.id, self.chirality) = (id, chirality) }
  }

  /// Counts of frames since the start.
  public struct Frames: Codable, Sendable, Equatable {
    /// Frames that went through the pipeline.
    public var handled: Int
    /// Handled frames with a hand.
    public var tracked: Int
    /// Handled frames that reused the previous result, as nothing had moved; `skipped` on the wire.
    public var reused: Int
    /// Frames that the pipeline never saw, as a newer one came.
    public var dropped: Int
    /// Damaged frames: the driver says that their data is wrong.
    public var flagged: Int
    /// Damaged frames: they hold less data than their size and format require.
    public var short: Int
    /// Damaged frames: they cannot be decoded.
    public var undecodable: Int

    private enum CodingKeys: String, CodingKey {
      case handled, tracked, dropped, flagged, short, undecodable
      case reused = "skipped"
    }

    public init(
      handled: Int = 0, tracked: Int = 0, reused: Int = 0, dropped: Int = 0, flagged: Int = 0, short: Int = 0, undecodable: Int = 0
    ) {
      self.handled = handled
      self.tracked = tracked
      self.reused = reused
      self.dropped = dropped
      self.flagged = flagged
      self.short = short
      self.undecodable = undecodable
    }

    /// Reads also what a daemon sends that does not count damaged frames.
    public init(from decoder: any Decoder) throws {
      let object = try decoder.container(keyedBy: CodingKeys.self)
      handled = try object.decode(Int.self, forKey: .handled)
      tracked = try object.decode(Int.self, forKey: .tracked)
      reused = try object.decode(Int.self, forKey: .reused)
      dropped = try object.decode(Int.self, forKey: .dropped)
      flagged = try object.decodeIfPresent(Int.self, forKey: .flagged) ?? 0
      short = try object.decodeIfPresent(Int.self, forKey: .short) ?? 0
      undecodable = try object.decodeIfPresent(Int.self, forKey: .undecodable) ?? 0
    }
  }

  /// Counts of gestures since the start, swipes by their direction.
  public typealias Swipes = ByGesture<Int>

  /// A distribution of durations, in ms. Three decimals on the wire.
  public struct Latency: Codable, Sendable, Equatable {
    /// The median.
    public var p50: Double
    /// The 99th percentile.
    public var p99: Double
    public var max: Double

    public init(p50: Double, p99: Double, max: Double) {
      self.p50 = p50
      self.p99 = p99
      self.max = max
    }

    public func encode(to encoder: any Encoder) throws {
      var object = encoder.container(keyedBy: CodingKeys.self)
      try object.encode(p50, decimals: 3, forKey: .p50)
      try object.encode(p99, decimals: 3, forKey: .p99)
      try object.encode(max, decimals: 3, forKey: .max)
    }
  }
}

extension KeyedDecodingContainer {
  /// Decodes ``Status/hands``, which a daemon of an earlier version does not send. The synthesized `init(from:)` calls it.
  fileprivate func decode(_ type: [Status.SeenHand].Type, forKey key: Key) throws -> [Status.SeenHand] {
    try decodeIfPresent(type, forKey: key) ?? []
  }
}
