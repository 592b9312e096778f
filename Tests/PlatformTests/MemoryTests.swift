import Foundation
import Platform
import Testing

@Suite("Memory")
struct MemoryTests {
  /// Whether the kernel may give huge pages to a process, as its status says.
  private func mayUseHugePages(_ status: some StringProtocol) throws -> Bool {
    try #require(status.split(separator: "\n").first { $0.hasPrefix("THP_enabled:") }).hasSuffix("1")
  }

  @Test("A program may use huge pages although the process that starts it does not")
  func pages() throws {
    let own = "/proc/self/status"
    let before = try mayUseHugePages(String(contentsOfFile: own, encoding: .utf8))
    Memory.disableHugePages()
    let child = try ChildProcess.output(of: ["cat", own], mergingErrors: false)
    #expect(try mayUseHugePages(String(decoding: child.bytes, as: UTF8.self)) == before)
    // Other tests start programs at the same time, for which the process may use them for a moment.
    let isDisabled = try (0..<10_000).contains { _ in
      guard try mayUseHugePages(String(contentsOfFile: own, encoding: .utf8)) else { return true }
      usleep(1000)
      return false
    }
    #expect(isDisabled)
  }
}
