import Gestures
import Hands

/// `status`: the state of the daemon and its measurements.
public struct Status: Codable, Sendable, Equatable {
  /// What the daemon does.
  public enum State: String, Codable, Sendable, CaseIterable {
    case starting, running, paused
    case noCamera = "no_camera"
  }

  /// Whether swipes become key presses.
  public enum Keys: String, Codable, Sendable, CaseIterable {
    case ready, off, unavailable
  }

  /// What the daemon does.
  public var state: State
  /// One human-readable line that explains the state, if there is something to explain.
  @WritesNull public var reason: String? = nil
  /// The stable name of the reason, for programs; nil without a reason, or from a daemon that sends no codes.
  @WritesNull public var reasonCode: ReasonCode? = nil
  /// The camera in use; nil while none is open.
  @WritesNull public var camera: Camera? = nil
  /// The program that has the camera instead, while it is yielded or busy; nil if it is not known, or the daemon does not send it.
  @WritesNull public var holder: Holder? = nil
  /// For what programs keep the camera closed, in their words; nil unless ``reasonCode`` says that they do, and from a daemon that does not send
  /// it.
  @WritesNull public var inhibitedFor: [String]? = nil
  public var keys: Keys
  /// One human-readable line with the cause and the fix while keys are unavailable; nil otherwise, and from a daemon that does not send
  /// it.
  @WritesNull public var keysReason: String? = nil
  /// The stable name of that cause, for programs; nil with ``keysReason``, and from a daemon that sends no codes.
  @WritesNull public var keysReasonCode: String? = nil
  /// The configured frame source: `auto`, a device, `synthetic`, `y4m:…`, `trace:…`.
  public var source: String
  /// The arithmetic of the models: `f32`, `bf16`, ….
  public var precision: String
  /// The settings that decide what is a swipe; nil from a daemon that does not send them.
  @WritesNull public var gesture: GestureOptions? = nil
  /// When the swipes fall asleep unless there is one before, in ns of the frames' `capturedNs`; nil while they are asleep, if the settings
  /// do not let them, and from a daemon that does not send it.
  @WritesNull public var awakeUntilNs: UInt64? = nil
  /// The active profile; nil from a daemon that does not send it.
  @WritesNull public var profile: String? = nil
  /// The names that `set_profile` accepts; nil from a daemon that does not send them.
  @WritesNull public var profiles: [String]? = nil
  /// The absolute path of the configuration file, which a reload reads, and which may be missing; nil from a daemon that does not send it.
  @WritesNull public var configurationFile: String? = nil
  /// What identifies the text of the configuration file as the daemon has read it: 16 hexadecimal digits; nil without a file, and from a
  /// daemon that does not send it.
  @WritesNull public var configurationVersion: String? = nil
  /// Where swipes act, and what is in front; nil where that makes no difference, and from a daemon that does not send it.
  @WritesNull public var apps: Apps? = nil
  /// The version of the daemon.
  public var version = Version.current
  /// The process id of the daemon.
  public var pid: Int32
  /// The time since the daemon's start, in s. One decimal on the wire.
  @Rounded<1, Double> public var uptimeS: Double = 0
  /// The measured frame rate, in frames per second; nil before the first measurement. Two decimals on the wire.
  @Rounded<2, Double?> public var fps: Double? = nil
  public var frames = Frames()
  /// The hands of the last frame; the first one is the one that swipes, or is nearest to it. Empty without a hand, while no frames come, and
  /// from a daemon that does not send them. A change of it alone causes no event.
  public var hands: [SeenHand] = []
  /// The gestures since the start, by name.
  public var swipes = Swipes { _ in 0 }
  /// The swipes of each hour of the local day, from 0 to 23 o'clock; nil from a daemon that does not send them.
  @WritesNull public var swipesToday: [Int]? = nil
  /// The time from a dequeued frame to its published event; nil before the first measurement.
  @WritesNull public var latencyMs: Latency? = nil
  /// The mean CPU time of the whole process per frame, from the dequeued frame to the decision, in ms; nil before the first frame.
  /// Three decimals on the wire.
  @Rounded<3, Double?> public var cpuMsPerFrame: Double? = nil
  /// The CPU time of the whole process in the last ten seconds, or since its start if that is less, in percent of one core. One decimal on
  /// the wire.
  @Rounded<1, Double> public var cpuPercent: Double = 0
  /// The resident memory, in KiB.
  public var residentKb = 0

  /// - Parameter change: sets the other members, which are nil, empty or 0 before.
  public init(state: State, keys: Keys, source: String, precision: String, pid: Int32, _ change: (inout Status) -> Void = { _ in }) {
    (self.state, self.keys, self.source, self.precision, self.pid) = (state, keys, source, precision, pid)
    change(&self)
  }
}

extension Status {
  /// Whether the swipes are asleep until a thumb is shown twice.
  public var isAsleep: Bool { usesUnlock && awakeUntilNs == nil }

  /// Whether the settings let the swipes fall asleep.
  public var usesUnlock: Bool { gesture?["unlock"] == .text(UnlockRule.double.rawValue) }

  /// A camera, with what it was asked for.
  public struct Camera: Codable, Sendable, Equatable {
    /// The device, such as `/dev/video0`.
    public var path: String
    /// Its human-readable name.
    public var name: String
    /// The size of its frames, in pixels.
    public var width: Int, height: Int
    /// The negotiated frame rate, in frames per second. Two decimals on the wire.
    @Rounded<2, Double> public var fps: Double
    /// The pixel format, such as `YUYV`.
    public var format: String
    /// The reason for this size, rate and format; nil where nothing was chosen, as of a file.
    @WritesNull public var why: String?

    /// Creates a description. For units see the members.
    public init(path: String, name: String, width: Int, height: Int, fps: Double, format: String, why: String? = nil) {
      (self.path, self.name, self.width) = (path, name, width)
      (self.height, self.fps, self.format, self.why) = (height, fps, format, why)
    }
  }

  /// A program that has the camera open.
  public struct Holder: Codable, Sendable, Hashable {
    /// Its name, as `ps` prints it.
    public var name: String
    /// Its process id.
    public var pid: Int32

    /// Creates a description; see the members.
    public init(name: String, pid: Int32) { (self.name, self.pid) = (name, pid) }
  }

  /// The applications that the configuration names, and the one in front.
  public struct Apps: Codable, Sendable, Equatable {
    /// Those in which swipes act; nil for all.
    @WritesNull public var only: [App]?
    /// The one in front; nil if there is none, if it has no id, and while the desktop does not say it.
    @WritesNull public var front: App?
    /// The stable name of why the desktop does not say which one is in front, such as `no_desktop`; nil where it says it, and from a daemon
    /// that does not send it. More names may be added at any time.
    @WritesNull public var obstacle: String?

    /// Creates a description; see the members.
    public init(only: [App]?, front: App?, obstacle: String? = nil) { (self.only, self.front, self.obstacle) = (only, front, obstacle) }
  }

  /// An application.
  public struct App: Codable, Sendable, Hashable {
    /// The name of its `.desktop` file without the ending; where no file fits, the name that its window or the configuration has.
    public var id: String
    /// What people call it.
    public var name: String

    /// Creates a description; see the members.
    public init(id: String, name: String) { (self.id, self.name) = (id, name) }
  }

  /// A hand in view.
  public struct SeenHand: Codable, Sendable, Equatable {
    /// What the hand is known again by in the next frames, as long as it is followed; nil where nothing follows hands, as in old traces.
    public var id: Int?
    /// Which of the person's hands it is.
    public var chirality: Chirality

    /// Creates a hand; see the members.
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

    /// Creates one; for units see the members.
    public init(
      handled: Int = 0, tracked: Int = 0, reused: Int = 0, dropped: Int = 0, flagged: Int = 0, short: Int = 0, undecodable: Int = 0
    ) {
      (self.handled, self.tracked, self.reused, self.dropped) = (handled, tracked, reused, dropped)
      (self.flagged, self.short, self.undecodable) = (flagged, short, undecodable)
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
    @Rounded<3, Double> public var p50: Double
    /// The 99th percentile.
    @Rounded<3, Double> public var p99: Double
    @Rounded<3, Double> public var max: Double

    /// Creates a summary. All are in ms.
    public init(p50: Double, p99: Double, max: Double) {
      (self.p50, self.p99, self.max) = (p50, p99, max)
    }
  }
}

extension KeyedDecodingContainer {
  /// Decodes ``Status/hands``, which a daemon of an earlier version does not send. The synthesized `init(from:)` calls it.
  fileprivate func decode(_ type: [Status.SeenHand].Type, forKey key: Key) throws -> [Status.SeenHand] {
    try decodeIfPresent(type, forKey: key) ?? []
  }
}
