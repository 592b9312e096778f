import Camera
import Platform
import Settings

extension CameraOptions {
  init(name: String, _ settings: CameraSettings) {
    self.init(
      name: name, backend: settings.backend, request: CameraRequest(settings), yields: settings.yield == .always,
      memory: ControlMemory(folder: LoginMark.folder(Environment.current)))
  }
}
