import Desktop
import Foundation
import Glibc
import Testing

/// One at a time: some count what a watch leaves behind.
@Suite("Watching the desktop", .serialized)
enum WatchTests {}

extension WatchTests {
  @Suite("Device nodes")
  struct DeviceTests {
    private let inbox = Inbox()
    private let folder = TestFolder()

    /// The address of no bus, as in a container.
    private func watch() -> DesktopWatch {
      DesktopWatch(
        folder: folder.path, login: LoginPlace(bus: "unix:path=\(folder.path)/bus"), log: { [inbox] in inbox.add($0) },
        event: { [inbox] in inbox.add($0) })
    }

    @Test("A camera that appears right after the start is reported once, after its permissions are set")
    func appears() {
      let watch = watch()
      watch.start()
      folder.make("video0")
      folder.permit("video0", 0o660)
      folder.permit("video0", 0o666)
      #expect(inbox.wait { $0.deviceEvents == [.camerasChanged] })
      folder.permit("video0", 0o600)
      #expect(inbox.wait { $0.deviceEvents == [.camerasChanged, .camerasChanged] })
      watch.stop()
      #expect(inbox.deviceEvents.count == 2)
    }

    @Test("Changed permissions of uinput and a camera that disappears are reported")
    func changes() {
      for name in ["uinput", "video4"] { folder.make(name) }
      let watch = watch()
      watch.start()
      defer { watch.stop() }
      folder.permit("uinput", 0o666)
      #expect(inbox.wait { $0.deviceEvents == [.uinputChanged] })
      folder.remove("video4")
      #expect(inbox.wait { $0.deviceEvents == [.uinputChanged, .camerasChanged] })
    }

    @Test("Cameras and uinput are watched, other devices are not")
    func names() {
      for name in ["video0", "video12"] { #expect(WatchedDevice(name) == .camera) }
      #expect(WatchedDevice("uinput") == .uinput)
      for name in ["", "null", "tty3", "uinput0", "v4l-subdev0", "media0", "vbi0"] { #expect(WatchedDevice(name) == nil) }
    }

    @Test("A missing bus and a missing folder of devices are logged in one line each, and the watch can be stopped")
    func nothingToWatch() {
      let inbox = inbox
      let watch = DesktopWatch(
        folder: "/nonexistent", login: LoginPlace(bus: "unix:path=/nonexistent/bus"), log: { inbox.add($0) }, event: { inbox.add($0) })
      watch.start()
      #expect(inbox.wait { $0.lines.count == 2 })
      watch.stop()
      #expect(inbox.deviceEvents.isEmpty && inbox.news == [.session(.unwatched)])
      for (line, thing) in zip(inbox.lines, ["/nonexistent ", "unix:path=/nonexistent/bus"]) {
        #expect(line.contains(thing) && line.contains("No such file or directory"))
      }
    }

    @Test("A watch can be stopped before its start, twice, and started again")
    func restarts() {
      let watch = watch()
      watch.stop()
      for round in 1...5 {
        watch.start()
        watch.start()
        folder.make("video0")
        #expect(inbox.wait { $0.deviceEvents.count == 2 * round - 1 })
        folder.remove("video0")
        #expect(inbox.wait { $0.deviceEvents.count == 2 * round })
        watch.stop()
        watch.stop()
      }
    }

    @Test("A stop takes milliseconds, and leaves neither thread nor descriptor")
    func stops() throws {
      var stops: [Int] = []
      for _ in 1...50 {
        let watch = watch()
        watch.start()
        #expect(try inotifyDescriptors(watching: folder.path) == 1)
        let start = monotonicMs()
        watch.stop()
        stops.append(monotonicMs() - start)
        #expect(try watchingThreads() == 0 && inotifyDescriptors(watching: folder.path) == 0)
      }
      // Most of it is the kernel, which lets go of an inotify watch in some 10 ms; a busy machine may take longer now and then.
      #expect(stops.sorted()[stops.count / 2] < 50)
    }
  }
}

/// How many threads of this process have the watch's name.
private func watchingThreads() throws -> Int {
  try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")
    .count { (try? String(contentsOfFile: "/proc/self/task/\($0)/comm", encoding: .utf8)) == "desktop\n" }
}

/// How many inotify descriptors of this process watch a folder. Other tests, which run at the same time, have some of their own.
private func inotifyDescriptors(watching folder: String) throws -> Int {
  let inode = try #require(try FileManager.default.attributesOfItem(atPath: folder)[.systemFileNumber] as? Int)
  let mark = " ino:\(String(inode, radix: 16)) "
  return try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fdinfo")
    .count { (try? String(contentsOfFile: "/proc/self/fdinfo/\($0)", encoding: .utf8))?.contains(mark) == true }
}
