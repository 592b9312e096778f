import Corpus
import EventProtocol
import Foundation
import Gestures
import Testing

extension EndToEnd {
  @Suite("Clips of people whose two hands are in view", .enabled(if: Corpus.isExpected, Comment(rawValue: Corpus.missing)))
  struct TwoHandClips {
    /// A clip of the folder `two-hands` beside the corpus.
    private struct Clip: CustomTestStringConvertible {
      let name: String
      let swipes: [SwipeDirection]
      /// Whether the video is made small and put into a wide picture.
      let isPadded: Bool

      var testDescription: String { isPadded ? "\(name), padded" : name }
    }

    private static let clips = [false, true].flatMap { isPadded in
      [("ragavi__good_morning", [SwipeDirection.right]), ("ragavi__good_evening", [.right]), ("ragavi__clever", [])]
        .map { Clip(name: $0.0, swipes: $0.1, isPadded: isPadded) }
    }

    /// The first frames are left out: which hand is found when must not matter.
    @Test("The hand that is raised swipes, by the profile daily, whichever was found first", arguments: clips)
    private func swipes(_ clip: Clip) async throws {
      let video = try Corpus.required().folder.deletingLastPathComponent().appendingPathComponent("two-hands/\(clip.name).mp4")
      for first in [0, 3, 6] {
        let home = Scratch()
        let pipe = Pipe()
        let configuration = try home.write("swiped.toml", "[gesture]\nprofile = \"daily\"\n".utf8)
        let daemon = try Program("swiped", source("y4m:-", home) + ["--events", "--config", configuration], home: home, input: pipe)
        let cut = "trim=start_frame=\(first),setpts=PTS-STARTPTS" + (clip.isPadded ? ",scale=-2:480,pad=640:480:(ow-iw)/2:0" : "")
        let ffmpeg = try Program(
          "/usr/bin/env",
          ["ffmpeg", "-v", "error", "-nostdin", "-i", video.path, "-vf", cut, "-f", "yuv4mpegpipe", "-pix_fmt", "yuv420p", "-"],
          home: home, output: pipe)
        var swipes: [GestureEvent] = []
        while let swipe = try await daemon.output.nextSwipe() { swipes.append(swipe) }
        #expect(try await daemon.exitStatus() == 0)
        let complaints = try await ffmpeg.errors.rest()
        #expect(try await ffmpeg.exitStatus() == 0, "ffmpeg: \(complaints)")
        #expect(swipes.map(\.direction) == clip.swipes, "without the first \(first) frames")
      }
    }
  }
}
