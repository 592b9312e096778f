import Platform

/// What `swipectl cameras` reports about one camera.
package struct CameraListing: Codable, Equatable, Sendable {
  /// A format and size, and the frame rates that it is offered at.
  package struct Mode: Codable, Equatable, Sendable {
    /// V4L2's four-character code: `YUYV`.
    package var format: String
    /// Whether swiped can read the format.
    package var isReadable: Bool
    /// Size in pixels; some drivers offer ranges instead of single sizes.
    package var width: SizeRange, height: SizeRange
    /// Frames per second, in the driver's order; empty where the driver reports none, or a range.
    package var rates: [Double]
    /// Slowest and fastest rate in frames per second, where the driver offers a range; of a range of sizes, those of the size
    /// nearest to 640×480.
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

    /// `30, 15 fps`, or `1 to 60 fps`; empty where the driver reports no rate.
    package var rateText: String {
      if let rateRange { return rateRange.map(rounded).joined(separator: " to ") + " fps" }
      return rates.isEmpty ? "" : rates.map(rounded).joined(separator: ", ") + " fps"
    }
  }

  /// The device node: `/dev/video0`.
  package var path: String
  /// Names of udev's persistent links to it in `/dev/v4l/by-id`.
  package var byID: [String]
  /// The name that the driver gives it; nil if unknown.
  package var name: String?
  /// The kernel driver; nil if the node cannot be opened.
  package var driver: String?
  /// Where it is connected; nil if the node cannot be opened.
  package var bus: String?
  package var modes: [Mode]
  package var isInfrared: Bool
  /// The reason for its rank with `auto`: `built in, faces the user`; nil if it cannot be used.
  package var why: String?
  /// Whether `auto` takes it.
  package var isAutoChoice: Bool
  /// Other processes that have it open, of those that this user may see.
  package var holders: [CameraHolder]
  /// The reason why it cannot be used, and the fix, in one line; nil if it can be used.
  package var error: String?

  private enum CodingKeys: String, CodingKey {
    case path, name, driver, bus, modes, why, holders, error
    case byID = "by_id"
    case isInfrared = "infrared"
    case isAutoChoice = "would_be_taken"
  }
}

extension CameraListing {
  /// The cameras in the order in which `auto` prefers them, then the nodes that may be cameras but cannot be used now.
  package static func all() -> [CameraListing] { all(calls: .libv4l2) }

  package static func all(calls: V4L2Calls) -> [CameraListing] {
    let nodes = CameraEnumeration(calls: calls)
    return nodes.cameras.map { CameraListing($0, isAutoChoice: $0 == nodes.cameras.first, calls: calls) }
      + nodes.unfed.map {
        CameraListing(path: $0.path, name: $0.card, driver: $0.driver, bus: $0.busInfo, error: .unfedLoopback($0.label), calls: calls)
      } + nodes.refusals.map { CameraListing(path: $0.path, error: $0.error, calls: calls) }
  }

  private init(_ camera: CameraDevice, isAutoChoice: Bool, calls: V4L2Calls) {
    path = camera.path
    byID = camera.linkNames
    name = camera.name
    driver = camera.driver
    bus = camera.busInfo
    isInfrared = camera.isInfrared
    why = camera.preference.why
    self.isAutoChoice = isAutoChoice
    holders = calls.machine.holders(camera.path)
    do {
      modes = try V4L2Device(path: camera.path, calls: calls).listing()
    } catch {
      modes = []
      self.error = error.description
    }
  }

  private init(
    path: String, name: String? = nil, driver: String? = nil, bus: String? = nil, error: CameraError, calls: V4L2Calls
  ) {
    self.path = path
    let resolved = calls.machine.resolve(path)
    byID = calls.machine.linkNames(to: resolved)
    // sysfs is readable by all users, also where the node is not.
    self.name = name ?? calls.machine.attribute("/sys/class/video4linux/\(path.split(separator: "/").last ?? "")/name")
    self.driver = driver
    self.bus = bus
    modes = []
    isInfrared = false
    isAutoChoice = false
    holders = calls.machine.holders(path)
    self.error = error.description
  }
}

extension V4L2Device {
  /// Every mode that the driver lists, whether swiped can read it or not.
  fileprivate func listing() -> [CameraListing.Mode] {
    let request = CameraRequest()
    return formats().filter { !$0.isEmulated }.flatMap { format, _ in
      sizes(of: format).map { widths, heights in
        var mode = CameraListing.Mode(
          format: format.description, isReadable: PixelEncoding(format) != nil, width: widths, height: heights, rates: [])
        switch intervals(of: format, width: widths.nearest(to: request.width), height: heights.nearest(to: request.height)) {
        case .discrete(let intervals): mode.rates = intervals.compactMap(\.fps)
        case .range(let shortest, let longest):
          if let slowest = longest.fps, let fastest = shortest.fps { mode.rateRange = [slowest, fastest] }
        }
        return mode
      }
    }
  }
}
