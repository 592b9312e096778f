import CV4L2
import Camera
import Glibc
import Settings

extension CameraCheckFacts {
  static func gathered(_ configuration: ConfigurationFacts) -> CameraCheckFacts {
    let settings = configuration.configuration.camera
    let listings = CameraListing.all()
    var facts = CameraCheckFacts(listings, found: node(of: settings.device))
    (facts.wish.width, facts.wish.height, facts.wish.fps) = (settings.width, settings.height, Double(settings.fps))
    facts.denied = Set(listings.map(\.path).filter { access($0, R_OK | W_OK) != 0 })
    facts.isDriverLoaded = exists("/sys/module/uvcvideo")
    facts.isAtSeat = hasSeat()
    facts.editName = configuration.editCameraName
    if case .success(let path) = facts.found, let listing = listings.first(where: { $0.path == path }),
      !listing.holders.contains(where: { $0.name == "swiped" })
    {
      facts.isBusy = isStreaming(path)
    }
    return facts
  }

  /// The node of the camera that a configuration means.
  static func node(of wanted: String) -> Result<String, CameraError> {
    Result { () throws(CameraError) in try CameraDevice.find(wanted).path }.map(Files.resolve)
  }

  /// Whether a program streams from it. Whoever only has it open lets others use it; to be asked to give up no buffers is
  /// refused where another has some, and changes nothing where nobody has.
  private static func isStreaming(_ path: String) -> Bool {
    let calls = V4L2Calls.libv4l2
    let descriptor = calls.open(path)
    guard descriptor >= 0 else { return descriptor == -EBUSY }
    defer { calls.close(descriptor) }
    var request = v4l2_requestbuffers()
    request.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
    request.memory = V4L2_MEMORY_MMAP.rawValue
    return withUnsafeMutablePointer(to: &request) { calls.ioctl(descriptor, .requestBuffers, $0) } == -EBUSY
  }
}

extension ConfigurationFacts {
  /// The command that opens the configuration at the camera's name; nil where that is the default.
  fileprivate var editCameraName: String? {
    guard let loaded = try? loaded.get(), let file = loaded.file else { return nil }
    return loaded.error(in: "camera", key: "device", "").problems[0].place.map { Mend.edit(file, line: $0.line) }
  }
}
