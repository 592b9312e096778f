import EventProtocol
import EventSocket
import Foundation
import Glibc
import SystemPackage
import TestWeb
import Testing
import Traces

/// The button of the page that marks the last swipe as wrong.
struct WrongTests {
  private static let swipe = GestureEvent(
    seq: 7, gesture: .thumbUp, distance: -83.4, chirality: .left, confidence: 0.98, frame: 1, capturedNs: 1000,
    emittedNs: 2000)
  private static let recent = RecentEvents(
    events: [.gesture(swipe), .frame(FrameEvent(frame: 1, capturedNs: 1000, width: 640, height: 480, armed: false))],
    gesture: GestureOptions())

  /// Presses the button.
  private func press(_ recent: RecentEvents, in folder: FilePath?) async throws -> Answer {
    let scratch = Scratch()
    let daemon = EventServer(
      path: scratch.file("s.sock"), hello: Hello(pid: 1),
      status: { Status(state: .running, keys: .ready, source: "synthetic", precision: "f32", pid: 1) }, recent: { _ in recent },
      control: { _ in .failure(.unavailable("no")) })
    try await daemon.start()
    let path = daemon.path
    let answer = try await blocking {
      let app = try AppFixture(daemon: path, deckPath: nil, wrongSwipes: folder.map { WrongSwipes(folder: $0) })
      return try app.send("POST", "/wrong")
    }
    await daemon.stop()
    withExtendedLifetime(scratch) {}
    return answer
  }

  private struct Kept: Decodable {
    let direction: String
    let unixS: Int
    let file: String
    let isNew: Bool
    let removed: [String], preventions: [String]
  }

  @Test("keeps the swipe in the same file as the command, and says where")
  func kept() async throws {
    let scratch = Scratch()
    let swipes = WrongSwipes(folder: FilePath(scratch.file("wrong")))
    let answer = try await press(Self.recent, in: swipes.folder)
    let file = try #require(try swipes.files.first)
    #expect(answer.status == 200 && answer.header("content-type") == "application/json")
    let kept = try answer.json(Kept.self)
    #expect(kept.file == file.string && kept.isNew && kept.removed == [] && kept.preventions == [], "\(answer.text)")
    #expect(kept.direction == "right" && kept.unixS > 0)
    let again = try await press(Self.recent, in: swipes.folder).json(Kept.self)
    #expect(again.file == file.string && !again.isNew)
    #expect(try swipes.files == [file])
  }

  @Test("says why nothing is kept: no swipe, no folder, no daemon")
  func notKept() async throws {
    let scratch = Scratch()
    let folder = FilePath(scratch.file("wrong"))
    let answers = [
      try await press(RecentEvents(), in: folder), try await press(Self.recent, in: nil),
      try await blocking { try AppFixture().send("POST", "/wrong") },
    ]
    for answer in answers {
      #expect(answer.status == 503)
      let error = try answer.json(Problem.self).error
      #expect(error.contains("; ") && !error.contains("\n"), "\(answer.text)")
    }
    #expect(access(folder.string, F_OK) != 0)
  }

  @Test("is not for other sites")
  func stranger() async throws {
    let status = try await blocking { try AppFixture().send("POST", "/wrong", ["Origin": "https://evil.example"]).status }
    #expect(status == 403)
  }
}
