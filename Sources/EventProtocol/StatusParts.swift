extension Status {
  public struct Camera: Codable, Sendable, Equatable {
    /// The device, such as `/dev/video0`.
    public var path: String
    public var name: String
    /// Size of its frames, in pixels.
    public var width: Int, height: Int
    /// Frames a second as negotiated.
    public var fps: Double
    /// Its pixel format, such as `YUYV`.
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

  /// Frames counted since the start.
  public struct Frames: Codable, Sendable, Equatable {
    /// Went down the line.
    public var handled: Int
    /// Of those, frames in which a hand was seen.
    public var tracked: Int
    /// Of those, frames that needed no model, because nothing had moved.
    public var skipped: Int
    /// Came while another was in hand, and were never looked at.
    public var dropped: Int
    /// Damaged: the driver itself says that their data is wrong.
    public var flagged: Int
    /// Damaged: they hold less than their size and format ask for.
    public var short: Int
    /// Damaged: no picture can be made of them.
    public var undecodable: Int

    public init(
      handled: Int = 0, tracked: Int = 0, skipped: Int = 0, dropped: Int = 0, flagged: Int = 0, short: Int = 0, undecodable: Int = 0
    ) {
      self.handled = handled
      self.tracked = tracked
      self.skipped = skipped
      self.dropped = dropped
      self.flagged = flagged
      self.short = short
      self.undecodable = undecodable
    }

    /// A daemon from before damaged frames were counted is understood.
    public init(from decoder: any Decoder) throws {
      let object = try decoder.container(keyedBy: CodingKeys.self)
      handled = try object.decode(Int.self, forKey: .handled)
      tracked = try object.decode(Int.self, forKey: .tracked)
      skipped = try object.decode(Int.self, forKey: .skipped)
      dropped = try object.decode(Int.self, forKey: .dropped)
      flagged = try object.decodeIfPresent(Int.self, forKey: .flagged) ?? 0
      short = try object.decodeIfPresent(Int.self, forKey: .short) ?? 0
      undecodable = try object.decodeIfPresent(Int.self, forKey: .undecodable) ?? 0
    }
  }

  /// Swipes counted since the start.
  public struct Swipes: Codable, Sendable, Equatable {
    public var left: Int, right: Int

    public init(left: Int = 0, right: Int = 0) {
      self.left = left
      self.right = right
    }
  }

  /// A distribution of durations, in ms.
  public struct Latency: Codable, Sendable, Equatable {
    /// Half of them are no longer than this.
    public var p50: Double
    /// 99 in 100 are no longer than this.
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
