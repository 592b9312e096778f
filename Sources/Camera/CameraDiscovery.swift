extension CameraDevice {
  /// Every camera that this user may open, in the order in which `auto` prefers them.
  public static func all() -> [CameraDevice] { CameraSurvey(calls: .libv4l2).cameras }

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
      } catch  where [.noSuchDevice, .notACamera].contains(error.code) && !error.isWorthRetrying {
        throw error.offering(CameraSurvey(calls: calls).cameras)
      }
    }
    if wanted != "auto", let link = calls.links().first(where: { $0.name == wanted }) {
      return try CameraDevice(probing: link.path, calls: calls)
    }
    let survey = CameraSurvey(calls: calls)
    let part = wanted.lowercased()
    func isMeant(_ name: String) -> Bool { wanted == "auto" || name.lowercased().contains(part) }
    if let camera = survey.cameras.first(where: { isMeant($0.name) }) { return camera }
    // A camera that may not be opened cannot be told from the one that is meant.
    if let refusal = survey.refusals.first { throw refusal.error }
    if let loopback = survey.unfed.first(where: { isMeant($0.card) }) {
      throw wanted == "auto" ? .onlyUnfedLoopback(loopback.label) : .unfedLoopback(loopback.label)
    }
    guard !survey.cameras.isEmpty else {
      throw CameraError(.noCamera, "no camera found; plug one in, or try without one: `swiped run --source synthetic`")
    }
    throw CameraError(.noSuchDevice, "no camera is called \"\(wanted)\"").offering(survey.cameras)
  }
}

/// All video nodes of the machine, asked once.
package struct CameraSurvey {
  /// The cameras, in the order in which `auto` prefers them.
  package private(set) var cameras: [CameraDevice] = []
  /// Nodes that could not be asked, by number.
  private(set) var refusals: [(path: String, error: CameraError)] = []
  /// Loopbacks that are no cameras until a program feeds them, by number.
  private(set) var unfed: [VideoNode] = []

  package init(calls: V4L2Calls) {
    for path in calls.nodes().sorted(by: { Self.number(of: $0) < Self.number(of: $1) }) {
      do {
        let node = try VideoNode(probing: path, calls: calls)
        if node.objection == nil { cameras.append(CameraDevice(node, calls: calls)) }
        if node.isUnfedLoopback { unfed.append(node) }
      } catch  where [.permissionDenied, .busy, .failed].contains(error.code) {
        refusals.append((path, error))
      } catch {
        // A node that is no video device, or was unplugged while being asked.
      }
    }
    let ranked = cameras.enumerated().sorted { ($0.element.preference.rank, $0.offset) < ($1.element.preference.rank, $1.offset) }
    cameras = ranked.map(\.element)
  }

  private static func number(of path: String) -> Int { Int(path.drop { !$0.isNumber }) ?? .max }
}
