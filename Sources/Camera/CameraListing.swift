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

  /// The device node, or a name of PipeWire's: `/dev/video0`, `pipewire:libcamera_input.__SB_.PC00.LNK1`.
  package var path: String
  /// What it is read through.
  package var system: System
  /// Names of udev's persistent links to it in `/dev/v4l/by-id`.
  package var byID: [String]
  /// The name that the driver gives it; nil if unknown.
  package var name: String?
  /// The kernel driver; nil if the node cannot be opened.
  package var driver: String?
  /// Where it is connected; nil if the node cannot be opened.
  package var bus: String?
  package var modes: [Mode] = []
  package var isInfrared: Bool
  /// Whether it gives the raw data of a sensor, of which libcamera makes pictures.
  package var isRawSensor = false
  /// The reason for its rank with `auto`: `built in, faces the user`; nil if it cannot be used.
  package var why: String?
  /// Whether `auto` takes it.
  package var isAutoChoice: Bool
  /// The paths of the same camera's other entries in this list.
  package var sameAs: [String] = []
  /// Other processes that have it open, of those that this user may see; instead of PipeWire, the programs that it captures for.
  package var holders: [CameraHolder]
  /// The reason why it cannot be used, and the fix, in one line; nil if it can be used.
  package var error: String?
  /// The same for programs that have their own words for it; no report has it.
  package private(set) var cause: CameraError?

  /// A system that gives pictures.
  package enum System: String, Codable, Sendable {
    case v4l2
    case pipewire
  }

  private enum CodingKeys: String, CodingKey {
    case path, system, name, driver, bus, modes, why, holders, error
    case sameAs = "same_as"
    case byID = "by_id"
    case isInfrared = "infrared"
    case isAutoChoice = "would_be_taken"
  }
}

extension CameraListing {
  /// The cameras in the order in which `auto` prefers them, then what may be a camera but cannot be used, and why.
  ///
  /// - Parameters:
  ///   - backend: that `auto` takes one of.
  ///   - dump: returns the output of `pw-dump`; nil without one.
  package static func all(
    _ systems: CameraSystems = .installed, backend: CameraBackend = .auto, dump: () -> [UInt8]? = PipeWireGraph.dump
  ) -> [CameraListing] {
    let calls = systems.v4l2
    let nodes = CameraEnumeration(calls: calls)
    let cameras = ((try? systems.pipeWire.cameras()) ?? []).ranked
    let device = backend == .pipewire ? nil : nodes.cameras.first
    let node = backend == .v4l2 || device != nil ? nil : cameras.first
    var all = nodes.cameras.map { CameraListing($0, isAutoChoice: $0 == device, calls: calls) }
    all += cameras.map { CameraListing($0, isAutoChoice: $0 == node) }
    all += nodes.unfed.map { CameraListing($0, calls: calls) }
    all += nodes.refusals.map { CameraListing(path: $0.path, error: $0.error, calls: calls) }
    all += nodes.others.map { CameraListing($0, calls: calls) }
    for camera in cameras {
      let same = [CameraName.of(camera)] + all.map(\.path).filter { camera.isSame($0, calls.machine) }
      for index in all.indices where same.contains(all[index].path) { all[index].sameAs += same.filter { $0 != all[index].path } }
    }
    if all.contains(where: { $0.holders.map(\.name).contains(PipeWireGraph.server) }), let graph = dump().flatMap(PipeWireGraph.init) {
      for index in all.indices { all[index].holders = graph.naming(all[index].holders, of: calls.machine.resolve(all[index].path)) }
    }
    return all
  }

  private init(_ camera: CameraDevice, isAutoChoice: Bool, calls: V4L2Calls) {
    (path, system) = (camera.path, .v4l2)
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
      refuse(error)
    }
  }

  private init(_ camera: PipeWireNode, isAutoChoice: Bool) {
    (path, system) = (CameraName.of(camera), .pipewire)
    (byID, name, driver, bus) = ([], camera.description, nil, camera.isOfLibcamera ? "PipeWire, by libcamera" : "PipeWire")
    // libcamera lists some twice.
    for mode in (camera.formats ?? []).flatMap(\.listing) where !modes.contains(mode) { modes.append(mode) }
    isInfrared = camera.facts.isInfrared
    why = CameraPreference(camera.facts).why
    self.isAutoChoice = isAutoChoice
    holders = []
    if camera.formats?.isEmpty == true { refuse(.noReadableFormat(camera.label)) }
  }

  private init(_ node: VideoNode, calls: V4L2Calls) {
    self.init(
      path: node.path, name: node.card, driver: node.driver, bus: node.busInfo, error: node.problem ?? .failed(node.label), calls: calls)
    isRawSensor = node.isRawSensor
  }

  private init(
    path: String, name: String? = nil, driver: String? = nil, bus: String? = nil, error: CameraError, calls: V4L2Calls
  ) {
    (self.path, system) = (path, .v4l2)
    let resolved = calls.machine.resolve(path)
    byID = calls.machine.linkNames(to: resolved)
    // sysfs is readable by all users, also where the node is not.
    self.name = name ?? calls.machine.attribute("\(sysfsFolder(of: path))/name")
    (self.driver, self.bus) = (driver, bus)
    isInfrared = false
    isAutoChoice = false
    holders = calls.machine.holders(path)
    refuse(error)
  }

  private mutating func refuse(_ error: CameraError) { (cause, self.error) = (error, error.description) }
}

extension PipeWireFormat {
  /// Every mode of the format.
  fileprivate var listing: [CameraListing.Mode] {
    codes.flatMap { code in
      sizes.map { size in
        var mode = CameraListing.Mode(format: code.description, isReadable: true, width: size.widths, height: size.heights, rates: [])
        mode.take(intervals)
        return mode
      }
    }
  }
}

extension CameraListing.Mode {
  fileprivate mutating func take(_ intervals: FrameIntervals) {
    switch intervals {
    case .discrete(let intervals): rates = intervals.compactMap(\.fps)
    case .range(let shortest, let longest):
      if let slowest = longest.fps, let fastest = shortest.fps { rateRange = [slowest, fastest] }
    }
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
        mode.take(intervals(of: format, width: widths.nearest(to: request.width), height: heights.nearest(to: request.height)))
        return mode
      }
    }
  }
}
