import Foundation
import Glibc
import TestTime
import Testing

extension EndToEnd {
  /// The manual page swiped-protocol(7), checked sentence by sentence against the daemon.
  @Suite("The protocol, as its manual page describes it")
  struct ProtocolOfTheManual {
    static let status: Set = [
      "state", "reason", "reason_code", "camera", "keys", "keys_reason", "keys_reason_code", "source", "precision", "version", "pid",
      "uptime_s", "fps", "frames", "hands", "swipes", "swipes_today", "configuration_version", "latency_ms", "cpu_ms_per_frame",
      "cpu_percent", "resident_kb", "gesture", "apps",
    ]

    @Test("Hello, status, swipe, hand and frame have every member of the page")
    func notifications() async throws {
      let home = Scratch()
      let daemon = try await home.daemon()
      let stranger = try Stranger(home)
      let greeting = try #require(try await stranger.next() as? [String: Any])
      #expect(greeting["method"] as? String == "hello")
      let hello = try #require(greeting["params"] as? [String: Any])
      #expect(Set(hello.keys) == ["protocol", "version", "pid"])
      #expect(hello["protocol"] as? Int == 1 && hello["pid"] as? Int32 == daemon.id && hello["version"] is String)
      let status = try await stranger.notification("status")
      #expect(Self.status.isSubset(of: status.keys))
      #expect(try await stranger.topics("subscribe", #"{"topics":["hand","frame"]}"#) == ["swipe", "status", "hand", "frame"])

      let hand = try await stranger.notification("hand")
      #expect(Set(hand.keys) == ["present", "frame", "captured_ns"] && hand["present"] is Bool)
      let frame = try await stranger.notification("frame")
      #expect(
        Set(frame.keys) == [
          "frame", "captured_ns", "width", "height", "hands", "fingers", "distance", "threshold", "down_threshold", "zone", "armed",
          "interrupted_ns", "reason", "reason_code",
        ])
      let swipe = try await stranger.notification("swipe")
      #expect(
        Set(swipe.keys) == [
          "seq", "direction", "gesture", "distance", "chirality", "confidence", "frame", "captured_ns", "emitted_ns",
        ])
      let direction = swipe["direction"] as? String
      #expect(swipe["gesture"] as? String == (direction == "right" ? "thumb_up" : "thumb_down"))
      let distance = try #require(swipe["distance"] as? Double)
      #expect((distance < 0) == (direction == "right"))
      let (captured, emitted) = try (#require(swipe["captured_ns"] as? UInt64), #require(swipe["emitted_ns"] as? UInt64))
      #expect(captured < emitted && Double(emitted) / 1e9 <= ProcessInfo.processInfo.systemUptime)
      let seen = try #require(try await stranger.result("status") as? [String: Any])
      for hand in try #require(seen["hands"] as? [[String: Any]]) {
        #expect(Set(hand.keys) == ["id", "chirality"] && hand["id"] is Int && ["left", "right"].contains(hand["chirality"] as? String))
      }
      let next = try await stranger.notification("swipe")
      #expect(try #require(next["seq"] as? Int) == #require(swipe["seq"] as? Int) + 1)

      #expect(try await stranger.state("pause") == "paused")
      let paused = try await stranger.result("status") as? [String: Any]
      let counts = try #require(paused?["swipes"] as? [String: Int])
      let today = try #require(paused?["swipes_today"] as? [Int])
      // Fewer after midnight.
      #expect(today.count == 24 && today.reduce(0, +) <= counts.values.reduce(0, +))
      #expect((paused?["hands"] as? [Any])?.isEmpty == true)
      #expect(paused?["camera"] is NSNull && paused?["reason"] is String && paused?["reason_code"] as? String == "pause_requested")
    }

    @Test("A client that is too slow for frames gets the number that it lost, and loses no swipe", .long(seconds: 7))
    func dropped() async throws {
      let home = Scratch()
      let daemon = try await home.daemon()
      let (slow, witness) = (try Stranger(home), try Stranger(home))
      for stranger in [slow, witness] { _ = try await stranger.topics("subscribe", #"{"topics":["frame"]}"#) }
      // 64 KiB hold at most 60 frames: by then the kernel takes no more.
      for _ in 1...120 { _ = try await witness.notification("frame") }
      var (frame, lost, seq) = (Int?.none, 0, Int?.none)
      while lost == 0, let object = try await slow.next() as? [String: Any] {
        let params = object["params"] as? [String: Any]
        switch object["method"] as? String {
        case "swipe":
          if let seq { #expect(params?["seq"] as? Int == seq + 1) }
          seq = params?["seq"] as? Int
        case "frame": frame = params?["frame"] as? Int
        case "dropped":
          #expect(params.map { Set($0.keys) } == ["topic", "count"] && params?["topic"] as? String == "frame")
          lost = try #require(params?["count"] as? Int)
        default: break
        }
      }
      let next = try await slow.notification("frame")["frame"] as? Int
      #expect(try lost > 0 && #require(next) >= #require(frame) + lost + 1)
      daemon.send(SIGTERM)
    }

    @Test("The responses to subscriptions, pauses and reloads have the new state")
    func requests() async throws {
      let home = Scratch()
      let file = try home.write("swiped.toml", "[gesture]\nthreshold = 60\n".utf8)
      let daemon = try await home.daemon(["--config", file])
      let stranger = try Stranger(home)
      #expect(try await stranger.topics("unsubscribe", #"{"topics":["status"]}"#) == ["swipe"])
      #expect(try await stranger.topics("unsubscribe", #"{"topics":["status"]}"#) == ["swipe"])
      #expect(try await stranger.topics("unsubscribe") == [])
      #expect(try await stranger.topics("subscribe", #"{"topics":[]}"#) == [])
      #expect(try await stranger.topics("subscribe", #"{"topics":["frame","swipe","frame"],"later":1}"#) == ["swipe", "frame"])
      #expect(try await stranger.topics("unsubscribe", "{}") == [])

      _ = try await stranger.topics("subscribe", #"{"topics":["status"]}"#)
      for (method, isPaused) in [("pause", true), ("pause", true), ("resume", false), ("toggle", true), ("toggle", false)] {
        // After a pause it is starting, and running from the first frame on.
        let state = try #require(try await stranger.state(method))
        #expect((isPaused ? ["paused"] : ["starting", "running"]).contains(state), "\(method)")
      }
      #expect(try await stranger.state("reload") != "paused")
      try home.write("swiped.toml", "[gesture]\nthreshold = -1\npoze = 2\n".utf8)
      let refused = try await stranger.ask(#"{"jsonrpc":"2.0","id":7,"method":"reload"}"#)
      expectError(refused, -32005)
      let data = try #require((refused["error"] as? [String: Any])?["data"] as? [String])
      #expect(data.count == 2 && data[0].hasPrefix("\(file):2:13: ") && data[1].hasPrefix("\(file):3:1: "), "\(data)")
      #expect(try await stranger.state("status") != "paused")
      daemon.send(SIGTERM)
    }

    @Test("Where previews are allowed, each is a JPEG file, until they are no longer allowed")
    func preview() async throws {
      let home = Scratch()
      let file = try home.write("swiped.toml", "privacy.preview = true".utf8)
      let daemon = try await home.daemon(["--config", file])
      let stranger = try Stranger(home)
      #expect(try await stranger.topics("subscribe", #"{"topics":["preview"]}"#) == ["swipe", "status", "preview"])
      let preview = try await stranger.notification("preview")
      #expect(Set(preview.keys) == ["frame", "jpeg"] && preview["frame"] is Int)
      let jpeg = try #require((preview["jpeg"] as? String).flatMap { Data(base64Encoded: $0) })
      #expect(jpeg.starts(with: [0xff, 0xd8]) && jpeg.suffix(2).elementsEqual([0xff, 0xd9]))
      try home.write("swiped.toml", [])
      stranger.send(line: #"{"jsonrpc":"2.0","method":"reload"}"#)
      let end = try await stranger.notification("unsubscribed")
      #expect(Set(end.keys) == ["topic", "reason"] && end["topic"] as? String == "preview")
      expectError(try await stranger.ask(#"{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"topics":["preview"]}}"#), -32007)
      #expect(try await stranger.topics("subscribe", #"{"topics":["hand"]}"#) == ["swipe", "status", "hand"])
      daemon.send(SIGTERM)
    }

    @Test("A request that cannot be carried out is -32006, such as a reload without a model", .long(seconds: 6))
    func unavailable() async throws {
      let home = Scratch()
      let file = try home.write("swiped.toml", [])
      let runtime = try BrokenRuntime.make(home, "nothing") { $0 }
      let daemon = try Program(
        "swiped", source("synthetic", home) + ["--config", file], home: home, environment: ["SWIPED_RUNTIME": runtime])
      _ = try await home.connect()
      let stranger = try Stranger(home)
      // By then it has read the models, and reads them again only on a reload.
      _ = try await stranger.notification("swipe")
      try FileManager.default.removeItem(atPath: "\(runtime)/models/palm_detection_full.tflite")
      try home.write("swiped.toml", "expert.save_power = false".utf8)
      expectError(try await stranger.ask(#"{"jsonrpc":"2.0","id":1,"method":"reload"}"#), -32006)
      #expect(try await stranger.result("status") is [String: Any])
      daemon.send(SIGTERM)
    }
  }
}
