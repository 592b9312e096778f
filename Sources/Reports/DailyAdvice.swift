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

/// The number of the current day in local time: the year and the day of it.
package func localDay() -> Int {
  var now = time(nil)
  var local = tm()
  localtime_r(&now, &local)
  return Int(local.tm_year) * 1000 + Int(local.tm_yday)
}
