/// Where a person sits, which decides how large the camera's pictures must be.
package enum Seat: String, Sendable, CaseIterable, Codable {
  case desk, sofa, stage

  /// The size of pictures in which hands are large enough to be found, in pixels; nil for that which the camera's modes decide. At 1280×720, 45
  /// of the 48 thumbs of `make bench-distance` swipe at 4.8 m.
  package var cameraSize: (width: Int, height: Int)? { self == .desk ? nil : (1280, 720) }

  /// The seat that a configuration is for; nil for a size of pictures that the person has chosen. A sofa and a stage need the same.
  package init?(of camera: CameraSettings) {
    let size = (camera.width, camera.height)
    if size == (nil, nil) {
      self = .desk
    } else if let sofa = Self.sofa.cameraSize, size == (sofa.width, sofa.height) {
      self = .sofa
    } else {
      return nil
    }
  }
}

extension ConfigurationEditor {
  /// Makes the change that a seat needs in the text, not yet in the file: the size of the camera's pictures. Another size that the person has
  /// chosen stays.
  package mutating func apply(_ seat: Seat) throws {
    guard Seat(of: try validated().configuration.camera) != nil else { return }
    try change("expert", "width", (seat.cameraSize?.width).map { .integer($0) })
    try change("expert", "height", (seat.cameraSize?.height).map { .integer($0) })
  }
}
