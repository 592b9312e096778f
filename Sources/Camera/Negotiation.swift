import CV4L2
import Imaging

/// What a camera agreed to deliver.
struct AgreedFormat {
  var format: FourCC
  var encoding: PixelEncoding
  /// How an uncompressed picture lies in its buffer; of a JPEG only the size holds.
  var layout: PictureLayout
  /// Frames a second; what was asked for where the driver does not tell.
  var fps: Double
}

extension OpenDevice {
  /// Asks for the best mode, and takes down what the driver makes of it.
  ///
  /// - Throws: `CameraError`: no usable format, busy, or what else the driver refuses with.
  func negotiate(wish: CameraWish) throws(CameraError) -> AgreedFormat {
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
    let pix = format.fmt.pix
    let agreed = FourCC(rawValue: pix.pixelformat)
    guard let encoding = PixelEncoding(agreed) else { throw .noUsableFormat(label, path: path, "it insists on \(agreed)") }
    guard (1...16384).contains(pix.width), (1...16384).contains(pix.height) else {
      throw .noUsableFormat(label, path: path, "its pictures are \(pix.width) by \(pix.height)")
    }
    let layout = PictureLayout(
      format: encoding.pixelFormat ?? .yuv420, range: ColorRange(pix), width: Int(pix.width), height: Int(pix.height),
      bytesPerLine: Int(pix.bytesperline))
    let interval = setInterval(mode?.interval)
    return AgreedFormat(format: agreed, encoding: encoding, layout: layout, fps: interval?.fps ?? mode?.interval?.fps ?? wish.fps)
  }

  /// Asks for a rate, where the driver lets itself be asked; the rate that holds then.
  private func setInterval(_ interval: FrameInterval?) -> FrameInterval? {
    var parameters = v4l2_streamparm()
    parameters.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
    var result: Int32 = -1
    if let interval {
      parameters.parm.capture.timeperframe = v4l2_fract(numerator: interval.numerator, denominator: interval.denominator)
      result = attempt(.setParameters, &parameters)
    }
    if result < 0 { result = attempt(.getParameters, &parameters) }
    guard result >= 0 else { return nil }
    let agreed = parameters.parm.capture.timeperframe
    return FrameInterval(agreed.numerator, agreed.denominator)
  }
}
