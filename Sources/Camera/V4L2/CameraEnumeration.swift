import CV4L2
import Glibc

/// All video device nodes of the machine, each opened and queried once.
package struct CameraEnumeration {
  /// The cameras, in the order in which `auto` prefers them.
  package private(set) var cameras: [CameraDevice] = []
  /// Nodes that could not be opened or queried, by number.
  private(set) var refusals: [(path: String, error: CameraError)] = []
  /// Loopback devices that no program feeds, by number.
  private(set) var unfed: [VideoNode] = []
  /// Other nodes that are not cameras, by number.
  private(set) var others: [VideoNode] = []

  package init(calls: V4L2Calls) {
    for path in calls.machine.nodes().sorted(by: { Self.number(of: $0) < Self.number(of: $1) }) {
      do {
        let node = try VideoNode(probing: path, calls: calls)
        if node.isUnfedLoopback {
          unfed.append(node)
        } else if node.problem == nil {
          cameras.append(CameraDevice(node, calls: calls))
        } else {
          others.append(node)
        }
      } catch  where [.permissionDenied, .busy, .failed].contains(error.code) {
        refusals.append((path, error))
      } catch {
        // Not a video device, or unplugged during the query.
      }
    }
    cameras = cameras.enumerated().sorted { Self.order($0) < Self.order($1) }.map(\.element)
  }

  private static func order(_ camera: (offset: Int, element: CameraDevice)) -> (Int, Int, Int) {
    (camera.element.preference.rank, camera.element.isReadable ? 0 : 1, camera.offset)
  }

  private static func number(of path: String) -> Int { Int(path.drop { !$0.isNumber }) ?? .max }
}

/// The answers of a video device node to VIDIOC_QUERYCAP and VIDIOC_ENUM_FMT, whether it is a camera or not.
struct VideoNode {
  /// v4l2loopback's name for itself.
  static let loopbackDriver = "v4l2 loopback"

  let path: String
  let card: String
  let driver: String
  let busInfo: String
  let formats: [FourCC]
  private let capabilities: UInt32

  /// The name used in messages.
  var label: String { "\(path) (\(card))" }

  /// - Throws: `CameraError`: no such device, not a video device, permission denied, busy.
  init(probing path: String, calls: V4L2Calls) throws(CameraError) {
    let device = try V4L2Device(path: path, calls: calls)
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
    card = string(from: capability.card)
    driver = string(from: capability.driver)
    busInfo = string(from: capability.bus_info)
    // `capabilities` covers all nodes of a physical device, `device_caps` this node alone.
    capabilities = capability.capabilities & UInt32(V4L2_CAP_DEVICE_CAPS) != 0 ? capability.device_caps : capability.capabilities
  }

  /// The reason why it cannot be used as a camera; nil if it can.
  var problem: CameraError? {
    if isUnfedLoopback { return .unfedLoopback(label) }
    guard capabilities & UInt32(V4L2_CAP_VIDEO_CAPTURE) != 0 else { return .notACamera(label, otherUse) }
    if isRawSensor { return .notACamera(label, "it gives the raw data of a sensor, of which libcamera makes pictures") }
    return capabilities & UInt32(V4L2_CAP_STREAMING) != 0 ? nil : .notACamera(label, "it cannot stream into memory")
  }

  /// Whether it is a loopback device that becomes a camera as soon as a program feeds it.
  ///
  /// Depending on `exclusive_caps` of v4l2loopback it has the capture capability only while it is fed, or always; without a
  /// feeder it offers no format either way.
  var isUnfedLoopback: Bool {
    driver == Self.loopbackDriver && capabilities & UInt32(V4L2_CAP_VIDEO_OUTPUT | V4L2_CAP_VIDEO_CAPTURE) != 0 && formats.isEmpty
  }

  /// Whether pictures come only out of libcamera: the kernel gives what the sensor sees. Old webcams give the same, which libv4l2 converts.
  var isRawSensor: Bool { !formats.isEmpty && formats.allSatisfy(\.isRaw) && !busInfo.hasPrefix("usb-") }

  /// The purpose of a node that is not a camera, for a message.
  private var otherUse: String {
    if capabilities & UInt32(V4L2_CAP_META_CAPTURE) != 0 { return "it carries a camera's metadata" }
    if capabilities & UInt32(V4L2_CAP_VIDEO_M2M | V4L2_CAP_VIDEO_M2M_MPLANE) != 0 { return "it is a codec" }
    if capabilities & UInt32(V4L2_CAP_VIDEO_CAPTURE_MPLANE) != 0 {
      return "it delivers each plane in a buffer of its own, like a raw camera sensor"
    }
    if capabilities & UInt32(V4L2_CAP_VIDEO_OUTPUT | V4L2_CAP_VIDEO_OUTPUT_MPLANE) != 0 { return "it is a video output" }
    return "it does not capture pictures"
  }
}

/// The C string in a fixed-size array.
private func string<Characters: BitwiseCopyable>(from characters: Characters) -> String {
  withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
}
