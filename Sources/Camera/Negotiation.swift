import CV4L2
import Glibc
import Imaging

/// How a camera's pictures come.
struct PictureFormat: CustomStringConvertible {
  let code: FourCC
  let encoding: PixelEncoding
  /// How an uncompressed picture lies in its buffer; of a JPEG only the size holds.
  let layout: PictureLayout

  var description: String { "\(layout.width)×\(layout.height) \(code)" }

  /// Buffers filled in one format can be read as the other.
  func delivers(like other: PictureFormat) -> Bool {
    code == other.code && layout.width == other.layout.width && layout.height == other.layout.height
      && (encoding == .jpeg || layout.bytesPerRow.0 == other.layout.bytesPerRow.0)
  }
}

extension OpenDevice {
  /// Asks for the best mode, and takes down what the driver makes of it.
  ///
  /// - Returns: the format; the time between frames; frames a second, which are those asked for where the driver does not tell
  ///   that time; and one line for a log that says why it is this mode.
  /// - Throws: `CameraError`: no usable format, busy, or what else the driver refuses with.
  func negotiate(wish: CameraWish) throws(CameraError) -> (format: PictureFormat, interval: FrameInterval?, fps: Double, reason: String) {
    var format = v4l2_format()
    format.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
    let mode = CameraMode.choose(among: modes(wish: wish), wish: wish)
    if let mode {
      format.fmt.pix.width = UInt32(mode.width)
      format.fmt.pix.height = UInt32(mode.height)
      format.fmt.pix.pixelformat = mode.format.rawValue
      format.fmt.pix.field = V4L2_FIELD_ANY.rawValue
      try perform(.setFormat, &format)
    } else if attempt(.getFormat, &format) < 0 {
      // A driver that lists no format may still have one.
      throw .noUsableFormat(label, path: path, "it offers none")
    }
    let agreed = try picture(of: format.fmt.pix)
    let interval = mode?.interval.flatMap { setInterval($0) } ?? presentInterval()
    let fps = interval?.fps ?? mode?.interval?.fps ?? wish.fps
    return (agreed, interval, fps, Self.reason(for: "\(agreed) at \(rounded(fps)) fps", asked: mode, wish: wish))
  }

  private static func reason(for agreed: String, asked mode: CameraMode?, wish: CameraWish) -> String {
    guard let mode else { return "\(agreed): the driver lists no modes, this is what it has" }
    let asked = "\(mode.width)×\(mode.height) \(mode.format) at \(rounded(mode.interval?.fps ?? wish.fps)) fps"
    if agreed == asked { return "\(agreed): \(mode.reason(wish: wish))" }
    return "\(agreed): what the driver makes of \(asked), which was asked for as the \(mode.reason(wish: wish))"
  }

  /// The format that holds now.
  ///
  /// - Throws: `CameraError`: no format that can be read, unplugged.
  func presentFormat() throws(CameraError) -> PictureFormat {
    var format = v4l2_format()
    format.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
    switch attempt(.getFormat, &format) {
    case 0...: return try picture(of: format.fmt.pix)
    // A loopback has none when the program that fed it has gone.
    case -EINVAL: throw .noFormatNow(label)
    case let code: throw refusal(of: .getFormat, errno: -code)
    }
  }

  private func picture(of pix: v4l2_pix_format) throws(CameraError) -> PictureFormat {
    let code = FourCC(rawValue: pix.pixelformat)
    guard let encoding = PixelEncoding(code) else { throw .noUsableFormat(label, path: path, "it insists on \(code)") }
    guard (1...16384).contains(pix.width), (1...16384).contains(pix.height) else {
      throw .noUsableFormat(label, path: path, "its pictures are \(pix.width) by \(pix.height)")
    }
    let layout = PictureLayout(
      format: encoding.pixelFormat ?? .yuv420, range: ColorRange(pix), width: Int(pix.width), height: Int(pix.height),
      bytesPerLine: Int(pix.bytesperline))
    return PictureFormat(code: code, encoding: encoding, layout: layout)
  }

  /// Asks for a time between frames.
  ///
  /// - Returns: the one that holds then; nil where the driver does not let itself be asked, or not now.
  func setInterval(_ interval: FrameInterval) -> FrameInterval? {
    var parameters = v4l2_streamparm()
    parameters.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
    parameters.parm.capture.timeperframe = v4l2_fract(numerator: interval.numerator, denominator: interval.denominator)
    return attempt(.setParameters, &parameters) < 0 ? nil : parameters.interval
  }

  private func presentInterval() -> FrameInterval? {
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
