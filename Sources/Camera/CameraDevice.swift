import CV4L2
import Glibc

/// A video node that pictures come out of.
public struct CameraDevice: Sendable, Equatable {
  /// The device node: `/dev/video0`.
  public let path: String
  /// The name that the driver gives it: `Integrated Camera: Integrated C`.
  public let name: String
  /// The kernel driver: `uvcvideo`.
  public let driver: String
  /// Where it is plugged in: `usb-0000:00:14.0-8`.
  public let busInfo: String
  /// Name of udev's lasting link in `/dev/v4l/by-id`, if it has one.
  public let linkName: String?
  /// It sees heat or near infrared, as cameras for face unlocking do.
  public let isInfrared: Bool
  /// It has a format to offer now; a loopback that nobody feeds has none.
  let offersFormats: Bool

  /// What messages call it.
  var label: String { "\(path) (\(name))" }

  /// Opens a node and asks what it is.
  ///
  /// - Throws: `CameraError`: no such device, no camera, permission denied, busy.
  package init(probing path: String, calls: V4L2Calls) throws(CameraError) {
    let node = try OpenDevice(path: path, calls: calls)
    var capability = v4l2_capability()
    let result = node.attempt(.queryCapabilities, &capability)
    guard result >= 0 else {
      switch -result {
      case ENOTTY, EINVAL, ENOSYS, EOPNOTSUPP: throw .notACamera(path, "it does not answer as a video device")
      case let code: throw .requesting(.queryCapabilities, of: path, errno: code)
      }
    }
    let card = text(of: capability.card)
    // `capabilities` speaks of all nodes of a device together, `device_caps` of this one.
    let flags = capability.capabilities & UInt32(V4L2_CAP_DEVICE_CAPS) != 0 ? capability.device_caps : capability.capabilities
    guard flags & UInt32(V4L2_CAP_VIDEO_CAPTURE) != 0 else {
      throw .notACamera("\(path) (\(card))", Self.otherUse(of: flags))
    }
    guard flags & UInt32(V4L2_CAP_STREAMING) != 0 else {
      throw .notACamera("\(path) (\(card))", "it cannot stream into memory")
    }
    var formats: [FourCC] = []
    var description = v4l2_fmtdesc()
    description.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
    node.enumerate(.enumerateFormats, description, index: \.index) { formats.append(FourCC(rawValue: $0.pixelformat)) }

    self.path = path
    name = card
    driver = text(of: capability.driver)
    busInfo = text(of: capability.bus_info)
    let resolved = calls.resolve(path)
    linkName = calls.links().filter { $0.path == resolved }.map(\.name).min()
    let words = card.lowercased().split { !$0.isLetter }
    isInfrared = words.contains("ir") || words.contains("infrared") || (!formats.isEmpty && formats.allSatisfy(\.isLuma))
    offersFormats = !formats.isEmpty
  }

  /// What a video node is that is no camera.
  private static func otherUse(of flags: UInt32) -> String {
    if flags & UInt32(V4L2_CAP_META_CAPTURE) != 0 { return "it carries a camera's metadata" }
    if flags & UInt32(V4L2_CAP_VIDEO_M2M | V4L2_CAP_VIDEO_M2M_MPLANE) != 0 { return "it is a codec" }
    if flags & UInt32(V4L2_CAP_VIDEO_CAPTURE_MPLANE) != 0 { return "it delivers planes apart, as only raw camera sensors do" }
    if flags & UInt32(V4L2_CAP_VIDEO_OUTPUT | V4L2_CAP_VIDEO_OUTPUT_MPLANE) != 0 {
      return "it takes pictures in (or is a loopback that nobody feeds)"
    }
    return "no pictures come out of it"
  }
}

/// A C string in an array of fixed size.
private func text<Characters: BitwiseCopyable>(of characters: Characters) -> String {
  withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
}
