/// Counts what happens in each hour of a day. Pure: times are passed in.
package struct HourCounts: Sendable, Equatable {
  private static let none = [Int](repeating: 0, count: 24)
  private var day: Int?
  private var counts = none

  package init() {}

  /// - Parameters:
  ///   - day: a number that only this day has.
  ///   - hour: from 0 to 23.
  package mutating func add(day: Int, hour: Int) {
    if self.day != day { (self.day, counts) = (day, Self.none) }
    counts[hour] += 1
  }

  /// The counts of the 24 hours of a day; all zero unless it is the one that was added last.
  package func counts(on day: Int) -> [Int] { self.day == day ? counts : Self.none }
}
