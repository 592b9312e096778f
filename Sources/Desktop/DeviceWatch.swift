import CSystemd

/// Watches for cameras and uinput that come or go, or that somebody else may open than before. One thread.
///
/// udev tells when it is done with a device. The folder of the nodes tells besides: of the permissions that logind gives and
/// takes when users take turns, without a word of udev's; and of everything where udev's word does not arrive: in a
/// container, or in a user namespace, where older versions of libsystemd cannot see that the sender is root.
final class DeviceWatch {
  /// A new node's owner and its permissions are set one after the other; nobody should try to open it in between.
  private static let settlingMs: UInt64 = 100

  private let changed: () -> Void
  private var settling: EventSource?
  private var nodes: EventSource?
  private var monitor: DeviceMonitor?

  init(folder: String, on loop: borrowing EventLoop, log: (String) -> Void, changed: @escaping () -> Void) {
    self.changed = changed
    do {
      settling = try loop.timer { changed() }
      nodes = try loop.watch(folder: folder, for: IN_ATTRIB | IN_CREATE | IN_DELETE) { [unowned self] name in
        if name.map(isWatchedDevice) ?? true { settling?.arm(afterMilliseconds: Self.settlingMs) }
      }
    } catch {
      log("cannot watch \(folder) (\(error)): permissions that come or go at a switch of users are not noticed; restart swiped then")
    }
    do {
      monitor = try .start(["video4linux", "misc"], on: loop) { [unowned self] name in
        guard isWatchedDevice(name) else { return }
        settling?.disarm()
        changed()
      }
    } catch {
      log("cannot hear udev (\(error)): only \(folder) tells of cameras that come or go; check that swiped may use netlink sockets")
    }
  }
}

/// Whether a device is a camera or uinput, by the name that it has in the kernel and in /dev.
package func isWatchedDevice(_ name: String) -> Bool { name.hasPrefix("video") || name == "uinput" }

/// Owner of a socket on which udev tells of devices that it is done with.
struct DeviceMonitor: ~Copyable {
  private let handle: OpaquePointer
  private let handler: Handler<String>

  /// From here on nothing is missed.
  ///
  /// - Parameter body: takes a device's name in the kernel, `video0`.
  static func start(
    _ subsystems: [String], on loop: borrowing EventLoop, _ body: @escaping (String) -> Void
  ) throws(SystemError) -> DeviceMonitor {
    var created: OpaquePointer?
    try SystemError.check(sd_device_monitor_new(&created))
    let monitor = DeviceMonitor(handle: created!, handler: Handler(body))
    for subsystem in subsystems {
      try SystemError.check(sd_device_monitor_filter_add_match_subsystem_devtype(created, subsystem, nil))
    }
    try SystemError.check(sd_device_monitor_attach_event(created, loop.handle))
    let result = sd_device_monitor_start(
      created,
      { _, device, userdata in
        var name: UnsafePointer<CChar>?
        if sd_device_get_sysname(device, &name) >= 0, let name {
          Unmanaged<Handler<String>>.fromOpaque(userdata!).takeUnretainedValue().body(String(cString: name))
        }
        return 0
      }, Unmanaged.passUnretained(monitor.handler).toOpaque())
    try SystemError.check(result)
    return monitor
  }

  // The handler is kept until the monitor, which knows it, is gone.
  deinit { withExtendedLifetime(handler) { _ = sd_device_monitor_unref(handle) } }
}
