import Foundation
import Platform
import Testing

@Suite("The clock of the wall")
struct LocalTimeTests {
  @Test("The hour is that of the time zone, and each day has its own number", arguments: [0, 951_782_400, 1_767_222_000, 1_793_491_200])
  func hour(unixS: Int) {
    let calendar = Calendar(identifier: .gregorian)
    let hours = (0..<72).map { unixS + 3600 * $0 }
    for (time, next) in zip(hours, hours.dropFirst()) {
      let (date, later) = (Date(timeIntervalSince1970: Double(time)), Date(timeIntervalSince1970: Double(next)))
      #expect(LocalTime(unixS: time).hour == calendar.component(.hour, from: date))
      #expect((LocalTime(unixS: time).day == LocalTime(unixS: next).day) == calendar.isDate(date, inSameDayAs: later))
    }
  }
}
