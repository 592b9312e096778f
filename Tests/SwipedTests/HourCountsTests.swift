import Foundation
import Testing
import swiped

@Suite("Counting swipes by the hour")
struct HourCountsTests {
  private func counts(_ hours: [Int: Int]) -> [Int] { (0..<24).map { hours[$0] ?? 0 } }

  @Test("Each swipe counts in its hour, from midnight to midnight")
  func day() {
    var hours = HourCounts()
    for hour in [0, 9, 9, 9, 23] { hours.note(LocalHour(day: 5, hour: hour)) }
    #expect(hours.counts(on: 5) == counts([0: 1, 9: 3, 23: 1]))
  }

  @Test("The counts begin again on another day, also before its first swipe")
  func nextDay() {
    var hours = HourCounts()
    #expect(hours.counts(on: 5) == counts([:]))
    hours.note(LocalHour(day: 5, hour: 23))
    #expect(hours.counts(on: 6) == counts([:]))
    hours.note(LocalHour(day: 6, hour: 0))
    #expect(hours.counts(on: 6) == counts([0: 1]))
  }

  @Test("A clock that is set back to the day before begins again")
  func clockSetBack() {
    var hours = HourCounts()
    hours.note(LocalHour(day: 6, hour: 0))
    hours.note(LocalHour(day: 5, hour: 23))
    #expect(hours.counts(on: 5) == counts([23: 1]))
  }

  @Test("The hour is that of the local clock, and each day has its own number", arguments: [0, 951_782_400, 1_767_222_000, 1_793_491_200])
  func localHour(unixS: Int) {
    let calendar = Calendar(identifier: .gregorian)
    let hours = (0..<72).map { unixS + 3600 * $0 }
    for (time, next) in zip(hours, hours.dropFirst()) {
      let (date, later) = (Date(timeIntervalSince1970: Double(time)), Date(timeIntervalSince1970: Double(next)))
      #expect(LocalHour(unixS: time).hour == calendar.component(.hour, from: date))
      #expect((LocalHour(unixS: time).day == LocalHour(unixS: next).day) == calendar.isDate(date, inSameDayAs: later))
    }
  }
}
