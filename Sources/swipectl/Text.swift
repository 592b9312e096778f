import EventProtocol

extension String {
  /// Filled to a width in characters.
  func padded(_ width: Int, left: Bool = false, with fill: String = " ") -> String {
    let space = String(repeating: fill, count: max(0, width - count))
    return left ? space + self : self + space
  }
}

extension Double {
  /// With exactly so many decimals.
  func decimals(_ places: Int) -> String {
    let scale = (0..<places).reduce(1.0) { scale, _ in scale * 10 }
    guard places > 0, isFinite, abs(self) < 1e12 else { return isFinite && abs(self) < 1e12 ? "\(Int(rounded()))" : "\(self)" }
    let units = Int((abs(self) * scale).rounded())
    let fraction = String(units % Int(scale)).padded(places, left: true, with: "0")
    return "\(self < 0 && units > 0 ? "-" : "")\(units / Int(scale)).\(fraction)"
  }
}

extension Status {
  var stateName: String { state == .noCamera ? "no camera" : state.rawValue }
}

extension Status.Camera {
  var summary: String { "\(name) (\(path)), \(width)×\(height) at \(fps.decimals(0)) fps, \(format)" }
}
