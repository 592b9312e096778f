import EventProtocol
import Gestures
import Reports
import Testing

@Suite("What people read of swipes that are asleep")
struct UnlockReportTests {
  private func status(_ unlock: UnlockRule, awakeUntilNs: UInt64? = nil) -> Status {
    Status(state: .running, keys: .ready, source: "auto", precision: "f32", pid: 1) {
      ($0.gesture, $0.awakeUntilNs) = (GestureOptions { $0.unlock = unlock }, awakeUntilNs)
    }
  }

  private func row(_ status: Status) -> String? { StatusReport(status).lines.first { $0.hasPrefix("unlock") } }

  @Test("The status says whether they are asleep, or until when they are awake; without unlock it has no such line")
  func row() throws {
    #expect(row(status(.off)) == nil)
    #expect(row(status(.double)) == "unlock      asleep: show a thumb twice")
    let awake = try #require(row(status(.double, awakeUntilNs: 1_000_000_000)))
    #expect(awake.contains(#/^unlock      awake until \d\d:\d\d:\d\d$/#), "\(awake)")
    #expect(row(status(.double, awakeUntilNs: .max)) != nil)
  }

  @Test("So does a line of swipectl watch")
  func line() {
    let report = EventReport(hasColors: false, topics: Topic.initial)
    #expect(report.text(.status(status(.off)))?.hasSuffix("· running · keys ready") == true)
    #expect(report.text(.status(status(.double)))?.hasSuffix("· swipes asleep: show a thumb twice") == true)
    #expect(report.text(.status(status(.double, awakeUntilNs: 1)))?.contains("· swipes awake until ") == true)
  }
}
