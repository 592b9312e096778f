import Platform
import Testing
@testable import swiped

@Suite("The limit of open files")
struct OpenFileLimitTests {
  struct Row: Sendable {
    var soft: UInt64, hard: UInt64
    var open: [Int32]
    var verdict: OpenFileLimit
  }

  @Test(
    "is enough, can be raised, or is too low, by what is open already",
    arguments: [
      Row(soft: 13, hard: 13, open: [0, 1, 2], verdict: .enough),
      Row(soft: 12, hard: 12, open: [0, 1, 2], verdict: .tooLow(has: 12, needs: 13)),
      Row(soft: 12, hard: 4096, open: [0, 1, 2], verdict: .raise(to: 4096)),
      Row(soft: 12, hard: 13, open: [0, 1, 2], verdict: .raise(to: 13)),
      Row(soft: 10, hard: 10, open: [], verdict: .enough),
      // Descriptors among the free ones take a place, those above them do not.
      Row(soft: 13, hard: 13, open: [0, 1, 2, 5], verdict: .tooLow(has: 13, needs: 14)),
      Row(soft: 13, hard: 13, open: [0, 1, 2, 100], verdict: .enough),
      Row(soft: 0, hard: 0, open: [0], verdict: .tooLow(has: 0, needs: 11)),
      Row(soft: .max, hard: .max, open: [0, 1, 2], verdict: .enough),
    ])
  func verdicts(row: Row) {
    #expect(OpenFileLimit(soft: row.soft, hard: row.hard, free: 10, isOpen: { row.open.contains($0) }) == row.verdict)
  }

  @Test("of this process is enough for zero descriptors") func ensure() throws {
    try OpenFileLimit.ensure(free: 0)
  }
}
