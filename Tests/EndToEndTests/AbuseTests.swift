import Foundation
import Glibc
import TestTime
import Testing

extension EndToEnd {
  struct AbuseOfTheSocket {
    /// Resident memory in KiB, and open descriptors.
    private func usage(of process: Int32) throws -> (memory: Int, descriptors: Int) {
      return (try residentKiB(of: process), try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd").count)
    }

    /// The daemon notices at some time that they have gone.
    private func usage(of process: Int32, afterDescriptorsFallTo limit: Int) throws -> (memory: Int, descriptors: Int) {
      _ = try eventually { try usage(of: process).descriptors <= limit }
      return try usage(of: process)
    }

    @Test(
      "After 10,000 misbehaving connections, memory and descriptors have not grown, and a subscriber has missed nothing", .long(seconds: 47)
    )
    func abuse() async throws {
      let home = Scratch()
      let daemon = try await home.daemon()
      let subscriber = try Stranger(home)
      let first = try #require(try await subscriber.notification("swipe")["seq"] as? Int)
      let idle = try usage(of: daemon.id).descriptors
      let path = home.socket
      // One round, for what a process keeps after its first use.
      _ = try await blocking { try Abuse.connections(1000, to: path) }
      let before = try usage(of: daemon.id, afterDescriptorsFallTo: idle)

      let start = ContinuousClock.now
      let tally = try await blocking { try Abuse.connections(10_000, to: path) }
      let time = start.duration(to: .now)
      let after = try usage(of: daemon.id, afterDescriptorsFallTo: idle)
      print(
        "10,000 bad connections in \(time), \(tally.refused) of them refused:",
        "resident \(before.memory) KiB before, \(after.memory) KiB after; descriptors \(before.descriptors) and \(after.descriptors)")

      #expect(tally.made == 10_000 && tally.refused < 1000)
      #expect(after.descriptors <= idle)
      #expect(after.memory - before.memory <= 4096)
      // Everything that has happened meanwhile is waiting, and one more follows.
      let status = try await Stranger(home).result("status") as? [String: Any]
      let swipes = try #require(status?["swipes"] as? [String: Int]).values.reduce(0, +)
      #expect(swipes > first)
      for seq in first + 1...swipes + 1 { #expect(try await subscriber.notification("swipe")["seq"] as? Int == seq) }
      daemon.send(SIGTERM)
      #expect(try await daemon.finish().status == 0)
    }
  }
}
