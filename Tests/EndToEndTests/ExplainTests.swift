import EventProtocol
import Foundation
import Glibc
import TestTime
import Testing

extension EndToEnd {
  @Suite("swipectl watch --explain")
  struct Explanations {
    /// Gestures of the rendered hand last 1.3 s.
    @Test("prints for each gesture that makes no swipe how long it was held, and nothing while the hand rests", .long(seconds: 11))
    func dwell() async throws {
      let home = Scratch()
      let config = try home.write("swiped.toml", "gesture.dwell_ms = 5000\n".utf8)
      let daemon = try Program("swiped", source("synthetic", home) + ["--config", config], home: home)
      #expect(eventually { FileManager.default.fileExists(atPath: home.socket) })
      let watch = try Program("swipectl", ["watch", "--explain", "--socket", home.socket], home: home)
      var attempts: [String] = []
      while attempts.count < 3, let line = try await watch.output.next() {
        if !line.contains(" · ") { attempts.append(line) }
      }
      // The first may have been in progress already.
      for line in attempts.dropFirst() {
        #expect(line.contains(#/^\d\d:\d\d:\d\d\.\d{3}  × no swipe, 1\.\d s: held 1\d{3} of 5000 ms$/#), "\(line)")
      }
      daemon.send(SIGTERM)
      #expect(try await daemon.finish().status == 0)
    }
  }
}
