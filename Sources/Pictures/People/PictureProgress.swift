import UserErrors

/// How far a long run over pictures is, its rate, and the time left. The time until the first picture does not count, since models are loaded
/// in it.
package struct PictureProgress {
  private var start: (count: Int, fraction: Double?, ns: UInt64)?

  package init() {}

  /// - Parameters:
  ///   - count: the number of pictures so far, at least 1.
  ///   - fraction: how much of the run is done, 0…1; nil if that is not known.
  ///   - nowNs: the time in ns of any clock that goes on steadily.
  package mutating func text(_ count: Int, _ fraction: Double?, nowNs: UInt64) -> String {
    let first = start ?? (count, fraction, nowNs)
    start = first
    let seconds = Double(nowNs - first.ns) / 1e9
    var parts = ["\(count) picture\(count == 1 ? "" : "s")"]
    if let fraction { parts.append("\(Int(fraction * 100)) %") }
    if seconds > 0 {
      let rate = Double(count - first.count) / seconds
      parts.append("\(rate.decimals(rate < 10 ? 1 : 0)) a second")
      if let fraction, let before = first.fraction, fraction > before {
        parts.append("\(Self.text(seconds: (1 - fraction) / (fraction - before) * seconds)) left")
      }
    }
    return parts.joined(separator: ", ")
  }

  private static func text(seconds: Double) -> String {
    let seconds = Int(seconds.rounded())
    return switch seconds {
    case ..<100: "\(seconds) s"
    case ..<6000: "\(seconds / 60) min"
    default: "\(seconds / 3600) h \(seconds / 60 % 60) min"
    }
  }
}
