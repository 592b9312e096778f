/// One line of the list of cameras: all that a person, or a program, wants to know of one.
package struct CameraListing: Codable, Equatable, Sendable {
  /// A format and size, and the rates at which it comes.
  package struct Mode: Codable, Equatable, Sendable {
    /// V4L2's four-character code: `YUYV`.
    package var format: String
    /// The format can be read here.
    package var isReadable: Bool
    /// Size in pixels. Some drivers offer ranges instead of single sizes.
    package var width: SizeRange, height: SizeRange
    /// Frames a second, in the driver's order; empty when it tells none, or a range.
    package var rates: [Double]
    /// Slowest and fastest rate, in frames a second, where the driver offers a range. It is that of the size nearest to
    /// 640×480.
    package var rateRange: [Double]?

    private enum CodingKeys: String, CodingKey {
      case format, width, height, rates
      case isReadable = "readable"
      case rateRange = "rate_range"
    }

    /// `640×480`, or `16×16 to 1920×1080`.
    package var sizeText: String {
      let largest = "\(width.maximum)×\(height.maximum)"
      return width.minimum == width.maximum && height.minimum == height.maximum
        ? largest : "\(width.minimum)×\(height.minimum) to \(largest)"
    }

    /// `30, 15 fps`, or `1 to 60 fps`; empty when the driver tells no rate.
    package var rateText: String {
      if let rateRange { return rateRange.map(rounded).joined(separator: " to ") + " fps" }
      return rates.isEmpty ? "" : rates.map(rounded).joined(separator: ", ") + " fps"
    }
  }

  /// The device node: `/dev/video0`.
  package var path: String
  /// Names of its lasting links in `/dev/v4l/by-id`.
  package var byID: [String]
  /// What its driver calls it; nil when even that is not known.
  package var name: String?
  /// The kernel driver; nil when it may not be opened.
  package var driver: String?
  /// Where it is plugged in; nil when it may not be opened.
  package var bus: String?
  package var modes: [Mode]
  package var isInfrared: Bool
  /// Why `auto` prefers it as it does: `built in, faces the user`; nil when it cannot be taken.
  package var why: String?
  /// It is the one that `auto` takes.
  package var wouldBeTaken: Bool
  /// Other processes that have it open, as far as this user may see them.
  package var holders: [CameraHolder]
  /// Why it cannot be used, in one line that says the mend; nil for a camera that can.
  package var error: String?

  private enum CodingKeys: String, CodingKey {
    case path, name, driver, bus, modes, why, holders, error
    case byID = "by_id"
    case isInfrared = "infrared"
    case wouldBeTaken = "would_be_taken"
  }
}

extension CameraListing {
  /// The cameras in the order in which `auto` prefers them, and then the nodes that could be cameras and cannot be used now.
  package static func all() -> [CameraListing] { all(calls: .libv4l2) }

  package static func all(calls: V4L2Calls) -> [CameraListing] {
    let survey = CameraSurvey(calls: calls)
    return survey.cameras.map { CameraListing($0, wouldBeTaken: $0 == survey.cameras.first, calls: calls) }
      + survey.unfed.map {
        CameraListing(path: $0.path, name: $0.card, driver: $0.driver, bus: $0.busInfo, error: .unfedLoopback($0.label), calls: calls)
      } + survey.refusals.map { CameraListing(path: $0.path, error: $0.error, calls: calls) }
  }

  private init(_ camera: CameraDevice, wouldBeTaken: Bool, calls: V4L2Calls) {
    path = camera.path
    byID = camera.linkNames
    name = camera.name
    driver = camera.driver
    bus = camera.busInfo
    isInfrared = camera.isInfrared
    why = camera.preference.why
    self.wouldBeTaken = wouldBeTaken
    holders = calls.holders(camera.path)
    do {
      modes = try OpenDevice(path: camera.path, calls: calls).listing()
    } catch {
      modes = []
      self.error = error.message
    }
  }

  private init(
    path: String, name: String? = nil, driver: String? = nil, bus: String? = nil, error: CameraError, calls: V4L2Calls
  ) {
    self.path = path
    let resolved = calls.resolve(path)
    byID = calls.links().filter { $0.path == resolved }.map(\.name).sorted()
    // Everybody may read this, whoever may open the node.
    self.name = name ?? calls.attribute("/sys/class/video4linux/\(path.split(separator: "/").last ?? "")/name")
    self.driver = driver
    self.bus = bus
    modes = []
    isInfrared = false
    wouldBeTaken = false
    holders = calls.holders(path)
    self.error = error.message
  }
}

extension OpenDevice {
  /// Every mode that the driver lists, read here or not.
  fileprivate func listing() -> [CameraListing.Mode] {
    let wish = CameraWish()
    return formats().filter { !$0.isEmulated }.flatMap { format, _ in
      sizes(of: format).map { widths, heights in
        let offer = rates(of: format, width: widths.nearest(to: wish.width), height: heights.nearest(to: wish.height))
        var mode = CameraListing.Mode(
          format: format.description, isReadable: PixelEncoding(format) != nil, width: widths, height: heights, rates: [])
        switch offer {
        case .each(let intervals): mode.rates = intervals.compactMap(\.fps)
        case .range(let shortest, let longest):
          if let slowest = longest.fps, let fastest = shortest.fps { mode.rateRange = [slowest, fastest] }
        }
        return mode
      }
    }
  }
}
