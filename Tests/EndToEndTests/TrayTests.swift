import Glibc
import TestTime
import Testing

extension EndToEnd {
  /// The icon in the panel, as programs of the session bus see it.
  struct Tray {
    private func call(_ home: Scratch, _ daemon: Program, _ path: String, _ method: String, _ arguments: String...) async throws -> String {
      let target = ["--dest=org.kde.StatusNotifierItem-\(daemon.id)-1", path, method]
      let client = try Program(
        "/usr/bin/dbus-send", ["--bus=unix:path=\(home.file("bus"))", "--print-reply"] + target + arguments, home: home)
      return try await client.finish().output.joined(separator: "\n")
    }

    /// Waits until the icon has a name; nil until there is none.
    private func waitForIcon(_ icon: String?, _ home: Scratch, _ daemon: Program) async throws {
      while true {
        let reply = try await call(
          home, daemon, "/StatusNotifierItem", "org.freedesktop.DBus.Properties.Get", "string:org.kde.StatusNotifierItem",
          "string:IconName")
        if icon.map({ reply.contains("\"\($0)\"") }) ?? reply.isEmpty { return }
      }
    }

    @Test("A second daemon, which ends because there is one, takes no place in the panel", .long(seconds: 5))
    func second() async throws {
      let home = Scratch()
      let bus = try await startSessionBus(home)
      defer { bus.send(SIGKILL) }
      let address = "unix:path=\(home.file("bus"))"
      let arguments = ["run", "--source", "synthetic", "--no-keys", "--socket", home.socket]
      let environment = ["DBUS_SESSION_BUS_ADDRESS": address]
      let first = try Program("swiped", arguments, home: home, environment: environment)
      try await waitForIcon("swiped-on-symbolic", home, first)
      let monitor = try Program("/usr/bin/dbus-monitor", ["--address", address, "type='signal',member='NameOwnerChanged'"], home: home)
      func owners(until name: String) async throws -> [String] {
        var lines: [String] = []
        while let line = try await monitor.output.next() {
          lines.append(line)
          if line.contains(name) { break }
        }
        return lines
      }
      // Its own name comes first.
      _ = try await monitor.output.next()
      let second = try Program("swiped", arguments, home: home, environment: environment)
      #expect(try await second.finish().status == 69)
      first.send(SIGTERM)
      let seen = try await owners(until: "StatusNotifierItem-\(first.id)-1")
      #expect(seen.contains { $0.contains("StatusNotifierItem-\(first.id)-1") })
      #expect(!seen.contains { $0.contains("StatusNotifierItem-\(second.id)-1") }, "\(seen)")
      monitor.send(SIGKILL)
    }

    @Test(
      "The icon shows the state, a middle click pauses, the menu resumes and selects a profile, and a reload removes it", .long(seconds: 8))
    func icon() async throws {
      let home = Scratch()
      let bus = try await startSessionBus(home)
      defer { bus.send(SIGKILL) }
      let file = try home.write("swiped.toml", "".utf8)
      let daemon = try Program(
        "swiped", ["run", "--source", "synthetic", "--no-keys", "--events", "--socket", home.socket, "--config", file], home: home,
        environment: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=\(home.file("bus"))"])
      try await waitForIcon("swiped-on-symbolic", home, daemon)
      _ = try await call(
        home, daemon, "/StatusNotifierItem", "org.kde.StatusNotifierItem.SecondaryActivate", "int32:0", "int32:0")
      try await waitForIcon("swiped-paused-symbolic", home, daemon)
      let menu = "/StatusNotifierMenu"
      let event = "com.canonical.dbusmenu.Event"
      _ = try await call(home, daemon, menu, event, "int32:2", "string:clicked", "variant:int32:0", "uint32:0")
      try await waitForIcon("swiped-on-symbolic", home, daemon)
      // The second profile is `daily`.
      _ = try await call(home, daemon, menu, event, "int32:1001", "string:clicked", "variant:int32:0", "uint32:0")
      while try await !run("swipectl", ["status", "--json", "--socket", home.socket], home: home).output.joined()
        .contains("\"profile\":\"daily\"")
      {}
      try home.write("swiped.toml", "desktop.tray = false".utf8)
      #expect(try await run("swipectl", ["reload", "--socket", home.socket], home: home).status == 0)
      try await waitForIcon(nil, home, daemon)
      daemon.send(SIGTERM)
      let end = try await daemon.finish()
      #expect(end.status == 0 && !end.errors.contains { $0.contains("bus") || $0.contains("panel") }, "\(end.errors)")
    }
  }
}
