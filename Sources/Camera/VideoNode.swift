import CV4L2
import Glibc

/// What a video node says of itself, camera or not.
struct VideoNode {
  let path: String
  let card: String
  let driver: String
  let busInfo: String
  let formats: [FourCC]
  private let flags: UInt32

  /// What messages call it.
  var label: String { "\(path) (\(card))" }

  /// - Throws: `CameraError`: no such device, no video device, permission denied, busy.
  init(probing path: String, calls: V4L2Calls) throws(CameraError) {
    let device = try OpenDevice(path: path, calls: calls)
    var capability = v4l2_capability()
    let result = device.attempt(.queryCapabilities, &capability)
    guard result >= 0 else {
      switch -result {
      case ENOTTY, EINVAL, ENOSYS, EOPNOTSUPP: throw .notACamera(path, "it does not answer as a video device")
      case let code: throw device.refusal(of: .queryCapabilities, errno: code)
      }
    }
    self.path = path
    formats = device.formats().map(\.code)
    card = text(of: capability.card)
    driver = text(of: capability.driver)
    busInfo = text(of: capability.bus_info)
    // `capabilities` speaks of all nodes of a device together, `device_caps` of this one.
    flags = capability.capabilities & UInt32(V4L2_CAP_DEVICE_CAPS) != 0 ? capability.device_caps : capability.capabilities
  }

  /// Why it is no camera; nil for a camera.
  var objection: CameraError? {
    if flags & UInt32(V4L2_CAP_VIDEO_CAPTURE) != 0 {
      return flags & UInt32(V4L2_CAP_STREAMING) != 0 ? nil : .notACamera(label, "it cannot stream into memory")
    }
    return isUnfedLoopback ? .unfedLoopback(label) : .notACamera(label, otherUse)
  }

  /// A loopback that becomes a camera as soon as a program feeds it.
  var isUnfedLoopback: Bool {
    driver == "v4l2 loopback" && flags & UInt32(V4L2_CAP_VIDEO_OUTPUT) != 0 && flags & UInt32(V4L2_CAP_VIDEO_CAPTURE) == 0
  }

  /// What a video node is that is no camera.
  private var otherUse: String {
    if flags & UInt32(V4L2_CAP_META_CAPTURE) != 0 { return "it carries a camera's metadata" }
    if flags & UInt32(V4L2_CAP_VIDEO_M2M | V4L2_CAP_VIDEO_M2M_MPLANE) != 0 { return "it is a codec" }
    if flags & UInt32(V4L2_CAP_VIDEO_CAPTURE_MPLANE) != 0 { return "it delivers planes apart, as only raw camera sensors do" }
    if flags & UInt32(V4L2_CAP_VIDEO_OUTPUT | V4L2_CAP_VIDEO_OUTPUT_MPLANE) != 0 { return "it takes pictures in" }
    return "no pictures come out of it"
  }
}

/// A C string in an array of fixed size.
private func text<Characters: BitwiseCopyable>(of characters: Characters) -> String {
  withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
}
