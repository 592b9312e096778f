import Corpus
import EventProtocol
import Foundation
import TestTime
import Testing

extension EndToEnd {
  struct StillRoom {
    /// Ten seconds of a room in which nothing but the sensor's noise moves.
    ///
    /// - Returns: what the daemon says of the frames at the end.
    private func frames(_ configuration: String) async throws -> Status.Frames {
      let home = Scratch()
      var stream = Data("YUV4MPEG2 W320 H240 F30:1 Ip A1:1 Cmono\n".utf8)
      var generator = SeededGenerator(7)
      for _ in 0..<300 {
        stream += Data("FRAME\n".utf8)
        stream += Data((0..<320 * 240).map { i in UInt8(60 + i / 320 / 40 * 20 + Int.random(in: -4...4, using: &generator)) })
      }
      let video = try home.write("room.y4m", stream)
      let settings = try home.write("swiped.toml", configuration.utf8)
      let daemon = try Program("swiped", source("y4m:\(video)", home) + ["--events", "--config", settings], home: home)
      let status = try await daemon.output.nextStatus { $0.frames.handled == 300 }
      #expect(try await daemon.exitStatus() == 0)
      return status.frames
    }

    @Test("Most frames of a still room are handled without inference, and the status counts them", .long(seconds: 12))
    func skipped() async throws {
      let frames = try await frames("")
      #expect((250..<300).contains(frames.reused) && frames.tracked == 0)
    }

    @Test("With save_power = false, inference runs on every frame", .long(seconds: 13))
    func off() async throws {
      #expect(try await frames("[expert]\nsave_power = false\n").reused == 0)
    }
  }
}
