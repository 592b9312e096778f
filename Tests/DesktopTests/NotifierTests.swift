import CSystemd
import Desktop
import Foundation
import Glibc
import Platform
import Synchronization
import Testing

@Suite("Notifications, over a bus", .timeLimit(.minutes(5)))
struct NotifierTests {
  private let folder = TestFolder()
  private let inbox = Inbox()

  private func notifier(timing: NotificationTiming = NotificationTiming(retryMs: 10)) throws -> Notifier {
    try Notifier(
      bus: "unix:path=\(folder.path)/bus", news: CameraNews(wasReported: false, patienceNs: 0), timing: timing,
      reported: { [inbox] in inbox.add("reported") })
  }

  private func expect(_ service: FakeNotificationService, _ titles: [String], _ location: SourceLocation = #_sourceLocation) {
    #expect(service.serve { service.shown.count >= titles.count }, sourceLocation: location)
    #expect(service.titles == titles, sourceLocation: location)
  }

  @Test("What the camera does replaces what it did before, and is remembered once it is shown")
  func replacing() throws {
    let bus = try PrivateBus(in: folder)
    let service = FakeNotificationService(bus.address)
    let notifier = try notifier()
    defer { notifier.stop() }
    #expect(inbox.lines.isEmpty)
    notifier.report(.open("HD Webcam"))
    #expect(service.serve { !inbox.lines.isEmpty })
    notifier.report(.failed("it was unplugged"))
    #expect(service.serve { inbox.lines.count == 2 })
    notifier.report(.open("HD Webcam"))
    #expect(service.serve { inbox.lines.count == 3 })
    #expect(
      service.shown == [
        .init(title: "Camera on"), .init(replaced: 7, title: "No camera"), .init(replaced: 7, title: "Camera on again"),
      ])
  }

  @Test("A swipe is shown for half a second, kept in no history, and replaces only swipes")
  func swipes() throws {
    let bus = try PrivateBus(in: folder)
    let service = FakeNotificationService(bus.address)
    let notifier = try notifier()
    defer { notifier.stop() }
    notifier.report(.open("HD Webcam"))
    expect(service, ["Camera on"])
    for (count, title) in [(2, "Swipe left"), (3, "Swipe right")] {
      notifier.showSwipe(title)
      #expect(service.serve { service.shown.count == count })
    }
    #expect(
      service.shown.dropFirst() == [
        .init(title: "Swipe left", isTransient: true, expireMs: 500),
        .init(replaced: 8, title: "Swipe right", isTransient: true, expireMs: 500),
      ])
    #expect(service.serve { inbox.lines == ["reported"] })
  }

  @Test("Without a bus, nothing happens until there is one")
  func noBus() throws {
    let notifier = try notifier()
    defer { notifier.stop() }
    notifier.report(.open("HD Webcam"))
    notifier.showSwipe("Swipe left")
    let bus = try PrivateBus(in: folder)
    let service = FakeNotificationService(bus.address)
    expect(service, ["Camera on"])
  }

  @Test("A service that starts later shows what the camera does now, and no swipe that is over")
  func lateService() throws {
    let bus = try PrivateBus(in: folder)
    // Asked for the environment, so an attempt has failed.
    let service = FakeNotificationService(bus.address, names: [FakeNotificationService.manager])
    let notifier = try notifier()
    defer { notifier.stop() }
    notifier.report(.open("HD Webcam"))
    #expect(service.serve { service.environmentReads > 0 })
    notifier.report(.failed("it was unplugged"))
    notifier.showSwipe("Swipe left")
    let reads = service.environmentReads
    #expect(service.serve { service.environmentReads > reads + 1 })
    service.own()
    expect(service, ["No camera"])
  }

  @Test("While a service does not reply, only the newest of each kind waits")
  func hangingService() throws {
    let bus = try PrivateBus(in: folder)
    let service = FakeNotificationService(bus.address)
    service.replies = false
    let notifier = try notifier(timing: NotificationTiming(retryMs: 10, replyMs: 200))
    defer { notifier.stop() }
    notifier.report(.open("HD Webcam"))
    expect(service, ["Camera on"])
    notifier.report(.failed("it was unplugged"))
    for number in 1...1000 { notifier.showSwipe("Swipe \(number)") }
    notifier.report(.open("HD Webcam"))
    service.replies = true
    // Reported again, since the first one was not taken.
    #expect(service.serve { inbox.lines.count == 1 })
    notifier.showSwipe("Swipe 1001")
    #expect(service.serve { service.titles.last == "Swipe 1001" })
    #expect(service.shown.count <= 5, "\(service.titles)")
  }

  @Test("A service that has restarted gets no number of the old one")
  func restartedService() throws {
    let bus = try PrivateBus(in: folder)
    let notifier = try notifier()
    defer { notifier.stop() }
    do {
      let service = FakeNotificationService(bus.address)
      notifier.report(.open("HD Webcam"))
      #expect(service.serve { inbox.lines.count == 1 })
    }
    let service = FakeNotificationService(bus.address)
    notifier.report(.failed("it was unplugged"))
    expect(service, ["No camera"])
    #expect(service.shown[0].replaced == 0)
  }

  @Test("After a restart of the bus, notifications are shown on the new one")
  func restartedBus() throws {
    let notifier = try notifier()
    defer { notifier.stop() }
    let first = try PrivateBus(in: folder)
    do {
      let service = FakeNotificationService(first.address)
      notifier.report(.open("HD Webcam"))
      #expect(service.serve { inbox.lines.count == 1 })
    }
    first.stop()
    let second = try PrivateBus(in: folder)
    let service = FakeNotificationService(second.address)
    notifier.report(.failed("it was unplugged"))
    expect(service, ["No camera"])
    #expect(service.shown[0].replaced == 0)
  }

  @Test(
    "A service that does not run is started only in a session with a display, and only once", arguments: ["DISPLAY", "WAYLAND_DISPLAY"])
  func starting(variable: String) throws {
    let bus = try PrivateBus(in: folder)
    let marker = "\(folder.path)/started"
    try """
    [D-BUS Service]
    Name=\(FakeNotificationService.name)
    Exec=/bin/sh -c "echo >> \(marker)"
    """.write(toFile: "\(folder.path)/notifications.service", atomically: true, encoding: .utf8)
    let session = FakeNotificationService(bus.address, names: [FakeNotificationService.manager])
    session.environment = ["PATH=/usr/bin", "XDG_SESSION_TYPE=tty"]
    let notifier = try notifier()
    defer { notifier.stop() }
    notifier.report(.open("HD Webcam"))
    #expect(session.serve { session.environmentReads >= 2 })
    #expect(!FileManager.default.fileExists(atPath: marker))
    session.environment.append("\(variable)=:0")
    #expect(session.serve { FileManager.default.fileExists(atPath: marker) })
    // It ends without owning its name, and has to appear by itself.
    notifier.report(.failed("it was unplugged"))
    session.own()
    #expect(session.serve { session.titles.last == "No camera" })
    #expect(session.environmentReads >= 3 && (try? Data(contentsOf: URL(filePath: marker)).count) == 1)
  }

  @Test("A bus that accepts and stays silent delays neither a report nor the end")
  func silentBus() throws {
    let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    defer { close(listener) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: "\(folder.path)/bus".utf8) }
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
    #expect(result == 0 && listen(listener, 1) == 0)
    let notifier = try notifier()
    notifier.report(.open("HD Webcam"))
    // The notifier has connected.
    let connection = accept(listener, nil, nil)
    defer { close(connection) }
    notifier.report(.failed("it was unplugged"))
    notifier.stop()
    #expect(inbox.lines.isEmpty)
  }
}
