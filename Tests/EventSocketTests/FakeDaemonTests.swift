import EventProtocol
import EventSocket
import Gestures
import Glibc
import SwipedTestKit
import Testing

@Suite("The daemon for tests of clients", .timeLimit(.minutes(5)))
struct FakeDaemonTests {
  private func connected(to daemon: FakeDaemon, topics: Set<Topic> = [.swipe]) async throws -> SwipedClient.Iterator {
    var client = try SwipedClient(path: daemon.path, topics: topics).makeAsyncIterator()
    guard case .connected? = try await client.next() else { throw SocketError(.unavailable, "no hello") }
    return client
  }

  /// The exit status of a command that finds the daemon by itself.
  private func swipectl(_ arguments: String..., of daemon: FakeDaemon) async throws -> Int32 {
    try await Swipectl(arguments, environment: ["XDG_RUNTIME_DIR": daemon.runtimeDirectory]).finish().status
  }

  @Test("A client gets its swipes, with numbers, and its status counts them")
  func swipes() async throws {
    try await FakeDaemon.run { daemon in
      var client = try await connected(to: daemon)
      await daemon.waitForSubscriber()
      daemon.swipe(.right)
      daemon.swipe(.left, capturedNs: 7)
      #expect(try await client.next() == .event(.status(FakeDaemon.runningStatus)))
      guard case .event(.gesture(let first))? = try await client.next(), case .event(.gesture(let second))? = try await client.next()
      else { throw SocketError(.unavailable, "no swipes") }
      #expect(first.direction == .right && first.seq == 1)
      #expect(second.direction == .left && second.seq == 2 && second.capturedNs == 7)
      #expect(daemon.status.swipes[.thumbDown] == 1 && daemon.status.swipes[.thumbUp] == 1)
    }
  }

  @Test("It pauses, selects a profile and refuses one that it does not have, as the daemon does, and keeps what it was asked")
  func controls() async throws {
    try await FakeDaemon.run { daemon in
      let (paused, selected, unknown) = try await (
        swipectl("pause", of: daemon), swipectl("request", "set_profile", #"{"profile":"plain"}"#, of: daemon),
        swipectl("request", "set_profile", #"{"profile":"none"}"#, of: daemon)
      )
      #expect(paused == 0 && selected == 0 && unknown != 0)
      #expect(daemon.status.state == .paused && daemon.status.profile == "plain")
      daemon.refusal = RPCError(code: -32006, message: "not now")
      let refused = try await swipectl("resume", of: daemon)
      #expect(refused != 0)
      #expect(daemon.status.state == .paused && daemon.controls.contains(.pause) && daemon.controls.last == .resume)
    }
  }

  @Test("Who waits for a subscriber of another topic loses none of its events, and a task that is canceled does not wait")
  func subscribers() async throws {
    try await FakeDaemon.run { daemon in
      let frame = Event.frame(FrameEvent(frame: 8, capturedNs: 1000, width: 640, height: 480, armed: true))
      var client = try await connected(to: daemon, topics: [.frame])
      await daemon.waitForSubscriber(to: .frame)
      daemon.send(frame)
      _ = try await client.next()
      #expect(try await client.next() == .event(frame))
      let waiting = Task { await daemon.waitForSubscriber(to: .preview) }
      waiting.cancel()
      await waiting.value
    }
  }

  @Test("A changed status is sent, and nothing is left behind")
  func status() async throws {
    let folder = try await FakeDaemon.run { daemon in
      var client = try await connected(to: daemon, topics: [.status])
      #expect(try await client.next() == .event(.status(daemon.status)))
      daemon.status.state = .noCamera
      #expect(try await client.next() == .event(.status(daemon.status)))
      return daemon.runtimeDirectory
    }
    #expect(access(folder, F_OK) != 0)
  }
}
