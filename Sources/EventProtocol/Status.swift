/// What the daemon is doing, and how well.
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
  /// One line on why the state is what it is, if there is more to say.
  public var reason: String?
  /// The camera in use; nil while there is none.
  public var camera: Camera?
  public var keys: Keys
  /// Where frames come from: `auto`, a device, `synthetic`, `y4m:…`, `trace:…`.
  public var source: String
  /// Arithmetic of the models: `f32`, `bf16`, ….
  public var precision: String
  /// What decides about swipes; nil from a daemon that does not tell.
  public var gesture: GestureOptions?
  public var version: String
  public var pid: Int32
  /// Seconds since the daemon's start.
  public var uptimeS: Double
  /// Frames a second as measured; nil before the first.
  public var fps: Double?
  public var frames: Frames
  public var swipes: Swipes
  /// From frame dequeued to event handed out; nil before there is a measurement.
  public var latencyMs: Latency?
  /// CPU time of the whole process from a frame's dequeuing to its decision, the mean in ms; nil before the first.
  public var cpuMsPerFrame: Double?
  /// CPU time of the whole process since its start, in per cent of one core.
  public var cpuPercent: Double
  /// Resident memory, in KiB.
  public var residentKb: Int

  public init(
    state: State, reason: String? = nil, camera: Camera? = nil, keys: Keys, source: String, precision: String,
    gesture: GestureOptions? = nil, version: String = Version.current, pid: Int32, uptimeS: Double = 0, fps: Double? = nil,
    frames: Frames = Frames(),
    swipes: Swipes = Swipes(), latencyMs: Latency? = nil, cpuMsPerFrame: Double? = nil, cpuPercent: Double = 0, residentKb: Int = 0
  ) {
    self.state = state
    self.reason = reason
    self.camera = camera
    self.keys = keys
    self.source = source
    self.precision = precision
    self.gesture = gesture
    self.version = version
    self.pid = pid
    self.uptimeS = uptimeS
    self.fps = fps
    self.frames = frames
    self.swipes = swipes
    self.latencyMs = latencyMs
    self.cpuMsPerFrame = cpuMsPerFrame
    self.cpuPercent = cpuPercent
    self.residentKb = residentKb
  }

  /// Every field is always written, null where there is no value, so that a reader need not ask for presence.
  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: CodingKeys.self)
    try object.encode(state, forKey: .state)
    try object.encode(reason, forKey: .reason)
    try object.encode(camera, forKey: .camera)
    try object.encode(keys, forKey: .keys)
    try object.encode(source, forKey: .source)
    try object.encode(precision, forKey: .precision)
    try object.encode(gesture, forKey: .gesture)
    try object.encode(version, forKey: .version)
    try object.encode(pid, forKey: .pid)
    try object.encode(uptimeS, decimals: 1, forKey: .uptimeS)
    try object.encode(fps, decimals: 2, forKey: .fps)
    try object.encode(frames, forKey: .frames)
    try object.encode(swipes, forKey: .swipes)
    try object.encode(latencyMs, forKey: .latencyMs)
    try object.encode(cpuMsPerFrame, decimals: 3, forKey: .cpuMsPerFrame)
    try object.encode(cpuPercent, decimals: 1, forKey: .cpuPercent)
    try object.encode(residentKb, forKey: .residentKb)
  }
}
