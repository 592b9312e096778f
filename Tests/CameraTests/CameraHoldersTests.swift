import Camera
import Foundation
import Testing

@Suite("The programs that hold a camera")
struct CameraHoldersTests {
  /// A procfs of links without targets, as those of sockets are.
  private func makeProc(_ processes: [(pid: Int32, comm: String?, files: [String])]) throws -> String {
    let root = FileManager.default.temporaryDirectory.appendingPathComponent("holders-\(UUID().uuidString)").path
    for process in processes {
      let folder = "\(root)/\(process.pid)"
      try FileManager.default.createDirectory(atPath: "\(folder)/fd", withIntermediateDirectories: true)
      try process.comm.map { try Data("\($0)\n".utf8).write(to: URL(fileURLWithPath: "\(folder)/comm")) }
      for (number, file) in process.files.enumerated() { try #require(symlink(file, "\(folder)/fd/\(number)") == 0) }
    }
    return root
  }

  @Test("Each process that has it open is named once, in the order of process IDs, except this one")
  func holders() throws {
    let proc = try makeProc([
      (4242, "cheese", ["/dev/null", "/dev/video99", "/dev/video99"]), (77, "OBS studio", ["/dev/video99"]),
      (5, "other", ["/dev/video9", "socket:[1]"]), (getpid(), "self", ["/dev/video99"]), (6, nil, ["/dev/video99"]), (8, "idle", []),
    ])
    defer { try? FileManager.default.removeItem(atPath: proc) }
    let expected = [
      CameraHolder(pid: 6, name: "a program"), CameraHolder(pid: 77, name: "OBS studio"), CameraHolder(pid: 4242, name: "cheese"),
    ]
    #expect(CameraHolder.holders(of: "/dev/video99", proc: proc) == expected)
    #expect(CameraHolder.holders(of: "/dev/video98", proc: proc).isEmpty)
    #expect(CameraHolder.holders(of: "/dev/video99", proc: proc + "-that-is-not-there").isEmpty)
  }

  @Test(
    "The search for them has the capability that programs of the session have, if the service manager can give it",
    arguments: [
      ("0000000800000000", ["--property=AmbientCapabilities=CAP_WAKE_ALARM"]), ("0000000000000000", []),
      ("000001ffffffffff", ["--property=AmbientCapabilities=CAP_WAKE_ALARM"]), ("0000000400000000", []), ("nothing", []),
    ])
  func capabilities(permitted: String, options: [String]) throws {
    let proc = try makeProc([(9, "systemd", [])])
    defer { try? FileManager.default.removeItem(atPath: proc) }
    try Data("Name:\tsystemd\nCapInh:\t0000000800000000\nCapPrm:\t\(permitted)\n".utf8).write(to: URL(fileURLWithPath: "\(proc)/9/status"))
    #expect(SessionCapabilities.options(ofManager: 9, proc: proc) == options)
    #expect(SessionCapabilities.options(ofManager: 10, proc: proc).isEmpty)
  }

  @Test("A real process is found by a link to the file that it has open")
  func realProcess() throws {
    let folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath().appendingPathComponent("held-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("device")
    try Data().write(to: file)
    let link = folder.appendingPathComponent("link")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sleep")
    process.arguments = ["60"]
    process.standardInput = try FileHandle(forReadingFrom: file)
    try process.run()
    defer { process.terminate() }
    #expect(CameraHolder.holders(of: link.path) == [CameraHolder(pid: process.processIdentifier, name: "sleep")])
  }

  @Test("A camera is streaming if the driver answers a request for zero buffers, or opening, with EBUSY")
  func streaming() {
    for (node, expected) in [
      (FakeNode(), false), (FakeNode(failures: [.requestBuffers: EBUSY]), true), (FakeNode(openErrno: EBUSY), true),
      (FakeNode(openErrno: ENOENT), false),
    ] {
      let driver = FakeDriver(node)
      #expect(CameraDevice.isStreaming(FakeDriver.path, calls: driver.calls) == expected)
      #expect(driver.isAllReturned)
    }
  }

  private func busy(_ node: FakeNode, holders: [CameraHolder]) -> String {
    let driver = FakeDriver(node)
    let error = #expect(throws: CameraError.self) {
      _ = try V4L2Camera(CameraDevice.find("/dev/video0", calls: driver.calls), calls: driver.calls)
    }
    #expect(error?.code == .busy)
    #expect(driver.isAllReturned)
    #expect(error?.busyDevice == "/dev/video0")
    return error?.naming(holders).description ?? ""
  }

  private static let cheese = CameraHolder(pid: 4242, name: "cheese")

  @Test(
    "The holder of a busy camera is named, whichever request the driver refuses",
    arguments: [V4L2Request.setFormat, .requestBuffers, .queueBuffer, .streamOn])
  func named(_ request: V4L2Request) {
    let message = busy(FakeNode(failures: [request: EBUSY]), holders: [Self.cheese])
    #expect(message.hasPrefix("/dev/video0 (Fake Camera) ") && message.contains("cheese (process 4242)"))
  }

  @Test("The holder is also named if opening is refused, if libv4l2 is refused, and if there are several")
  func otherWays() {
    #expect(busy(FakeNode(openErrno: EBUSY), holders: [Self.cheese]).contains("cheese (process 4242)"))
    #expect(busy(FakeNode(conversionErrno: EBUSY), holders: [Self.cheese]).contains("cheese (process 4242)"))
    let both = busy(FakeNode(failures: [.streamOn: EBUSY]), holders: [CameraHolder(pid: 7, name: "obs"), Self.cheese])
    #expect(both.contains("obs (process 7)") && both.contains("cheese (process 4242)"))
  }

  @Test("Until the holder is known, the message has a command that names it; other errors do not")
  func unnamed() {
    let driver = FakeDriver(FakeNode(failures: [.streamOn: EBUSY]))
    let error = #expect(throws: CameraError.self) {
      _ = try V4L2Camera(CameraDevice.find("/dev/video0", calls: driver.calls), calls: driver.calls)
    }
    #expect(error?.description.contains("`swipectl cameras`") == true)
    #expect(CameraError(.failed, "no").naming([Self.cheese]).description == "no")
  }

  @Test("A holder that is not visible belongs to another user, and the fix uses sudo")
  func unseen() {
    let message = busy(FakeNode(failures: [.streamOn: EBUSY]), holders: [])
    #expect(message.contains("another user") && message.contains("`sudo fuser -v /dev/video0`"))
  }
}
