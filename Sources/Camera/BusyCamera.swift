import UserErrors

/// The error of a camera that another program uses, and who that is.
extension CameraError {
  /// - Parameter path: the device node behind the thing.
  static func busy(_ thing: String, path: String) -> CameraError {
    CameraError(
      .busy, "\(thing) is in use by another program", fix: "`swipectl cameras` names it", busy: Busy(thing: thing, path: path))
  }

  /// The device node that is busy; nil for other errors.
  package var busyDevice: String? { busy?.path }

  /// The programs that have the busy camera open; none for other errors, and while they are not known.
  package var holders: [CameraHolder] { busy?.holders ?? [] }

  /// The same error, with the names of the programs that use the camera.
  ///
  /// - Parameter holders: the programs that have the camera open, as far as that can be seen.
  package func naming(_ holders: [CameraHolder]) -> CameraError {
    guard let busy else { return self }
    guard !holders.isEmpty else {
      return CameraError(
        .busy, "\(busy.thing) is in use by another user's program", fix: "\("sudo fuser -v \(busy.path)" as ShellCommand) names it",
        busy: busy)
    }
    return CameraError(
      .busy, "\(busy.thing) is in use by \(holders.labels)", fix: holders.count == 1 ? "close it" : "close them",
      busy: Busy(thing: busy.thing, path: busy.path, holders: holders))
  }
}
