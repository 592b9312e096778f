import EventProtocol
import Foundation
import Glibc
import TestTime
import Testing

extension EndToEnd {
  @Suite("swipectl watch --explain")
  struct Explanations {
    /// Gestures of the rendered hand last 1.3 s.
    @Test(
      "says for each gesture that makes no swipe why, while it is shown and once, and ends with a summary at Ctrl-C", .long(seconds: 11))
    func dwell() async throws {
      let home = Scratch()
      let config = try home.write("swiped.toml", "gesture.dwell_ms = 5000\n".utf8)
      let daemon = try Program("swiped", source("synthetic", home) + ["--config", config], home: home)
      #expect(eventually { FileManager.default.fileExists(atPath: home.socket) })
      let watch = try Program("swipectl", ["watch", "--explain", "--socket", home.socket], home: home)
      var misses: [String] = []
      while misses.count < 3, let line = try await watch.output.next() {
        if !line.contains(" · ") { misses.append(line) }
      }
      for line in misses { #expect(line.contains(#/^\d\d:\d\d:\d\d\.\d{3}  × no swipe: held [34]\d\d of 5000 ms$/#), "\(line)") }
      watch.send(SIGINT)
      let end = try await watch.finish()
      #expect(
        end.output.last?.contains(#/^\d+ s watched, swipes: 0 right, 0 left; no swipe: \d not held for long enough$/#) == true,
        "\(end.output)")
      daemon.send(SIGTERM)
      #expect(try await daemon.finish().status == 0)
    }

    @Test("and a file is explained by the program that reads it, with times from its start")
    func file() async throws {
      let home = Scratch()
      let daemon = try await run(
        "swiped", ["run", "--watch", "--explain", "--source", "trace:\(try await heldTrace(home))"], home: home)
      #expect(
        daemon.output.contains { $0.wholeMatch(of: #/0:\d\d\.\d{3}  × no swipe: held [34]\d\d of 5000 ms/#) != nil }, "\(daemon.output)")
      #expect(daemon.output.last?.contains(#/^\d s watched, swipes: 0 right, 0 left; no swipe: \d not held for long enough$/#) == true)
    }

    /// A trace of a thumb that is held for a second, under a dwell time of five.
    private func heldTrace(_ home: Scratch) async throws -> String {
      let config = try home.write("dwell.toml", "gesture.dwell_ms = 5000\n".utf8)
      let daemon = try Program("swiped", source("synthetic", home) + ["--config", config], home: home)
      let trace = home.file("held.jsonl")
      let recording = try await home.record([trace])
      let watch = try Program("swipectl", ["watch", "--json", "--topics", "miss", "--socket", home.socket], home: home)
      // The first thumb may have come before the recording began.
      var ended = 0
      while ended < 2, let line = try await watch.output.next() {
        if case .miss(let miss)? = try? event(line), miss.phase == .ended { ended += 1 }
      }
      recording.send(SIGINT)
      #expect(try await recording.finish().status == 0)
      watch.send(SIGKILL)
      _ = try await watch.finish()
      daemon.send(SIGTERM)
      _ = try await daemon.finish()
      return trace
    }
  }
}
