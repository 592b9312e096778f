/// A low-pass filter that is slow for a value at rest, which takes its jitter, and quick for one that moves, which spares it lag
/// (Casiez, Roussel and Vogel, "1 € Filter", CHI 2012).
public struct OneEuroFilter: Sendable, Equatable {
  /// Cutoff frequency for a value at rest, Hz.
  public var minCutoff: Double
  /// How much the cutoff rises with speed, Hz per (unit/s).
  public var beta: Double
  /// Cutoff frequency for the speed, Hz.
  public var derivativeCutoff: Double

  private struct State: Equatable {
    var value: Double, speed: Double, ns: UInt64
  }
  private var state: State?

  /// The defaults are for a distance in view pixels: a thumb that turns over (some 700 px/s) is followed at 16 Hz.
  public init(minCutoff: Double = 2, beta: Double = 0.02, derivativeCutoff: Double = 1) {
    self.minCutoff = minCutoff
    self.beta = beta
    self.derivativeCutoff = derivativeCutoff
  }

  /// The filtered value. The first one passes unchanged; a time that does not advance gives the last result again.
  public mutating func filter(_ value: Double, at ns: UInt64) -> Double {
    guard let last = state else {
      state = State(value: value, speed: 0, ns: ns)
      return value
    }
    guard ns > last.ns else { return last.value }
    let dt = Double(ns - last.ns) / 1e9
    let speed = last.speed + Self.weight(derivativeCutoff, dt) * ((value - last.value) / dt - last.speed)
    let filtered = last.value + Self.weight(minCutoff + beta * speed.magnitude, dt) * (value - last.value)
    state = State(value: filtered, speed: speed, ns: ns)
    return filtered
  }

  /// Forgets what it has seen.
  public mutating func reset() { state = nil }

  /// Share of a new sample in a first-order low-pass of this cutoff (Hz) and time step (s).
  private static func weight(_ cutoff: Double, _ dt: Double) -> Double {
    let turns = 2 * Double.pi * cutoff * dt
    return turns / (turns + 1)
  }
}
