import CV4L2

/// Sizes that a driver offers along one axis, in pixels; a single one where minimum and maximum are equal.
package struct SizeRange: Codable, Equatable, Sendable {
  package var minimum: Int, maximum: Int, step: Int

  package init(_ minimum: Int, _ maximum: Int, step: Int) {
    self.minimum = minimum
    self.maximum = maximum
    self.step = step
  }

  /// The offered size nearest to the wished one.
  package func nearest(to wish: Int) -> Int {
    guard maximum > minimum else { return minimum }
    let step = max(step, 1)
    let steps = (min(max(wish, minimum), maximum) - minimum + step / 2) / step
    return min(minimum + steps * step, minimum + (maximum - minimum) / step * step)
  }
}

extension FrameInterval {
  /// The interval nearest to the wished rate in a range that a driver offers.
  package static func nearest(toFPS wish: Double, shortest: FrameInterval, longest: FrameInterval) -> FrameInterval {
    if let fastest = shortest.fps, fastest < wish { return shortest }
    if let slowest = longest.fps, slowest > wish { return longest }
    return FrameInterval(1000, UInt32((wish * 1000).rounded()))
  }
}

/// Rates that a driver offers for one size.
enum RateOffer {
  /// These; none when the driver does not tell.
  case each([FrameInterval])
  case range(shortest: FrameInterval, longest: FrameInterval)

  /// At least one, which is nil when the driver tells none.
  func intervals(wish: CameraWish) -> [FrameInterval?] {
    switch self {
    case .each(let intervals): intervals.isEmpty ? [nil] : intervals
    case .range(let shortest, let longest): [.nearest(toFPS: wish.fps, shortest: shortest, longest: longest)]
    }
  }
}

extension OpenDevice {
  /// Everything that can be read from this camera; of sizes and rates offered as a range, the nearest to the wish.
  func modes(wish: CameraWish) -> [CameraMode] {
    var modes: [CameraMode] = []
    for (format, isEmulated) in formats() {
      // Of what libv4l2 can convert to, planar 4:2:0 is the least work.
      guard PixelEncoding(format) != nil, !isEmulated || format == .yuv420 else { continue }
      var sizes = sizes(of: format).map { ($0.nearest(to: wish.width), $1.nearest(to: wish.height)) }
      // A driver that tells no size at all is asked for the wished one.
      if sizes.isEmpty { sizes = [(wish.width, wish.height)] }
      for (width, height) in sizes {
        modes += rates(of: format, width: width, height: height).intervals(wish: wish).map {
          CameraMode(format: format, isEmulated: isEmulated, width: width, height: height, interval: $0)
        }
      }
    }
    return modes
  }

  /// What the driver delivers, and what libv4l2 would make of it if that was enabled.
  func formats() -> [(code: FourCC, isEmulated: Bool)] {
    var formats: [(FourCC, Bool)] = []
    var query = v4l2_fmtdesc()
    query.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
    enumerate(.enumerateFormats, query, index: \.index) {
      formats.append((FourCC(rawValue: $0.pixelformat), $0.flags & UInt32(V4L2_FMT_FLAG_EMULATED) != 0))
    }
    return formats
  }

  /// The sizes that the driver lists; the present one when it lists none.
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
      var present = v4l2_format()
      present.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
      if attempt(.getFormat, &present) >= 0 { add(present.fmt.pix.width, present.fmt.pix.height) }
    }
    sizes.removeAll { $0.widths.maximum <= 0 || $0.heights.maximum <= 0 }
    return sizes
  }

  /// The rates that the driver lists for a format and size.
  func rates(of format: FourCC, width: Int, height: Int) -> RateOffer {
    var intervals: [FrameInterval] = []
    var range: RateOffer?
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
    return range ?? .each(intervals)
  }
}
