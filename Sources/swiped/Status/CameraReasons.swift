import Camera
import EventProtocol

extension Status.Holder {
  init(_ holder: CameraHolder) { self.init(name: holder.name, pid: holder.pid) }
}

extension StatusReason {
  init(_ error: CameraError) {
    let code: ReasonCode =
      switch error.code {
      case .noCamera, .noAnswer: .noCamera
      case .noSuchDevice: .noSuchCamera
      case .notACamera: .notACamera
      case .permissionDenied: .cameraPermissionDenied
      case .busy: .cameraBusy
      case .noUsableFormat: .cameraFormatUnsupported
      case .unplugged: .cameraUnplugged
      case .stalled: .cameraStalled
      case .changed: .cameraChanged
      case .failed: .cameraFailed
      }
    self.init(code, error.description, holder: error.holders.first.map { Status.Holder($0) })
  }
}
