/// What most likely makes a camera slow, by what is known of it.
package enum SlowCause: Sendable {
  /// Auto exposure in dim light.
  case exposure
  /// The same, on a camera whose control `exposure_dynamic_framerate` is on.
  case adaptiveExposure
  /// It is virtual: a program feeds it.
  case feeder

  fileprivate var text: String {
    switch self {
    case .exposure: "dim light, most likely (auto exposure); more light mends it"
    case .adaptiveExposure:
      "dim light, most likely (auto exposure); more light, or `exposure_dynamic_framerate = false` in [camera], mends it"
    case .feeder: "the program that feeds it is slow, most likely; let that program deliver more"
    }
  }
}

/// Compares the rate at which a camera makes frames with the one that it agreed to.
///
/// It counts what the driver made, by its own numbers, so that frames which nobody took do not make a camera look slow.
package struct RateWatch: Sendable {
  /// Share of the agreed rate below which a camera is slow: auto exposure usually halves the rate, jitter never takes a third.
  private static let enough = 0.7
  /// How long it must be slow before that is said, in ns: shorter than a person wonders, longer than exposure needs to settle.
  private static let patienceNs: UInt64 = 5_000_000_000
  /// The rate is measured over this time, in ns.
  private static let windowNs: UInt64 = 1_000_000_000
  /// A gap of this length, in ns, is a stall and says nothing about the rate.
  private static let stallNs: UInt64 = 2_000_000_000

  private var negotiatedFPS: Double
  private let name: String
  private let cause: SlowCause

  /// Frames a second over the last second or so; nil until there is one.
  package private(set) var measuredFPS: Double?
  private var last: (sequence: UInt32, capturedNs: UInt64)?
  private var windowStartNs: UInt64 = 0
  private var frames: UInt64 = 0
  private var slowSinceNs: UInt64?
  private var isSaid = false

  /// - Parameters:
  ///   - negotiatedFPS: frames a second, as agreed; 0 if that is not known, and then nothing is ever slow.
  ///   - name: what the line is to call the camera.
  ///   - cause: what makes such a camera slow.
  package init(negotiatedFPS: Double, name: String, cause: SlowCause) {
    self.negotiatedFPS = negotiatedFPS
    self.name = name
    self.cause = cause
  }

  /// From now on the camera makes so many frames a second, as agreed.
  package mutating func expect(fps: Double) { negotiatedFPS = fps }

  /// Takes note of a frame that was lent.
  ///
  /// - Parameters:
  ///   - sequence: the driver's number of the frame, of which the lower 32 bits count.
  ///   - capturedNs: when it was taken, in ns.
  /// - Returns: one line, once, when the camera has been slow for 5 s.
  package mutating func note(sequence: UInt64, capturedNs: UInt64) -> String? {
    let number = UInt32(truncatingIfNeeded: sequence)
    defer { last = (number, capturedNs) }
    guard let last, capturedNs >= last.capturedNs, capturedNs - last.capturedNs < Self.stallNs else {
      begin(at: capturedNs)
      slowSinceNs = nil
      return nil
    }
    // Wraps as the driver's counter does. A number that stands still or falls back has been started anew, or is none.
    let advance = number &- last.sequence
    frames += advance == 0 || advance > UInt32.max / 2 ? 1 : UInt64(advance)
    let elapsedNs = capturedNs - windowStartNs
    guard elapsedNs >= Self.windowNs else { return nil }
    let fps = Double(frames) * 1e9 / Double(elapsedNs)
    let startNs = windowStartNs
    measuredFPS = fps
    begin(at: capturedNs)
    return judge(fps, fromNs: startNs, toNs: capturedNs)
  }

  private mutating func begin(at nowNs: UInt64) {
    windowStartNs = nowNs
    frames = 0
  }

  private mutating func judge(_ fps: Double, fromNs: UInt64, toNs: UInt64) -> String? {
    guard fps < Self.enough * negotiatedFPS else {
      slowSinceNs = nil
      return nil
    }
    let sinceNs = slowSinceNs ?? fromNs
    slowSinceNs = sinceNs
    guard !isSaid, toNs - sinceNs >= Self.patienceNs else { return nil }
    isSaid = true
    return "\(name) gives \(rounded(fps)) of \(rounded(negotiatedFPS)) frames a second: \(cause.text)"
  }
}

/// A rate with one decimal place, where it needs one.
func rounded(_ rate: Double) -> String {
  let tenths = (rate * 10).rounded() / 10
  return tenths == tenths.rounded() ? String(Int(tenths)) : String(tenths)
}
