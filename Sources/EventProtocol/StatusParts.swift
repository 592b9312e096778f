extension Status {
  public struct Camera: Decodable, Sendable, Equatable {
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

    var json: JSON {
      [
        "path": .string(path), "name": .string(name), "width": .integer(width), "height": .integer(height),
        "fps": .rounded(fps, places: 2), "format": .string(format),
      ]
    }
  }

  /// Frames counted since the start.
  public struct Frames: Decodable, Sendable, Equatable {
    /// Went down the line.
    public var handled: Int
    /// Of those, frames in which a hand was seen.
    public var tracked: Int
    /// Of those, frames that needed no model, because nothing had moved.
    public var skipped: Int
    /// Came while another was in hand, and were never looked at.
    public var dropped: Int

    public init(handled: Int = 0, tracked: Int = 0, skipped: Int = 0, dropped: Int = 0) {
      self.handled = handled
      self.tracked = tracked
      self.skipped = skipped
      self.dropped = dropped
    }

    var json: JSON {
      [
        "handled": .integer(handled), "tracked": .integer(tracked), "skipped": .integer(skipped),
        "dropped": .integer(dropped),
      ]
    }
  }

  /// Swipes counted since the start.
  public struct Swipes: Decodable, Sendable, Equatable {
    public var left: Int, right: Int

    public init(left: Int = 0, right: Int = 0) {
      self.left = left
      self.right = right
    }

    var json: JSON { ["left": .integer(left), "right": .integer(right)] }
  }

  /// A distribution of durations, in ms.
  public struct Latency: Decodable, Sendable, Equatable {
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

    var json: JSON {
      ["p50": .rounded(p50, places: 3), "p99": .rounded(p99, places: 3), "max": .rounded(max, places: 3)]
    }
  }
}
