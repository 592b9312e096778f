import Glibc

/// When a person is told that `daily` would not have made a swipe: at the first such swipe of each day.
package struct DailyAdvice: Sendable {
  private var lastDay: Int?

  package init() {}

  /// - Parameter day: any number that is another one on each day.
  package mutating func isDue(_ swipe: PreventedSwipe, onDay day: Int) -> Bool {
    guard swipe.isOnlyPlain, day != lastDay else { return false }
    lastDay = day
    return true
  }
}
