import EventProtocol
import Foundation
import TestTime
import Testing

extension EndToEnd {
  /// What is no camera, or none yet, does not end the daemon.
  struct CameraWait {
    private static let cases: [(name: String, says: [String], codes: Set<ReasonCode>)] = [
      ("/dev/video99", ["/dev/video99", "no such device", "plug a camera in"], [.noSuchCamera]),
      ("/dev/null", ["/dev/null", "is not a camera", "plug a camera in"], [.notACamera]),
      ("/dev", ["/dev is not a camera", "folder"], [.notACamera]),
      ("no such camera", ["no camera"], [.noSuchCamera, .noCamera]),
    ]

    @Test("A missing camera is waited for; the reason is logged once and is in the status", .long(seconds: 15), arguments: Self.cases)
    func absent(name: String, says: [String], codes: Set<ReasonCode>) async throws {
      let home = Scratch()
      // A name that no camera has is refused on the command line, and waited for in the configuration.
      let file = try home.write("c.toml", "camera.device = \"\(name)\"\n".utf8)
      let daemon = try Program("swiped", ["run", "--no-keys", "--events", "--socket", home.socket, "--config", file], home: home)
      let status = try await daemon.output.nextStatus { $0.state == .noCamera }
      for part in says { #expect(status.reason?.contains(part) == true, "\(status.reason ?? "no reason")") }
      #expect(status.reasonCode.map(codes.contains) == true, "\(status)")
      #expect(status.camera == nil)
      let asked = try await run("swipectl", ["status", "--json", "--socket", home.socket], home: home)
      #expect(asked.status == 0 && asked.output.first?.contains("\"state\":\"no_camera\"") == true)
      daemon.send(SIGTERM)
      let end = try await daemon.finish()
      #expect(end.status == 0)
      #expect(end.errors.filter { $0 == "swiped: \(status.reason!)" }.count == 1, "\(end.errors)")
    }

    @Test("A missing camera is not searched for while nothing uses swipes")
    func unwanted() async throws {
      let home = Scratch()
      let daemon = try Program("swiped", source("/dev/video99", home), home: home)
      let client = try await home.connect()
      try client.send(#"{"jsonrpc":"2.0","method":"unsubscribe","params":{"topics":["swipe"]}}"#)
      let paused = try await client.lines.nextStatus { $0.state == .paused }
      #expect(paused.reasonCode == .noDemand)
      try client.send(#"{"jsonrpc":"2.0","method":"subscribe","params":{"topics":["swipe"]}}"#)
      let wanted = try await client.lines.nextStatus { $0.state == .noCamera }
      #expect(wanted.reason?.contains("/dev/video99") == true)
      daemon.send(SIGTERM)
      #expect(try await daemon.finish().status == 0)
    }
  }
}
