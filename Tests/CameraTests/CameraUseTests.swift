import CV4L2
import Camera
import Foundation
import Glibc
import TestTime
import Testing

@Suite("The programs that use a camera")
struct CameraUseTests {
  /// The graph of a PipeWire with a camera for each node, of which the first is captured by two programs.
  private static func graph(_ properties: String = "\"api.v4l2.path\": \"/dev/video0\",") -> [UInt8] {
    Array(
      """
      [{"id": 0, "type": "PipeWire:Interface:Core", "version": 4, "info": {"cookie": 1, "props": {"core.daemon": true}}},
      {"id": 29, "type": "PipeWire:Interface:Metadata", "metadata": []},
      {"id": 31, "type": "PipeWire:Interface:Client", "info": {"props": {
        "application.name": "WirePlumber", "application.process.id": 700, "pipewire.sec.pid": 700}}},
      {"id": 36, "type": "PipeWire:Interface:Node", "info": {"state": "running", "error": null, "props": {
        \(properties) "client.id": 31, "media.class": "Video/Source", "media.role": "Camera", "node.name": "camera"}}},
      {"id": 37, "type": "PipeWire:Interface:Node", "info": {"props": {
        "api.v4l2.path": "/dev/video2", "client.id": 31, "media.class": "Video/Source", "media.role": "Camera"}}},
      {"id": 35, "type": "PipeWire:Interface:Node", "info": {"props": {
        "client.id": 31, "media.class": "Video/Source", "node.name": "a shared screen"}}},
      {"id": 38, "type": "PipeWire:Interface:Client", "info": {"props": {
        "application.name": "Firefox", "application.process.binary": "firefox-esr", "application.process.id": "4242"}}},
      {"id": 39, "type": "PipeWire:Interface:Client", "info": {"props": {"application.name": "Cheese", "pipewire.sec.pid": 4243}}},
      {"id": 40, "type": "PipeWire:Interface:Client", "info": {"props": {"application.name": "OBS", "application.process.id": 5000}}},
      {"id": 41, "type": "PipeWire:Interface:Node", "info": {"props": {"client.id": 38, "media.class": "Stream/Input/Video"}}},
      {"id": 42, "type": "PipeWire:Interface:Node", "info": {"props": {"client.id": 39}}},
      {"id": 43, "type": "PipeWire:Interface:Node", "info": {"props": {"client.id": 40}}},
      {"id": 50, "type": "PipeWire:Interface:Link", "info": {"output-node-id": 36, "input-node-id": 41, "state": "active"}},
      {"id": 51, "type": "PipeWire:Interface:Link", "info": {"output-node-id": 36, "input-node-id": 42, "state": "active"}},
      {"id": 52, "type": "PipeWire:Interface:Link", "info": {"output-node-id": 37, "input-node-id": 43, "state": "active"}},
      {"id": 53, "type": "PipeWire:Interface:Link", "info": {"output-node-id": 35, "input-node-id": 43, "state": "active"}}]
      """.utf8)
  }
  private static let clients = [
    CameraHolder(pid: 4242, name: "firefox-esr", through: "PipeWire"), CameraHolder(pid: 4243, name: "Cheese", through: "PipeWire"),
  ]

  @Test("PipeWire's graph names the programs that it captures for from a camera")
  func clients() throws {
    let graph = try #require(PipeWireGraph(Self.graph()))
    #expect(graph.clients(of: "/dev/video0") == Self.clients)
    #expect(graph.clients(of: "/dev/video2") == [CameraHolder(pid: 5000, name: "OBS", through: "PipeWire")])
    #expect(graph.clients(of: "/dev/video4").isEmpty)
  }

  @Test("A camera of the graph without a device node, as libcamera's, may be the one")
  func nodeless() throws {
    #expect(try #require(PipeWireGraph(Self.graph(""))).clients(of: "/dev/video0") == Self.clients)
  }

  @Test("What is not a graph is none", arguments: ["", "{}", "[1]", "[{\"id\": 1}]", "no PipeWire"])
  func noGraph(text: String) { #expect(PipeWireGraph(Array(text.utf8)) == nil) }

  @Test("The programs behind PipeWire are named in its place")
  func behindPipeWire() {
    let driver = FakeDriver()
    driver.state.withLock {
      $0.holders[FakeDriver.path] = [CameraHolder(pid: 600, name: "pipewire"), CameraHolder(pid: 700, name: "wireplumber")]
    }
    let use = CameraUse.find(FakeDriver.path, calls: driver.calls, dump: { Self.graph() })
    #expect(use == CameraUse(holders: Self.clients, isUsed: true))
    #expect(use.holders[0].label.contains("firefox-esr (process 4242"))
    #expect(CameraError(.busy, "x").naming(use.holders).holders.isEmpty, "only of an error that names the camera")
  }

  @Test("A link to the device node is the same camera")
  func link() {
    let driver = FakeDriver([FakeDriver.path: FakeNode()], links: [("usb-cam", FakeDriver.path)])
    let link = "/dev/v4l/by-id/usb-cam"
    driver.state.withLock { $0.holders[link] = [CameraHolder(pid: 600, name: "pipewire")] }
    #expect(CameraUse.find(link, calls: driver.calls, dump: { Self.graph() }) == CameraUse(holders: Self.clients, isUsed: true))
  }

  @Test(
    "Of a pw-dump that hangs, writes without end, or writes no graph, only the time is lost", .long(seconds: 3),
    arguments: [
      "exec sleep 1000", "trap '' TERM; while :; do sleep 1; done", "yes '[{'", "head -c 100000000 /dev/zero",
      "head -c 100000000 /dev/urandom",
      "exit 0", "echo '[]'; exit 1", "kill -9 $$", "yes '[' | head -n 100000", "exec >&-; sleep 1000",
    ])
  func hostileDump(script: String) {
    let driver = FakeDriver(FakeNode(failures: [.requestBuffers: EBUSY]))
    let holders = [CameraHolder(pid: 600, name: "pipewire")]
    driver.state.withLock { $0.holders[FakeDriver.path] = holders }
    let use = CameraUse.find(FakeDriver.path, calls: driver.calls) { PipeWireGraph.dump(["sh", "-c", script], within: .seconds(1)) }
    #expect(use == CameraUse(holders: holders, isUsed: true))
  }

  @Test("A program of another user that streams is not called by the name of PipeWire, which only has the camera open")
  func otherUser() throws {
    let driver = FakeDriver(FakeNode(failures: [.requestBuffers: EBUSY]))
    driver.state.withLock {
      $0.holders[FakeDriver.path] = [CameraHolder(pid: 600, name: "pipewire"), CameraHolder(pid: 700, name: "wireplumber")]
    }
    let dump = { Self.graph("\"api.v4l2.path\": \"/dev/video8\",") }
    #expect(CameraUse.find(FakeDriver.path, calls: driver.calls, dump: dump) == CameraUse(holders: [], isUsed: true))
  }

  @Test("Cameras are listed with the programs behind PipeWire, asked for once")
  func listed() throws {
    let driver = FakeDriver(["/dev/video0": FakeNode(), "/dev/video2": FakeNode(), "/dev/video4": FakeNode()])
    let (pipeWire, manager) = (CameraHolder(pid: 600, name: "pipewire"), CameraHolder(pid: 700, name: "wireplumber"))
    driver.state.withLock { state in
      for path in state.nodes.keys { state.holders[path] = [pipeWire, manager, CameraHolder(pid: 42, name: "swiped")] }
    }
    var dumps = 0
    let list = CameraListing.all(CameraSystems(v4l2: driver.calls)) {
      dumps += 1
      return Self.graph()
    }
    #expect(dumps == 1)
    #expect(
      list.map { $0.holders.map(\.name) } == [
        ["firefox-esr", "Cheese", "swiped"], ["OBS", "swiped"], ["pipewire", "wireplumber", "swiped"],
      ])
  }

  @Test("Without pw-dump, PipeWire itself is named")
  func withoutDump() {
    let driver = FakeDriver(FakeNode(failures: [.requestBuffers: EBUSY]))
    let holders = [CameraHolder(pid: 600, name: "pipewire")]
    driver.state.withLock { $0.holders[FakeDriver.path] = holders }
    #expect(CameraUse.find(FakeDriver.path, calls: driver.calls, dump: { nil }) == CameraUse(holders: holders, isUsed: true))
  }

  @Test(
    "A camera is used unless only services have it open, and none streams",
    arguments: [
      ([], false, false), (["pipewire"], false, false), (["wireplumber", "pipewire"], false, false), (["pipewire"], true, true),
      ([], true, true), (["v4l2-ctl"], true, true), (["v4l2-ctl"], false, false), (["cheese"], false, true),
      (["pipewire", "cheese"], false, true),
    ] as [([String], Bool, Bool)])
  func isUsed(names: [String], streams: Bool, expected: Bool) {
    let driver = FakeDriver(FakeNode(failures: streams ? [.requestBuffers: EBUSY] : [:]))
    let holders = names.enumerated().map { CameraHolder(pid: Int32($0.offset + 10), name: $0.element) }
    driver.state.withLock { $0.holders[FakeDriver.path] = holders + [CameraHolder(pid: 9, name: "swiped")] }
    let use = CameraUse.find(FakeDriver.path, except: 9, calls: driver.calls, dump: { nil })
    #expect(use == CameraUse(holders: holders, isUsed: expected))
    #expect(driver.isAllReturned)
  }
}

@Suite("A program that opens cameras only to query them")
struct CameraProbersTests {
  private struct FakeProcess {
    var pid: Int32
    var comm: String
    /// In s after the boot.
    var startedS = 1000.0
    var arguments: [String] = []
    /// Nil: not visible.
    var files: [String]?
  }

  /// - Returns: whether one has just opened the camera, 1001 s after the boot.
  private func isQuery(_ processes: [FakeProcess], isQueriedByUdev: Bool = true) throws -> Bool {
    let root = FileManager.default.temporaryDirectory.appendingPathComponent("probers-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: root) }
    for process in processes {
      let folder = "\(root)/\(process.pid)"
      try FileManager.default.createDirectory(atPath: "\(folder)/fd", withIntermediateDirectories: true)
      let ticks = Int(process.startedS * Double(sysconf(Int32(_SC_CLK_TCK))))
      let zeros = Array(repeating: "0", count: 18).joined(separator: " ")
      for (name, text) in [
        ("comm", process.comm + "\n"), ("stat", "\(process.pid) (\(process.comm)) S \(zeros) \(ticks) 0 0\n"),
        ("cmdline", ([process.comm] + process.arguments).map { $0 + "\0" }.joined()),
      ] { try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)")) }
      for (number, file) in (process.files ?? []).enumerated() { try #require(symlink(file, "\(folder)/fd/\(number)") == 0) }
    }
    return CameraProbers.haveJustOpened("/dev/video99", at: 1_001_000_000_000, proc: root, isQueriedByUdev: { _ in isQueriedByUdev })
  }

  @Test(
    "is known by its name, if it has just started",
    arguments: [
      ("v4l2-ctl", 1000.5, true), ("v4l_id", 1000.9, true), ("(udev-worker)", 1000.0, true), ("swiped", 1000.0, true),
      ("v4l2-ctl", 990.0, false), ("ffmpeg", 1000.9, false), ("v4l2-ctl) S 1", 1000.9, false),
    ])
  func started(name: String, startedS: Double, expected: Bool) throws {
    #expect(
      try isQuery([FakeProcess(pid: 500, comm: name, startedS: startedS), FakeProcess(pid: 4, comm: "init", startedS: 1)]) == expected)
  }

  @Test("is also known if its open files are visible, however long it has run, unless another program has the camera open too")
  func visible() throws {
    let wireplumber = FakeProcess(pid: 700, comm: "wireplumber", startedS: 20, files: ["/dev/null", "/dev/video99"])
    #expect(try isQuery([wireplumber]))
    #expect(try !isQuery([wireplumber, FakeProcess(pid: 900, comm: "cheese", files: ["/dev/video99"])]))
    #expect(try !isQuery([FakeProcess(pid: 700, comm: "wireplumber", startedS: 20, files: ["/dev/video98"])]))
  }

  @Test("is not v4l2-ctl when it captures", arguments: ["--stream-mmap", "--stream-mmap=3", "--stream-user"])
  func capture(argument: String) throws {
    #expect(try !isQuery([FakeProcess(pid: 500, comm: "v4l2-ctl", arguments: ["-d", "/dev/video99", argument])]))
    #expect(try isQuery([FakeProcess(pid: 500, comm: "v4l2-ctl", arguments: ["-d", "/dev/video99", "--all"])]))
  }

  @Test("is not a worker of udev that queries another device, such as the keyboard that swiped makes")
  func udevWorker() throws {
    for name in ["(udev-worker)", "systemd-udevd"] {
      #expect(try !isQuery([FakeProcess(pid: 500, comm: name)], isQueriedByUdev: false))
      #expect(try isQuery([FakeProcess(pid: 499, comm: "v4l_id"), FakeProcess(pid: 500, comm: name)], isQueriedByUdev: false))
    }
  }

  @Test("is swipectl only for a command that queries cameras")
  func commands() throws {
    for (command, expected) in [
      ("cameras", true), ("doctor", true), ("setup", true), ("open", true), ("demo", true), ("camera-use", true), ("watch", false),
    ] {
      #expect(try isQuery([FakeProcess(pid: 500, comm: "swipectl", arguments: [command])]) == expected)
    }
  }

  @Test("is unknown without processes")
  func nothing() throws { #expect(try !isQuery([])) }
}

@Suite("What udev has saved of a device")
struct UdevRecordTests {
  @Test("is new for two seconds", arguments: [(0.0, true), (-1, true), (-60, false)])
  func age(seconds: Double, expected: Bool) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("udev-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for (node, number) in [("video98", "81:8\n"), ("video99", "81:9\n")] {
      try FileManager.default.createDirectory(atPath: "\(folder)/class/video4linux/\(node)", withIntermediateDirectories: true)
      try Data(number.utf8).write(to: URL(fileURLWithPath: "\(folder)/class/video4linux/\(node)/dev"))
    }
    try Data().write(to: URL(fileURLWithPath: "\(folder)/c81:9"))
    try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSinceNow: seconds)], ofItemAtPath: "\(folder)/c81:9")
    #expect(UdevRecord.isNew(of: "/dev/video99", in: folder, sys: folder) == expected)
    // Of which it has saved nothing, and that is none.
    #expect(!UdevRecord.isNew(of: "/dev/video98", in: folder, sys: folder))
    #expect(!UdevRecord.isNew(of: "/dev/video97", in: folder, sys: folder))
  }
}

@Suite("The number of open devices of a driver")
struct DriverUseTests {
  /// A sysfs with a camera whose driver is a module with this number of references; nil: it is not a module.
  private func isUnused(_ count: String?) throws -> Bool {
    let root = FileManager.default.temporaryDirectory.resolvingSymlinksInPath().appendingPathComponent("sys-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: root) }
    try FileManager.default.createDirectory(atPath: "\(root)/class/video4linux/video99/device/driver", withIntermediateDirectories: true)
    if let count {
      try FileManager.default.createDirectory(atPath: "\(root)/module/uvcvideo", withIntermediateDirectories: true)
      try Data("\(count)\n".utf8).write(to: URL(fileURLWithPath: "\(root)/module/uvcvideo/refcnt"))
      try #require(symlink("\(root)/module/uvcvideo", "\(root)/class/video4linux/video99/device/driver/module") == 0)
    }
    return DriverUse(of: "/dev/video99", sys: root).isUnused
  }

  @Test("proves that nobody has a camera open only if it is zero")
  func count() throws {
    #expect(try isUnused("0"))
    #expect(try !isUnused("1"))
    #expect(try !isUnused("-1"))
    #expect(try !isUnused(nil))
  }
}
