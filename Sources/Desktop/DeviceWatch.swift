import CSystemd
import DBus
import SystemPackage

/// Watches for cameras and uinput that come or go, or whose permissions change. One thread.
///
/// udev sends an event when a device is ready. The directory of the nodes is watched as well: when users switch, logind changes
/// permissions without an event of udev; and in a container or a user namespace, where older versions of libsystemd cannot see
/// that the sender is root, udev's events do not arrive.
final class DeviceWatch {
  /// A new node gets its owner and its permissions one after the other; opening it in between would fail.
  private static let settlingMs: UInt64 = 100

  private let changed: (WatchedDevice) -> Void
  /// What has changed, and is reported once it has settled.
  private var unsettled: Set<WatchedDevice> = []
  private var settling: EventSource?
  private var nodes: EventSource?
  private var monitor: DeviceMonitor?

  init(folder: String, on loop: borrowing EventLoop, log: (String) -> Void, changed: @escaping (WatchedDevice) -> Void) {
    self.changed = changed
    do {
      settling = try loop.timer { [unowned self] in
        for device in WatchedDevice.allCases where unsettled.remove(device) != nil { changed(device) }
      }
      nodes = try loop.watch(folder: folder, for: IN_ATTRIB | IN_CREATE | IN_DELETE) { [unowned self] name in
        // Without a name, events were lost.
        let devices = name.map { WatchedDevice($0).map { [$0] } ?? [] } ?? WatchedDevice.allCases
        guard !devices.isEmpty else { return }
        unsettled.formUnion(devices)
        settling?.arm(afterMilliseconds: Self.settlingMs)
      }
    } catch {
      log("cannot watch \(folder) (\(error)): changes of permissions when users switch are not noticed; restart swiped after such a switch")
    }
    do {
      monitor = try .start(["video4linux", "misc"], on: loop) { [unowned self] name in
        guard let device = WatchedDevice(name) else { return }
        unsettled.remove(device)
        changed(device)
      }
    } catch {
      log("cannot receive udev events (\(error)): only \(folder) shows cameras that come or go; allow swiped to use netlink sockets")
    }
  }
}

/// What is watched.
package enum WatchedDevice: CaseIterable, Sendable {
  case camera, uinput

  /// - Parameter name: the name that a device has in the kernel and in /dev.
  package init?(_ name: String) {
    if name.hasPrefix("video") { self = .camera } else if name == "uinput" { self = .uinput } else { return nil }
  }
}

/// The owner of a socket on which udev reports devices that are ready.
struct DeviceMonitor: ~Copyable {
  private let handle: OpaquePointer
  private let handler: Handler<String>

  /// Starts to listen. No event after this is missed.
  ///
  /// - Parameter body: receives the device's kernel name, such as `video0`.
  static func start(
    _ subsystems: [String], on loop: borrowing EventLoop, _ body: @escaping (String) -> Void
  ) throws(Errno) -> DeviceMonitor {
    var created: OpaquePointer?
    try Errno.check(sd_device_monitor_new(&created))
    let monitor = DeviceMonitor(handle: created!, handler: Handler(body))
    for subsystem in subsystems {
      try Errno.check(sd_device_monitor_filter_add_match_subsystem_devtype(created, subsystem, nil))
    }
    try Errno.check(sd_device_monitor_attach_event(created, loop.handle))
    let result = sd_device_monitor_start(
      created,
      { _, device, userdata in
        var name: UnsafePointer<CChar>?
        if sd_device_get_sysname(device, &name) >= 0, let name {
          Unmanaged<Handler<String>>.fromOpaque(userdata!).takeUnretainedValue().body(String(cString: name))
        }
        return 0
      }, Unmanaged.passUnretained(monitor.handler).toOpaque())
    try Errno.check(result)
    return monitor
  }

  // The monitor calls the handler, so the handler must outlive it.
  deinit { withExtendedLifetime(handler) { _ = sd_device_monitor_unref(handle) } }
}
