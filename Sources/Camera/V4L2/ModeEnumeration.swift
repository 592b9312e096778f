import CV4L2

/// The times between frames that a driver offers for one format and size.
enum FrameIntervals: Equatable, Sendable {
  /// Empty if the driver reports none.
  case discrete([FrameInterval])
  case range(shortest: FrameInterval, longest: FrameInterval)

  /// The intervals to choose from; a single nil if the driver reports none.
  func candidates(for request: CameraRequest) -> [FrameInterval?] {
    switch self {
    case .discrete(let intervals): intervals.isEmpty ? [nil] : intervals
    case .range(let shortest, let longest): [.nearest(toFPS: request.fps, shortest: shortest, longest: longest)]
    }
  }
}

extension V4L2Device {
  /// The readable modes; of sizes and intervals offered as a range, those nearest to the request.
  func modes(for request: CameraRequest) -> [CameraMode] {
    var modes: [CameraMode] = []
    for (format, isEmulated) in formats() {
      // Of the formats that libv4l2 can convert to, planar 4:2:0 costs least.
      guard PixelEncoding(format) != nil, !isEmulated || format == .yuv420 else { continue }
      var candidates = sizes(of: format).map { ($0.nearest(to: request.width), $1.nearest(to: request.height)) }
      // A driver that reports no size at all is asked for the requested one.
      if candidates.isEmpty { candidates = [(request.width, request.height)] }
      for (width, height) in candidates {
        modes += intervals(of: format, width: width, height: height).candidates(for: request).map {
          CameraMode(format: format, isEmulated: isEmulated, width: width, height: height, interval: $0)
        }
      }
    }
    return modes
  }

  /// The formats that the driver lists, and, once conversion is enabled, those that libv4l2 converts to.
  func formats() -> [(code: FourCC, isEmulated: Bool)] {
    var formats: [(FourCC, Bool)] = []
    var query = v4l2_fmtdesc()
    query.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
    enumerate(.enumerateFormats, query, index: \.index) {
      formats.append((FourCC(rawValue: $0.pixelformat), $0.flags & UInt32(V4L2_FMT_FLAG_EMULATED) != 0))
    }
    return formats
  }

  /// The sizes that the driver lists for a format; the current one if it lists none.
  func sizes(of format: FourCC) -> [(widths: SizeRange, heights: SizeRange)] {
    var sizes: [(widths: SizeRange, heights: SizeRange)] = []
    func add(_ width: UInt32, _ height: UInt32) {
      sizes.append((SizeRange(Int(width), Int(width), step: 0), SizeRange(Int(height), Int(height), step: 0)))
    }
    var query = v4l2_frmsizeenum()
    query.pixel_format = format.rawValue
    enumerate(.enumerateSizes, query, index: \.index) { found in
      if found.type == V4L2_FRMSIZE_TYPE_DISCRETE.rawValue {
        add(found.discrete.width, found.discrete.height)
      } else if found.index == 0 {
        let range = found.stepwise
        let widths = SizeRange(Int(range.min_width), Int(range.max_width), step: Int(range.step_width))
        sizes.append((widths, SizeRange(Int(range.min_height), Int(range.max_height), step: Int(range.step_height))))
      }
    }
    if sizes.isEmpty {
      var current = v4l2_format()
      current.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
      if attempt(.getFormat, &current) >= 0 { add(current.fmt.pix.width, current.fmt.pix.height) }
    }
    sizes.removeAll { $0.widths.maximum <= 0 || $0.heights.maximum <= 0 }
    return sizes
  }

  /// The intervals that the driver lists for a format and size in pixels.
  func intervals(of format: FourCC, width: Int, height: Int) -> FrameIntervals {
    var intervals: [FrameInterval] = []
    var range: FrameIntervals?
    var query = v4l2_frmivalenum()
    query.pixel_format = format.rawValue
    query.width = UInt32(width)
    query.height = UInt32(height)
    enumerate(.enumerateIntervals, query, index: \.index) { found in
      if found.type == V4L2_FRMIVAL_TYPE_DISCRETE.rawValue {
        intervals.append(FrameInterval(found.discrete.numerator, found.discrete.denominator))
      } else if found.index == 0 {
        let shortest = FrameInterval(found.stepwise.min.numerator, found.stepwise.min.denominator)
        let longest = FrameInterval(found.stepwise.max.numerator, found.stepwise.max.denominator)
        range = .range(shortest: shortest, longest: longest)
      }
    }
    return range ?? .discrete(intervals)
  }
}
