import EventProtocol
import Glibc

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
    withVaList([Int32(places), self]) { arguments in
      // The largest numbers have 309 digits before the point.
      String(unsafeUninitializedCapacity: 400) { text in
        text.withMemoryRebound(to: CChar.self) { Int(vsnprintf($0.baseAddress, $0.count, "%.*f", arguments)) }
      }
    }
  }
}

extension Status {
  var stateName: String { state == .noCamera ? "no camera" : state.rawValue }
}

extension Status.Camera {
  var summary: String { "\(name) (\(path)), \(width)×\(height) at \(fps.decimals(0)) fps, \(format)" }
}
