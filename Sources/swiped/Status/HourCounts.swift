import Glibc

/// An hour on the clock of the wall, in the time zone of the machine.
package struct LocalHour: Sendable, Equatable {
  /// The day; equal for the hours of one day alone.
  package let day: Int
  /// From 0 to 23.
  package let hour: Int

  package init(day: Int, hour: Int) { (self.day, self.hour) = (day, hour) }

  /// - Parameter unixS: in s since 1970.
  package init(unixS: time_t) {
    var (time, local) = (unixS, tm())
    // The machine may have come to another time zone.
    tzset()
    localtime_r(&time, &local)
    self.init(day: Int(local.tm_year) * 366 + Int(local.tm_yday), hour: Int(local.tm_hour))
  }
}

/// Counts what happens in each hour of a day. Pure: times are passed in.
package struct HourCounts: Sendable, Equatable {
  private static let none = [Int](repeating: 0, count: 24)
  private var day: Int?
  private var counts = none

  package init() {}

  package mutating func note(_ time: LocalHour) {
    if day != time.day { (day, counts) = (time.day, Self.none) }
    counts[time.hour] += 1
  }

  /// The counts of the 24 hours of a day; all zero unless it is the one that was noted last.
  package func counts(on day: Int) -> [Int] { self.day == day ? counts : Self.none }
}
