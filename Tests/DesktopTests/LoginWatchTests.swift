import Desktop
import Glibc
import Testing

extension WatchTests {
  @Suite("Sleep and session lock, over a bus")
  struct LoginTests {
    private let inbox = Inbox()
    private let folder = TestFolder()
    private let bus: PrivateBus

    init() throws { bus = try PrivateBus(in: folder) }

    private func started() -> DesktopWatch {
      let watch = DesktopWatch(
        folder: folder.path, bus: bus.address, retryMs: 10, log: { [inbox] in inbox.add($0) }, event: { [inbox] in inbox.add($0) })
      watch.start()
      return watch
    }

    /// Serves until these events have come, and no other.
    private func expect(_ logind: FakeLogind, _ events: [DesktopEvent], _ location: SourceLocation = #_sourceLocation) {
      #expect(logind.serve(inbox) { inbox.events.count >= events.count }, sourceLocation: location)
      #expect(inbox.events == events, sourceLocation: location)
    }

    /// Serves until the watch knows the sessions and holds the delay.
    private func settle(_ logind: FakeLogind) {
      #expect(logind.serve(inbox) { logind.delaysHeld == 1 && logind.hintsRead >= logind.sessions.count })
    }

    @Test("Every Lock of the user's session is reported, also after one that nobody took back, and an Unlock once")
    func signals() {
      let logind = FakeLogind(bus.address)
      let watch = started()
      defer { watch.stop() }
      settle(logind)
      logind.lock("1")
      logind.lock("1")
      expect(logind, [.locked, .locked])
      logind.unlock("1")
      logind.unlock("1")
      expect(logind, [.locked, .locked, .unlocked])
      logind.lock("1")
      logind.hint("1", true)
      logind.hint("1", false)
      expect(logind, [.locked, .locked, .unlocked, .locked, .locked, .unlocked])
    }

    @Test("A session that is locked at the start is reported")
    func lockedAtStart() {
      let logind = FakeLogind(bus.address, sessions: [.init(id: "1", isLocked: true)])
      let watch = started()
      defer { watch.stop() }
      expect(logind, [.locked])
      logind.hint("1", false)
      expect(logind, [.locked, .unlocked])
    }

    @Test("Another user's session and a remote session are ignored")
    func others() {
      let logind = FakeLogind(
        bus.address,
        sessions: [.init(id: "1"), .init(id: "2", user: getuid() + 1, isLocked: true), .init(id: "3", seat: "", isLocked: true)])
      let watch = started()
      defer { watch.stop() }
      #expect(logind.serve(inbox) { logind.hintsRead == 1 && logind.delaysHeld == 1 })
      for id in ["2", "3"] {
        logind.lock(id)
        logind.hint(id, true)
      }
      logind.lock("1")
      logind.unlock("1")
      expect(logind, [.locked, .unlocked])
    }

    @Test("A session that comes later is watched, and its end unlocks")
    func comesAndGoes() {
      let logind = FakeLogind(bus.address, sessions: [])
      let watch = started()
      defer { watch.stop() }
      settle(logind)
      logind.add(.init(id: "4", isLocked: true))
      expect(logind, [.locked])
      logind.remove("4")
      expect(logind, [.locked, .unlocked])
    }

    @Test("Sleep is delayed until the camera is closed, and again after waking")
    func sleep() {
      let logind = FakeLogind(bus.address)
      let watch = started()
      defer { watch.stop() }
      settle(logind)
      // While the machine is awake, there is nothing to release.
      watch.readyToSleep()
      logind.prepareForSleep(true)
      expect(logind, [.sleeping])
      #expect(logind.delaysHeld == 1)
      watch.readyToSleep()
      #expect(logind.delaysHeld == 0)
      logind.prepareForSleep(false)
      expect(logind, [.sleeping, .awake])
      #expect(logind.serve(inbox) { logind.delaysHeld == 1 })
      // Sent after the inhibitor, so that the watch has it.
      logind.lock("1")
      expect(logind, [.sleeping, .awake, .locked])
      // Too late for the sleep that is over: the next one is still held up.
      watch.readyToSleep()
      #expect(logind.delaysHeld == 1)
      #expect(logind.delaysAsked == Array(repeating: ["sleep", "swiped", "closes the camera", "delay"], count: 2))
      watch.stop()
      #expect(logind.delaysHeld == 0)
      #expect(inbox.lines.isEmpty)
    }

    @Test("A delay that logind refuses is logged once, and sleep is still reported")
    func refused() {
      let logind = FakeLogind(bus.address)
      logind.refusesDelays = true
      let watch = started()
      defer { watch.stop() }
      #expect(logind.serve(inbox) { inbox.lines.count == 1 })
      for round in 1...2 {
        logind.prepareForSleep(true)
        logind.prepareForSleep(false)
        #expect(logind.serve(inbox) { inbox.events.count == 2 * round && logind.delaysAsked.count == 1 + round })
      }
      logind.lock("1")
      #expect(logind.serve(inbox) { inbox.events.last == .locked })
      #expect(inbox.lines.count == 1)
      for thing in ["logind", "Permission denied", "org.freedesktop.login1.inhibit-delay-sleep"] {
        #expect(inbox.lines.first?.contains(thing) == true, "\(inbox.lines)")
      }
    }

    @Test("Signals from a sender other than logind are ignored, whether broadcast or sent to the watch")
    func impostor() {
      let logind = FakeLogind(bus.address)
      let impostor = FakeLogind(bus.address, ownsName: false)
      let watch = started()
      defer { watch.stop() }
      settle(logind)
      logind.lock("1")
      expect(logind, [.locked])
      impostor.unlock("1")
      impostor.unlock("1", to: logind.lastCaller)
      // The bus keeps the order in which it gets messages: what is false is read before what is true.
      impostor.awaitDelivery()
      logind.prepareForSleep(true)
      expect(logind, [.locked, .sleeping])
      impostor.prepareForSleep(false)
      impostor.prepareForSleep(false, to: logind.lastCaller)
      impostor.awaitDelivery()
      logind.unlock("1")
      expect(logind, [.locked, .sleeping, .unlocked])
    }

    @Test("A logind that starts late, or restarts, is asked for everything again")
    func late() {
      let logind = FakeLogind(bus.address, sessions: [.init(id: "1", isLocked: true)], ownsName: false)
      let watch = started()
      defer { watch.stop() }
      #expect(logind.serve(inbox) { inbox.lines.count == 1 })
      #expect(inbox.lines.first?.hasPrefix("no reply from logind (") == true)
      logind.own()
      expect(logind, [.locked])
      logind.disown()
      logind.sessions[0].isLocked = false
      logind.isPreparingForSleep = true
      logind.own()
      expect(logind, [.locked, .sleeping, .unlocked])
    }

    @Test("The loss of the bus changes nothing, and everything is queried again once it is back")
    func lost() throws {
      var logind = FakeLogind(bus.address, sessions: [.init(id: "1", isLocked: true)])
      let watch = started()
      defer { watch.stop() }
      expect(logind, [.locked])
      bus.stop()
      #expect(inbox.wait { $0.lines.count == 1 })
      #expect(inbox.lines.first?.hasPrefix("cannot reach the system bus at \(bus.address) (the connection ended); trying every") == true)
      let second = try PrivateBus(in: folder)
      logind = FakeLogind(second.address)
      expect(logind, [.locked, .unlocked])
      #expect(logind.serve(inbox) { logind.delaysHeld == 1 })
      // All is well again, so a second loss is said again.
      second.stop()
      #expect(inbox.wait { $0.lines.count == 2 })
      #expect(inbox.events == [.locked, .unlocked])
    }
  }
}
