extension CameraDevice {
  /// Every camera that this user may open, in the order in which `auto` prefers them.
  public static func all() -> [CameraDevice] { survey(calls: .libv4l2).cameras }

  /// The camera that is meant.
  ///
  /// - Parameter wanted: `auto`, a path, the name of a link in `/dev/v4l/by-id`, or a part of a camera's name.
  /// - Throws: `CameraError`: no camera, no such device, no camera behind the path, permission denied, busy.
  public static func find(_ wanted: String) throws(CameraError) -> CameraDevice {
    try find(wanted, calls: .libv4l2)
  }

  package static func find(_ wanted: String, calls: V4L2Calls) throws(CameraError) -> CameraDevice {
    if wanted.contains("/") {
      do {
        return try CameraDevice(probing: wanted, calls: calls)
      } catch  where [.noSuchDevice, .notACamera].contains(error.code) {
        throw error.offering(survey(calls: calls).cameras)
      }
    }
    let (cameras, refusals) = survey(calls: calls)
    if wanted != "auto" {
      if let link = calls.links().first(where: { $0.name == wanted }) {
        return try CameraDevice(probing: link.path, calls: calls)
      }
      let part = wanted.lowercased()
      if let camera = cameras.first(where: { $0.name.lowercased().contains(part) }) { return camera }
    } else if let camera = cameras.first {
      return camera
    }
    // A camera that may not be opened cannot be told from the one that is meant.
    if let refusal = refusals.first { throw refusal }
    guard !cameras.isEmpty else {
      throw CameraError(.noCamera, "no camera found; plug one in, or try without one: `swiped run --source synthetic`")
    }
    throw CameraError(.noSuchDevice, "no camera is called \"\(wanted)\"").offering(cameras)
  }

  /// The cameras, best first, and the errors of nodes that could not be asked.
  package static func survey(calls: V4L2Calls) -> (cameras: [CameraDevice], refusals: [CameraError]) {
    var cameras: [CameraDevice] = []
    var refusals: [CameraError] = []
    for path in calls.nodes().sorted(by: { number(of: $0) < number(of: $1) }) {
      do {
        cameras.append(try CameraDevice(probing: path, calls: calls))
      } catch  where [.permissionDenied, .busy, .failed].contains(error.code) {
        refusals.append(error)
      } catch {
        // A node that is no camera, or was unplugged while being asked.
      }
    }
    return (inPreference(cameras), refusals)
  }

  /// Those that have something to show first, infrared last, otherwise in the order of their numbers.
  package static func inPreference(_ cameras: [CameraDevice]) -> [CameraDevice] {
    func demerits(_ camera: CameraDevice) -> Int { (camera.offersFormats ? 0 : 2) + (camera.isInfrared ? 1 : 0) }
    return cameras.enumerated().sorted { (demerits($0.element), $0.offset) < (demerits($1.element), $1.offset) }.map(\.element)
  }

  private static func number(of path: String) -> Int { Int(path.drop { !$0.isNumber }) ?? .max }
}
