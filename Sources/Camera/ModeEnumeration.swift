import CV4L2

/// Sizes that a driver offers along one axis.
package struct SizeRange: Equatable, Sendable {
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

extension OpenDevice {
  /// Everything that can be read from this camera; of sizes and rates offered as a range, the nearest to the wish.
  func modes(wish: CameraWish) -> [CameraMode] {
    var modes: [CameraMode] = []
    var query = v4l2_fmtdesc()
    query.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
    enumerate(.enumerateFormats, query, index: \.index) { found in
      let format = FourCC(rawValue: found.pixelformat)
      let isEmulated = found.flags & UInt32(V4L2_FMT_FLAG_EMULATED) != 0
      // Of what libv4l2 can convert to, planar 4:2:0 is the least work.
      guard PixelEncoding(format) != nil, !isEmulated || format == .yuv420 else { return }
      for (width, height) in sizes(of: format, wish: wish) {
        let intervals = intervals(of: format, width: width, height: height, wish: wish)
        modes += intervals.map {
          CameraMode(format: format, isEmulated: isEmulated, width: width, height: height, interval: $0)
        }
      }
    }
    return modes
  }

  private func sizes(of format: FourCC, wish: CameraWish) -> [(Int, Int)] {
    var sizes: [(Int, Int)] = []
    var query = v4l2_frmsizeenum()
    query.pixel_format = format.rawValue
    enumerate(.enumerateSizes, query, index: \.index) { found in
      if found.type == V4L2_FRMSIZE_TYPE_DISCRETE.rawValue {
        sizes.append((Int(found.discrete.width), Int(found.discrete.height)))
      } else if found.index == 0 {
        let range = found.stepwise
        let widths = SizeRange(Int(range.min_width), Int(range.max_width), step: Int(range.step_width))
        let heights = SizeRange(Int(range.min_height), Int(range.max_height), step: Int(range.step_height))
        sizes.append((widths.nearest(to: wish.width), heights.nearest(to: wish.height)))
      }
    }
    sizes.removeAll { $0.0 <= 0 || $0.1 <= 0 }
    guard sizes.isEmpty else { return sizes }
    // A driver that lists no sizes has one: the present one, or else the wished.
    var present = v4l2_format()
    present.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
    let pix = attempt(.getFormat, &present) >= 0 ? present.fmt.pix : v4l2_pix_format()
    return pix.width > 0 && pix.height > 0 ? [(Int(pix.width), Int(pix.height))] : [(wish.width, wish.height)]
  }

  /// At least one, which is nil when the driver lists none.
  private func intervals(of format: FourCC, width: Int, height: Int, wish: CameraWish) -> [FrameInterval?] {
    var intervals: [FrameInterval?] = []
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
        intervals.append(.nearest(toFPS: wish.fps, shortest: shortest, longest: longest))
      }
    }
    return intervals.isEmpty ? [nil] : intervals
  }
}
