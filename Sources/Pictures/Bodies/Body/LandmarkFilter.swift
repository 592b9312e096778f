/// A filter of one number over time, as MediaPipe applies it: the faster the number changes, the less it is smoothed, so that it neither
/// trembles at rest nor lags behind in motion.
///
/// It knows no clock: times are passed in.
package struct LandmarkFilter: Sendable {
  /// The numbers that decide how much is smoothed.
  package struct Settings: Sendable {
    /// Frequency in hertz below which a number at rest may change.
    let minimumCutoff: Float
    /// Growth of that frequency with the speed, which is measured in units of the scale per second.
    let beta: Float

    package init(minimumCutoff: Float, beta: Float) { (self.minimumCutoff, self.beta) = (minimumCutoff, beta) }
  }

  /// Frequency in hertz below which the speed may change.
  private static let speedCutoff: Float = 1

  private let settings: Settings
  private var level = LowPassFilter(), speed = LowPassFilter()
  /// The number that came last, as it came.
  private var last: (value: Float, seconds: Double)?

  package init(_ settings: Settings) { self.settings = settings }

  /// Smooths the next number.
  ///
  /// - Parameters:
  ///   - value: the number.
  ///   - scale: factor that makes a change of the number comparable, such as 1 / size of the body that a place belongs to.
  ///   - seconds: time of the number.
  /// - Returns: the smoothed number; the number itself if it is the first one, or if time has not passed since the last one. Where
  ///   time has gone back, the filter starts again.
  package mutating func smooth(_ value: Float, scale: Float, at seconds: Double) -> Float {
    guard let last, seconds >= last.seconds else {
      self = LandmarkFilter(settings)
      last = (value, seconds)
      _ = speed.smooth(0, weight: 1)
      return level.smooth(value, weight: 1)
    }
    guard seconds > last.seconds else { return value }
    let frequency = Float(1 / (seconds - last.seconds))
    func weight(cutoff: Float) -> Float { 1 / (1 + frequency / (2 * .pi * cutoff)) }
    let speed = speed.smooth((value - last.value) * scale * frequency, weight: weight(cutoff: Self.speedCutoff))
    self.last = (value, seconds)
    return level.smooth(value, weight: weight(cutoff: settings.minimumCutoff + settings.beta * abs(speed)))
  }
}

/// A mean of the numbers so far, in which older ones weigh less and less.
package struct LowPassFilter: Sendable {
  private var mean: Float?

  package init() {}

  /// Adds the next number.
  ///
  /// - Parameter weight: weight of the number, 0…1; that of the mean so far is the rest.
  /// - Returns: the mean; the number itself if it is the first one.
  package mutating func smooth(_ value: Float, weight: Float) -> Float {
    let smoothed = mean.map { weight * value + (1 - weight) * $0 } ?? value
    mean = smoothed
    return smoothed
  }
}
