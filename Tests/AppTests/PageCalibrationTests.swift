import EventProtocol
import EventSocket
import Foundation
import Gestures
import Hands
import TestWeb
import Testing

/// The guided calibration of a page.
struct PageCalibrationTests {
  /// A daemon that sends frames one by one, and a page that has begun a calibration.
  private final class Session {
    let daemon: EventServer
    let page: PageClient
    /// Serves the page as long as it is there.
    private let app: AppFixture
    private var number = 0

    init(_ daemon: EventServer, _ app: AppFixture) throws {
      (self.daemon, self.app) = (daemon, app)
      page = try PageClient(app)
      _ = try page.notification("hello")
      page.send(#"{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"topics":["frame"]}}"#)
      _ = try page.response(1)
    }

    /// Sends frames of a hand whose thumb tip is some hand sizes above the wrist, each after the page has got the one before.
    ///
    /// - Returns: the last thing that the calibration has said.
    func show(_ height: Float?, size: Float = 100, milliseconds: Int) throws -> [String: Any] {
      var last: [String: Any] = [:]
      for _ in 0..<max(1, milliseconds / 33) {
        number += 1
        let hands = height.map { [hand($0, size)] } ?? []
        daemon.publish(
          .frame(FrameEvent(frame: number, capturedNs: UInt64(number) * 33_000_000, width: 640, height: 480, hands: hands, armed: true)))
        last = try page.notification("calibration")
      }
      return last
    }

    /// - Parameter size: the pixels from the wrist to the knuckle of the middle finger.
    private func hand(_ height: Float, _ size: Float) -> Hand {
      let points = JointName.allCases.map { joint in
        let y: Float = joint == .wrist ? 300 : joint == .thumbTip ? 300 - size * height : 300 - size
        return (joint.name, Hand.Point(x: 320, y: y, z: 0, confidence: 1))
      }
      return Hand(confidence: 1, chirality: .right, points: Dictionary(uniqueKeysWithValues: points))
    }
  }

  /// - Parameter text: of the configuration file; nil without a place for one.
  private func withSession(_ text: String? = "", _ body: @escaping @Sendable (Session) throws -> Void) async throws {
    let scratch = Scratch()
    let status = Status(state: .running, keys: .ready, source: "synthetic", precision: "f32", pid: 1)
    let daemon = EventServer(
      path: scratch.file("s.sock"), hello: Hello(pid: 1), status: { status }, control: { _ in .success(status) })
    try await daemon.start()
    try await blocking {
      if let text { try scratch.write("swiped.toml", text.utf8) }
      try body(try Session(daemon, try AppFixture(daemon: daemon.path, config: text.map { _ in scratch.file("swiped.toml") })))
    }
    await daemon.stop()
  }

  private func begin(_ session: Session, profile: String) throws -> [String: Any] {
    session.page.send(#"{"jsonrpc":"2.0","id":2,"method":"calibrate","params":{"profile":\#(profile)}}"#)
    return try session.page.response(2)
  }

  @Test("A person who does what is asked gets a proposal, with what each setting got right", .timeLimit(.minutes(5)))
  func whole() async throws {
    try await withSession { session in
      let result = try begin(session, profile: #""plain""#)["result"] as? [String: Any]
      #expect(result?["profile"] as? String == "plain")
      #expect((result?["settings"] as? [String: Any])?["threshold_unit"] as? String == "px")
      var said = try session.show(0, milliseconds: 1000)
      for (step, height) in [("thumb_up", 1.2 as Float), ("thumb_down", -1.2)] {
        #expect(said["step"] as? String == step)
        for count in 1...5 {
          #expect(said["count"] as? Int == count - 1)
          _ = try session.show(height, milliseconds: 700)
          said = try session.show(0, milliseconds: 900)
        }
      }
      #expect(said["step"] as? String == "desk")
      while said["step"] as? String != "complete" { said = try session.show(nil, milliseconds: 33) }
      let proposal = try session.page.notification("proposal")
      #expect(proposal["profile"] as? String == "plain")
      let rows = try #require(proposal["table"] as? [[String: Any]])
      #expect(rows.last?["asked"] as? Int == 10 && rows.last?["recognized"] as? Int == 10 && rows.last?["false_swipes"] as? Int == 0)
    }
  }

  @Test("A gesture that the profile misses has the name of the reason, by which a page says it", .timeLimit(.minutes(5)))
  func missed() async throws {
    try await withSession { session in
      _ = try begin(session, profile: #""daily""#)
      _ = try session.show(0, milliseconds: 1000)
      var counted: [String: Any]?
      // Not far enough for the profile.
      for height in Array(repeating: 0.5 as Float, count: 15) + Array(repeating: 0, count: 30) where counted == nil {
        let notices = try session.show(height, milliseconds: 33)["notices"] as? [[String: Any]] ?? []
        counted = notices.first { $0["kind"] as? String == "counted" }
      }
      #expect(counted?["recognized"] as? Bool == false && counted?["reason"] as? String != nil)
      #expect((counted?["reason_code"] as? String).flatMap(NoSwipeReason.Code.init(rawValue:)) != nil)
    }
  }

  @Test("It can be canceled and begun again; the page gets its frames all the while")
  func canceled() async throws {
    try await withSession { session in
      _ = try begin(session, profile: "null")
      #expect(try session.show(0, milliseconds: 1000)["step"] as? String == "thumb_up")
      session.page.send(#"{"jsonrpc":"2.0","id":3,"method":"cancel_calibration"}"#)
      #expect(try session.page.response(3)["result"] != nil)
      session.daemon.publish(.frame(FrameEvent(frame: 9999, capturedNs: 1, width: 640, height: 480, armed: true)))
      while try session.page.notification("frame")["frame"] as? Int != 9999 {}
      _ = try begin(session, profile: "null")
      #expect(try session.show(0, milliseconds: 33)["step"] as? String == "show_hand")
    }
  }

  @Test("Without a hand, it says so after a while, and gives up after a minute", .timeLimit(.minutes(5)))
  func gaveUp() async throws {
    try await withSession { session in
      _ = try begin(session, profile: "null")
      var hints: [String] = []
      while true {
        let said = try session.show(nil, milliseconds: 33)
        let notices = said["notices"] as? [[String: Any]] ?? []
        hints += notices.compactMap { $0["hint"] as? String }
        guard said["is_over"] as? Bool == true else { continue }
        #expect(notices.last?["failure"] as? String == "no_hand")
        break
      }
      #expect(hints == ["show_hand"])
    }
  }

  @Test("A profile that there is not is refused, and what is no name of one")
  func refused() async throws {
    try await withSession { session throws in
      let error = try begin(session, profile: #""none""#)["error"] as? [String: Any]
      let facts = (error?["data"] as? [String: Any])?["facts"] as? [[String: Any]]
      #expect(error?["message"] as? String != nil && facts?.first?["code"] as? String == "profile_unknown")
    }
  }

  @Test(
    "What is wrong with the configuration file, or that there can be none, is its response, and the page goes on",
    arguments: ["[gesture]\nprofil = 1\n", nil])
  func unusableFile(text: String?) async throws {
    try await withSession(text) { session throws in
      #expect((try begin(session, profile: "null")["error"] as? [String: Any])?["message"] as? String != nil)
      session.page.send(#"{"jsonrpc":"2.0","id":3,"method":"status"}"#)
      #expect(try session.page.response(3)["result"] != nil)
    }
  }

  @Test("Each of many requests in a row gets a response, and the last one begins it")
  func burst() async throws {
    try await withSession { session throws in
      for id in 10..<30 {
        session.page.send(#"{"jsonrpc":"2.0","id":\#(id),"method":"calibrate","params":{"profile":null}}"#)
        session.page.send(#"{"jsonrpc":"2.0","id":\#(id + 100),"method":"status"}"#)
      }
      var answered: Set<Int> = []
      var last: [String: Any] = [:]
      while answered.count < 40 {
        let message = try session.page.message()
        guard let id = message["id"] as? Int else { continue }
        #expect(answered.insert(id).inserted && (message["result"] != nil) != (message["error"] != nil))
        if id == 29 { last = message }
      }
      #expect(last["result"] != nil && answered == Set(Array(10..<30) + Array(110..<130)))
      #expect(try session.show(0, milliseconds: 33)["step"] as? String == "show_hand")
    }
  }
}
