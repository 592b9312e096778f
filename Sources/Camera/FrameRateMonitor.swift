/// Compares the rate at which a camera captures frames with the negotiated one.
///
/// It counts by the driver's sequence numbers, so that dropped frames do not make a camera look slow.
package struct FrameRateMonitor: Sendable {
  /// The likely reason why a camera is slow.
  package enum Cause: Sendable {
    /// Auto exposure in dim light.
    case exposure
    /// The same, on a camera whose control `exposure_dynamic_framerate` is on.
    case dynamicExposure
    /// The program that feeds a virtual camera.
    case feeder

    fileprivate var text: String {
      switch self {
      case .exposure: "dim light, probably (auto exposure slows the camera); add light"
      case .dynamicExposure:
        "dim light, probably (auto exposure slows the camera); add light, or set `exposure_dynamic_framerate = false` in [camera]"
      case .feeder: "the program that feeds it is probably slow; make it deliver more"
      }
    }
  }

  /// Share of the negotiated rate below which a camera is slow: auto exposure usually halves the rate, jitter never costs a third.
  private static let slowShare = 0.7
  /// ns for which a camera must be slow before it is reported: longer than exposure needs to settle.
  private static let patienceNs: UInt64 = 5_000_000_000
  /// ns over which the rate is measured.
  private static let windowNs: UInt64 = 1_000_000_000
  /// A gap of this many ns is a stall, which says nothing about the rate.
  private static let stallNs: UInt64 = 2_000_000_000

  private var negotiatedFPS: Double
  private let name: String
  private let cause: Cause

  /// Frames per second over the last second or so; nil until there is one.
  package private(set) var measuredFPS: Double?
  private var last: (sequence: UInt32, capturedNs: UInt64)?
  private var windowStartNs: UInt64 = 0
  private var frames: UInt64 = 0
  private var slowSinceNs: UInt64?
  private var hasWarned = false

  /// - Parameters:
  ///   - negotiatedFPS: frames per second; 0 if unknown, and then no rate is slow.
  ///   - name: the camera's name in the warning.
  ///   - cause: the likely reason why this camera is slow, if it is.
  package init(negotiatedFPS: Double, name: String, cause: Cause) {
    (self.negotiatedFPS, self.name, self.cause) = (negotiatedFPS, name, cause)
  }

  /// Changes the rate that the camera is expected to deliver from now on, in frames per second.
  package mutating func expect(fps: Double) { negotiatedFPS = fps }

  /// Counts a frame.
  ///
  /// - Parameters:
  ///   - sequence: the driver's frame number, of which the lower 32 bits count.
  ///   - capturedNs: when it was captured, in ns.
  /// - Returns: a warning of one line, once, when the camera has been slow for 5 s.
  package mutating func check(sequence: UInt64, capturedNs: UInt64) -> String? {
    let number = UInt32(truncatingIfNeeded: sequence)
    defer { last = (number, capturedNs) }
    guard let last, capturedNs >= last.capturedNs, capturedNs - last.capturedNs < Self.stallNs else {
      startWindow(at: capturedNs)
      slowSinceNs = nil
      return nil
    }
    // Wraps as the driver's counter does. A number that stands still or falls back comes from a counter that was reset, or from a
    // driver that does not count.
    let advance = number &- last.sequence
    frames += advance == 0 || advance > UInt32.max / 2 ? 1 : UInt64(advance)
    let elapsedNs = capturedNs - windowStartNs
    guard elapsedNs >= Self.windowNs else { return nil }
    let fps = Double(frames) * 1e9 / Double(elapsedNs)
    let startNs = windowStartNs
    measuredFPS = fps
    startWindow(at: capturedNs)
    return warning(fps, fromNs: startNs, toNs: capturedNs)
  }

  private mutating func startWindow(at nowNs: UInt64) {
    windowStartNs = nowNs
    frames = 0
  }

  private mutating func warning(_ fps: Double, fromNs: UInt64, toNs: UInt64) -> String? {
    guard fps < Self.slowShare * negotiatedFPS else {
      slowSinceNs = nil
      return nil
    }
    let sinceNs = slowSinceNs ?? fromNs
    slowSinceNs = sinceNs
    guard !hasWarned, toNs - sinceNs >= Self.patienceNs else { return nil }
    hasWarned = true
    return "\(name) delivers \(rounded(fps)) of \(rounded(negotiatedFPS)) frames a second: \(cause.text)"
  }
}

/// A rate with one decimal place, if it needs one.
func rounded(_ rate: Double) -> String {
  let tenths = (rate * 10).rounded() / 10
  return tenths == tenths.rounded() ? String(Int(tenths)) : String(tenths)
}
