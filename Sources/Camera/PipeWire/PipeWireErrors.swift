import UserErrors

/// The errors of PipeWire and its cameras.
extension CameraError {
  static let noPipeWireLibrary = CameraError(
    .noCamera, "cameras of PipeWire need its library, which is not installed", fix: .command("sudo apt install pipewire wireplumber"))

  static func noPipeWire(_ cause: String) -> CameraError {
    CameraError(.noCamera, "PipeWire cannot be reached: \(cause)", fix: .command("systemctl --user start pipewire wireplumber"))
  }

  /// - Parameter cause: what the server that runs does, or says; nil if it does nothing.
  static func noAnswer(_ cause: String?) -> CameraError {
    CameraError(
      .noAnswer, "PipeWire does not answer" + (cause.map { ": \($0)" } ?? ""),
      fix: .command("systemctl --user restart pipewire wireplumber"))
  }

  /// The error of a search that found nothing here, while PipeWire, which may have a camera, does not answer.
  func addingSilence(of pipeWire: CameraError) -> CameraError {
    CameraError(pipeWire.code, "\(summary), and \(pipeWire.summary)", fix: pipeWire.fix, isUnfedLoopback: isUnfedLoopback)
  }

  static func pipeWire(_ cause: String) -> CameraError { CameraError(.failed, "PipeWire's library failed: \(cause)") }

  static func refused(_ thing: String, _ cause: String) -> CameraError {
    CameraError(.failed, "\(thing) cannot be read: \(cause)", fix: "see `journalctl --user -u wireplumber -u pipewire`")
  }

  static func noReadableFormat(_ thing: String) -> CameraError {
    CameraError(.noUsableFormat, "\(thing) has no format that can be read", fix: "use a camera with YUYV, NV12, I420, MJPG, RGB or BGRx")
  }

  static func unreadableMemory(_ thing: String) -> CameraError {
    CameraError(.failed, "\(thing) gives pictures in memory that cannot be mapped", fix: "use another camera, or report this")
  }
}
