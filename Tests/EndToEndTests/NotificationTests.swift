import Foundation
import Glibc
import TestTime
import Testing

extension EndToEnd {
  /// What the daemon sends to the desktop's notification service.
  struct Notifications {
    /// A session bus without a notification service, and a program that prints what is sent to one.
    private func startBus(_ home: Scratch) async throws -> (bus: Program, monitor: Program) {
      let bus = try await startSessionBus(home)
      let monitor = try Program(
        "/usr/bin/dbus-monitor", ["--address", "unix:path=\(home.file("bus"))", "interface='org.freedesktop.Notifications'"], home: home)
      // Its own first message shows that it listens.
      while let line = try await monitor.output.next(), !line.contains("NameAcquired") {}
      return (bus, monitor)
    }

    private func settle(_ home: Scratch, _ setting: String) async throws {
      try home.write("swiped.toml", "desktop.notify = \"\(setting)\"".utf8)
      #expect(try await run("swipectl", ["reload", "--socket", home.socket], home: home).status == 0)
    }

    @Test("Swipes are shown if the configuration says so, also after a reload, and no longer when it is off", .long(seconds: 12))
    func swipes() async throws {
      let home = Scratch()
      let (bus, monitor) = try await startBus(home)
      defer { bus.send(SIGKILL) }
      let file = try home.write("swiped.toml", "".utf8)
      let daemon = try Program(
        "swiped", ["run", "--source", "synthetic", "--no-keys", "--events", "--socket", home.socket, "--config", file], home: home,
        environment: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=\(home.file("bus"))"])
      #expect(try await daemon.output.nextSwipe()?.direction == .right)
      // Without the option, nothing was sent, so this is the first.
      try await settle(home, "swipes")
      var shown: [String] = []
      while shown.count < 3, let line = try await monitor.output.next() {
        if line.contains("string \"Swipe ") { shown.append(line) }
      }
      #expect(shown.count == 3 && shown[0] != shown[1] && shown[1] != shown[2], "\(shown)")
      try await settle(home, "off")
      daemon.send(SIGTERM)
      let end = try await daemon.finish()
      #expect(end.status == 0 && !end.errors.contains { $0.contains("bus") || $0.contains("notif") }, "\(end.errors)")
    }

    @Test("Without a session bus, swipes are made as ever, and nothing is logged", .long(seconds: 7))
    func noBus() async throws {
      let home = Scratch()
      let file = try home.write("swiped.toml", "desktop.notify = \"swipes\"".utf8)
      let daemon = try Program(
        "swiped", ["run", "--source", "synthetic", "--no-keys", "--events", "--socket", home.socket, "--config", file], home: home,
        environment: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=\(home.file("bus"))"])
      _ = try await daemon.output.swipes(2)
      daemon.send(SIGTERM)
      let end = try await daemon.finish()
      #expect(end.status == 0 && !end.errors.contains { $0.contains("bus") || $0.contains("notif") }, "\(end.errors)")
    }
  }
}
