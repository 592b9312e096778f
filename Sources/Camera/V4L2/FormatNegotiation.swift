import CV4L2
import Glibc
import Imaging

/// The format that a driver has agreed to deliver.
struct NegotiatedFormat: CustomStringConvertible {
  let code: FourCC
  let encoding: PixelEncoding
  /// Where the planes of an uncompressed picture lie in a buffer; for JPEG only the size is meaningful.
  let layout: BufferLayout

  var description: String { "\(layout.width)×\(layout.height) \(code)" }

  /// Whether buffers filled in one format can be read as the other.
  func isCompatible(with other: NegotiatedFormat) -> Bool {
    code == other.code && layout.width == other.layout.width && layout.height == other.layout.height
      && (encoding == .jpeg || layout.bytesPerRow.0 == other.layout.bytesPerRow.0)
  }
}

/// The result of a negotiation.
struct Negotiation {
  let format: NegotiatedFormat
  /// nil where the driver does not report it.
  let interval: FrameInterval?
  /// Frames per second; the requested rate where the driver does not report the interval.
  let fps: Double
  /// The reason for this mode.
  let why: String
  /// Whether ``CameraRequest/takesLargerSize`` would give larger pictures.
  let offersLargerSize: Bool

  /// The mode and its reason, for the log.
  var summary: String { "\(format) at \(rounded(fps)) fps: \(why)" }
}

extension V4L2Device {
  /// Asks the driver for the best mode, and reads what it agrees to.
  ///
  /// - Throws: `CameraError`: no usable format, busy, or another refusal of the driver.
  func negotiate(_ request: CameraRequest) throws(CameraError) -> Negotiation {
    var format = v4l2_format()
    format.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
    let modes = modes(for: request)
    let mode = CameraMode.choose(among: modes, request: request)
    if let mode {
      format.fmt.pix.width = UInt32(mode.width)
      format.fmt.pix.height = UInt32(mode.height)
      format.fmt.pix.pixelformat = mode.format.rawValue
      format.fmt.pix.field = V4L2_FIELD_ANY.rawValue
      try perform(.setFormat, &format)
    } else if attempt(.getFormat, &format) < 0 {
      // A driver that lists no format may still have one set.
      throw .noUsableFormat(label, path: path, "it offers none")
    }
    let negotiated = try negotiatedFormat(format.fmt.pix)
    let interval = mode?.interval.flatMap { setInterval($0) } ?? currentInterval()
    let fps = interval?.fps ?? mode?.interval?.fps ?? request.fps
    if let mode, mode.isLarger(than: request), fps.rounded() < CameraRequest.minimumFPS {
      // The driver lists a rate that it does not set.
      return try negotiate(request.ofUsualSize(because: "the driver sets \(rounded(fps)) fps"))
    }
    let why = Self.why("\(negotiated) at \(rounded(fps)) fps", chosen: mode, among: modes, request)
    return Negotiation(
      format: negotiated, interval: interval, fps: fps, why: why, offersLargerSize: mode?.costlierLarger(among: modes, request) != nil)
  }

  private static func why(
    _ negotiated: String, chosen mode: CameraMode?, among modes: [CameraMode], _ request: CameraRequest
  ) -> String {
    guard let mode else { return "the driver lists no modes; this is its current one" }
    let reason = mode.reason(request: request, among: modes)
    let requested = "\(mode.width)×\(mode.height) \(mode.format) at \(rounded(mode.interval?.fps ?? request.fps)) fps"
    return negotiated == requested ? reason : "the driver's answer to \(requested), which was requested as the \(reason)"
  }

  /// The format that is set now.
  ///
  /// - Throws: `CameraError`: no readable format, unplugged, or another refusal of the driver.
  func currentFormat() throws(CameraError) -> NegotiatedFormat {
    var format = v4l2_format()
    format.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
    switch attempt(.getFormat, &format) {
    case 0...: return try negotiatedFormat(format.fmt.pix)
    // A loopback device has none once the program that fed it is gone.
    case -EINVAL: throw .noFormatNow(label)
    case let code: throw refusal(of: .getFormat, errno: -code)
    }
  }

  /// Pixels along one side; the limit keeps sizes in bytes far from overflow if a driver answers nonsense.
  private static let validSide: ClosedRange<UInt32> = 1...16384

  private func negotiatedFormat(_ pix: v4l2_pix_format) throws(CameraError) -> NegotiatedFormat {
    let code = FourCC(rawValue: pix.pixelformat)
    guard let encoding = PixelEncoding(code) else { throw .noUsableFormat(label, path: path, "it insists on \(code)") }
    guard Self.validSide.contains(pix.width), Self.validSide.contains(pix.height) else {
      throw .noUsableFormat(label, path: path, "its pictures are \(pix.width) by \(pix.height)")
    }
    let layout = BufferLayout(
      format: encoding.pixelFormat ?? .yuv420, range: ColorRange(pix), width: Int(pix.width), height: Int(pix.height),
      bytesPerLine: Int(pix.bytesperline))
    return NegotiatedFormat(code: code, encoding: encoding, layout: layout)
  }

  /// Asks for a time between frames.
  ///
  /// - Returns: the interval that the driver sets; nil if it refuses.
  func setInterval(_ interval: FrameInterval) -> FrameInterval? {
    var parameters = v4l2_streamparm()
    parameters.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
    parameters.parm.capture.timeperframe = v4l2_fract(numerator: interval.numerator, denominator: interval.denominator)
    return attempt(.setParameters, &parameters) < 0 ? nil : parameters.interval
  }

  private func currentInterval() -> FrameInterval? {
    var parameters = v4l2_streamparm()
    parameters.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
    return attempt(.getParameters, &parameters) < 0 ? nil : parameters.interval
  }
}

extension v4l2_streamparm {
  fileprivate var interval: FrameInterval {
    FrameInterval(parm.capture.timeperframe.numerator, parm.capture.timeperframe.denominator)
  }
}
