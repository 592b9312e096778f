import Testing
import swiped

@Suite("Counting swipes by the hour")
struct HourCountsTests {
  private func counts(_ hours: [Int: Int]) -> [Int] { (0..<24).map { hours[$0] ?? 0 } }

  @Test("Each swipe counts in its hour, from midnight to midnight")
  func day() {
    var hours = HourCounts()
    for hour in [0, 9, 9, 9, 23] { hours.add(day: 5, hour: hour) }
    #expect(hours.counts(on: 5) == counts([0: 1, 9: 3, 23: 1]))
  }

  @Test("The counts begin again on another day, also before its first swipe")
  func nextDay() {
    var hours = HourCounts()
    #expect(hours.counts(on: 5) == counts([:]))
    hours.add(day: 5, hour: 23)
    #expect(hours.counts(on: 6) == counts([:]))
    hours.add(day: 6, hour: 0)
    #expect(hours.counts(on: 6) == counts([0: 1]))
  }

  @Test("A clock that is set back to the day before begins again")
  func clockSetBack() {
    var hours = HourCounts()
    hours.add(day: 6, hour: 0)
    hours.add(day: 5, hour: 23)
    #expect(hours.counts(on: 5) == counts([23: 1]))
  }
}
