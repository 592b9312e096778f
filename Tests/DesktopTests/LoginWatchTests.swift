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

    private func started(answerMs: UInt64 = 600_000) -> DesktopWatch {
      var place = LoginPlace(bus: bus.address)
      (place.files, place.retryMs, place.answerMs) = (folder.path, 10, answerMs)
      let watch = DesktopWatch(
        folder: folder.path, login: place, log: { [inbox] in inbox.add($0) }, event: { [inbox] in inbox.add($0) })
      watch.start()
      return watch
    }

    /// Serves until this is the news, and no other.
    private func expect(_ logind: FakeLogind, _ news: [Inbox.News], _ location: SourceLocation = #_sourceLocation) {
      #expect(logind.serve(inbox) { inbox.news.count >= news.count }, sourceLocation: location)
      #expect(inbox.news == news, sourceLocation: location)
    }

    /// Serves until the watch knows the sessions and holds the delay.
    private func settle(_ logind: FakeLogind) {
      #expect(logind.serve(inbox) { logind.delaysHeld == 1 && !inbox.news.isEmpty })
    }

    @Test("Locks and unlocks of the user's session are seen, by signal and by hint")
    func signals() {
      let logind = FakeLogind(bus.address)
      let watch = started()
      defer { watch.stop() }
      settle(logind)
      logind.lock("1")
      expect(logind, [.session(.active), .session(.locked)])
      logind.unlock("1")
      logind.hint("1", true)
      logind.hint("1", false)
      expect(logind, [.session(.active), .session(.locked), .session(.active), .session(.locked), .session(.active)])
    }

    @Test("A session that is locked at the start is known before any other answer")
    func lockedAtStart() {
      let logind = FakeLogind(bus.address, sessions: [.init(id: "1", isLocked: true)])
      let watch = started()
      defer { watch.stop() }
      expect(logind, [.session(.locked)])
      logind.hint("1", false)
      expect(logind, [.session(.locked), .session(.active)])
    }

    @Test("A session that another one is brought in front of is in the background, until it is in front again")
    func background() {
      let logind = FakeLogind(bus.address, sessions: [.init(id: "1"), .init(id: "2", user: getuid() + 1, isActive: false)])
      let watch = started()
      defer { watch.stop() }
      settle(logind)
      logind.front("1", false)
      logind.front("2", true)
      expect(logind, [.session(.active), .session(.background)])
      logind.front("2", false)
      logind.front("1", true)
      expect(logind, [.session(.active), .session(.background), .session(.active)])
    }

    @Test("Another user's session and a remote session are ignored while the user has one at the seat")
    func others() {
      let logind = FakeLogind(
        bus.address,
        sessions: [.init(id: "1"), .init(id: "2", user: getuid() + 1, isLocked: true), .init(id: "3", seat: "", isLocked: true)])
      let watch = started()
      defer { watch.stop() }
      settle(logind)
      #expect(logind.sessionsRead == 1)
      for id in ["2", "3"] {
        logind.lock(id)
        logind.hint(id, true)
      }
      logind.lock("1")
      expect(logind, [.session(.active), .session(.locked)])
    }

    @Test("A user who has not logged in at the screen is absent while somebody else has, and nobody is on a machine without a login")
    func absent() {
      let logind = FakeLogind(bus.address, sessions: [.init(id: "9", user: getuid() + 1), .init(id: "3", seat: "")])
      let watch = started()
      defer { watch.stop() }
      expect(logind, [.session(.absent)])
      logind.remove("9")
      expect(logind, [.session(.absent), .session(.seatless)])
    }

    @Test("A session that comes later is watched, and after its end the user is absent")
    func comesAndGoes() {
      let logind = FakeLogind(bus.address, sessions: [])
      let watch = started()
      defer { watch.stop() }
      settle(logind)
      logind.add(.init(id: "4", isLocked: true))
      expect(logind, [.session(.seatless), .session(.background), .session(.locked)])
      logind.remove("4")
      expect(logind, [.session(.seatless), .session(.background), .session(.locked), .session(.absent)])
    }

    @Test("A session that is closing is not in front any more, which logind shows by its file only")
    func closing() {
      let logind = FakeLogind(bus.address)
      let watch = started()
      defer { watch.stop() }
      settle(logind)
      logind.sessions[0].state = "closing"
      folder.make("1")
      expect(logind, [.session(.active), .session(.absent)])
      // It is listed as long as a program of it runs.
      logind.add(.init(id: "9", seat: ""))
      settle(logind)
      expect(logind, [.session(.active), .session(.absent)])
      // As logind says of it when its console is in front again.
      logind.front("1", true)
      logind.add(.init(id: "2", state: "opening"))
      expect(logind, [.session(.active), .session(.absent), .session(.background), .session(.active)])
    }

    @Test("A logind that does not answer in time leaves the camera to the user, until it answers")
    func slow() {
      let logind = FakeLogind(bus.address, sessions: [.init(id: "1", isLocked: true)])
      logind.isSlow = true
      let watch = started(answerMs: 10)
      defer { watch.stop() }
      expect(logind, [.session(.unwatched)])
      logind.answer()
      expect(logind, [.session(.unwatched), .session(.locked)])
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
      expect(logind, [.session(.active), .sleeping])
      #expect(logind.delaysHeld == 1)
      watch.readyToSleep()
      #expect(logind.delaysHeld == 0)
      logind.prepareForSleep(false)
      expect(logind, [.session(.active), .sleeping, .awake])
      #expect(logind.serve(inbox) { logind.delaysHeld == 1 })
      // Sent after the inhibitor, so that the watch has it.
      logind.lock("1")
      expect(logind, [.session(.active), .sleeping, .awake, .session(.locked)])
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
        #expect(logind.serve(inbox) { inbox.news.count == 1 + 2 * round && logind.delaysAsked.count == 1 + round })
      }
      logind.lock("1")
      #expect(logind.serve(inbox) { inbox.news.last == .session(.locked) })
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
      expect(logind, [.session(.active), .session(.locked)])
      impostor.unlock("1")
      impostor.unlock("1", to: logind.lastCaller)
      // The bus keeps the order in which it gets messages: what is false is read before what is true.
      impostor.awaitDelivery()
      logind.prepareForSleep(true)
      expect(logind, [.session(.active), .session(.locked), .sleeping])
      impostor.prepareForSleep(false)
      impostor.prepareForSleep(false, to: logind.lastCaller)
      impostor.awaitDelivery()
      logind.unlock("1")
      expect(logind, [.session(.active), .session(.locked), .sleeping, .session(.active)])
    }

    @Test("A logind that starts late, or restarts, is asked for everything again")
    func late() {
      let logind = FakeLogind(bus.address, sessions: [.init(id: "1", isLocked: true)], ownsName: false)
      let watch = started()
      defer { watch.stop() }
      #expect(logind.serve(inbox) { inbox.lines.count == 1 })
      #expect(inbox.lines.first?.hasPrefix("no reply from logind (") == true)
      logind.own()
      expect(logind, [.session(.unwatched), .session(.locked)])
      logind.disown()
      logind.sessions[0].isLocked = false
      logind.isPreparingForSleep = true
      logind.own()
      expect(logind, [.session(.unwatched), .session(.locked), .sleeping])
      logind.hint("1", true)
      logind.hint("1", false)
      expect(logind, [.session(.unwatched), .session(.locked), .sleeping, .session(.active)])
    }

    @Test("The loss of the bus changes nothing, and everything is queried again once it is back")
    func lost() throws {
      var logind = FakeLogind(bus.address, sessions: [.init(id: "1", isLocked: true)])
      let watch = started()
      defer { watch.stop() }
      expect(logind, [.session(.locked)])
      bus.stop()
      #expect(inbox.wait { $0.lines.count == 1 })
      #expect(inbox.lines.first?.hasPrefix("cannot reach the system bus at \(bus.address) (the connection ended); trying every") == true)
      let second = try PrivateBus(in: folder)
      // The watch may come before logind, and take its start for a restart. A lock outlasts that, but for a hint.
      logind = FakeLogind(second.address, sessions: [.init(id: "1", isLocked: true)], ownsName: false)
      logind.isPreparingForSleep = true
      logind.own()
      expect(logind, [.session(.locked), .sleeping])
      logind.prepareForSleep(false)
      #expect(logind.serve(inbox) { logind.delaysHeld == 1 })
      logind.hint("1", false)
      expect(logind, [.session(.locked), .sleeping, .awake, .session(.active)])
      // All is well again, so a second loss is said again.
      second.stop()
      #expect(inbox.wait { $0.lines.count == 2 })
      #expect(inbox.news == [.session(.locked), .sleeping, .awake, .session(.active)])
    }
  }
}
