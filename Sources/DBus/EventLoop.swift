import CSystemd
import Glibc
import Platform
import SystemPackage

/// A closure as the userdata of a C callback.
package final class Handler<Argument> {
  package let body: (Argument) -> Void

  package init(_ body: @escaping (Argument) -> Void) { self.body = body }
}

/// The owner of a reference to an event loop, which ends with its last reference. One thread at a time.
package struct EventLoop: ~Copyable {
  package let handle: OpaquePointer

  package init() throws(Errno) {
    var handle: OpaquePointer?
    try Errno.check(sd_event_new(&handle))
    self.handle = handle!
  }

  /// Another reference to the same loop.
  package init(sharing other: borrowing EventLoop) { handle = sd_event_ref(other.handle) }

  deinit { sd_event_unref(handle) }

  /// Handles events until one of them ends the loop.
  package func run() { sd_event_loop(handle) }

  /// Handles events until a condition holds, or a time has come.
  ///
  /// - Parameter deadlineNs: in ns of CLOCK_MONOTONIC.
  package func run(untilNs deadlineNs: UInt64, or isDone: () -> Bool) {
    while !isDone() {
      let now = monotonicNs()
      guard now < deadlineNs, sd_event_run(handle, (deadlineNs - now) / 1000 + 1) >= 0 else { return }
    }
  }

  /// Ends the loop as soon as a descriptor can be read.
  package func endOnReadable(_ descriptor: Int32) throws(Errno) -> EventSource {
    try watch(descriptor) { [handle] in _ = sd_event_exit(handle, 0) }
  }

  /// Calls `body` whenever a descriptor is readable.
  package func watch(_ descriptor: Int32, _ body: @escaping () -> Void) throws(Errno) -> EventSource {
    let userdata = Unmanaged.passRetained(Handler(body))
    var source: OpaquePointer?
    let result = sd_event_add_io(
      handle, &source, descriptor, EPOLLIN.rawValue,
      { _, _, _, userdata in
        Unmanaged<Handler<Void>>.fromOpaque(userdata!).takeUnretainedValue().body(())
        return 0
      }, userdata.toOpaque())
    return try EventSource(source, result, userdata)
  }

  /// Handles what happens to the files of a folder.
  ///
  /// - Parameter body: takes a file's name, or nil if the kernel lost count of what happened.
  package func watch(folder: String, for mask: Int32, _ body: @escaping (String?) -> Void) throws(Errno) -> EventSource {
    let userdata = Unmanaged.passRetained(Handler(body))
    var source: OpaquePointer?
    let result = sd_event_add_inotify(
      handle, &source, folder, UInt32(mask | IN_ONLYDIR),
      { _, event, userdata in
        // The name follows the fixed part, ended by a zero.
        let name = UnsafeRawPointer(event! + 1).assumingMemoryBound(to: CChar.self)
        Unmanaged<Handler<String?>>.fromOpaque(userdata!).takeUnretainedValue()
          .body(event!.pointee.len > 0 ? String(cString: name) : nil)
        return 0
      }, userdata.toOpaque())
    return try EventSource(source, result, userdata)
  }

  /// Creates a timer that is not armed yet. It may fire a millisecond late.
  package func timer(_ body: @escaping () -> Void) throws(Errno) -> EventSource {
    let userdata = Unmanaged.passRetained(Handler(body))
    var source: OpaquePointer?
    let result = sd_event_add_time_relative(
      handle, &source, CLOCK_MONOTONIC, 0, 1000,
      { _, _, userdata in
        Unmanaged<Handler<Void>>.fromOpaque(userdata!).takeUnretainedValue().body(())
        return 0
      }, userdata.toOpaque())
    let timer = try EventSource(source, result, userdata)
    timer.disarm()
    return timer
  }
}

/// The owner of an event source; its handler is not called after it ends.
package struct EventSource: ~Copyable {
  private let handle: OpaquePointer

  fileprivate init<Argument>(_ handle: OpaquePointer?, _ result: Int32, _ userdata: Unmanaged<Handler<Argument>>) throws(Errno) {
    guard result >= 0, let handle else {
      userdata.release()
      throw Errno(rawValue: -result)
    }
    sd_event_source_set_destroy_callback(handle) { Unmanaged<AnyObject>.fromOpaque($0!).release() }
    self.handle = handle
  }

  deinit { sd_event_source_disable_unref(handle) }

  /// Arms a timer to fire once. A timer that is already armed starts again.
  package func arm(afterMilliseconds milliseconds: UInt64) {
    sd_event_source_set_time_relative(handle, milliseconds * 1000)
    sd_event_source_set_enabled(handle, Int32(SD_EVENT_ONESHOT))
  }

  package func disarm() { sd_event_source_set_enabled(handle, Int32(SD_EVENT_OFF)) }
}

extension Errno {
  /// Throws the error of a failed call to libsystemd, which returns negated error numbers.
  ///
  /// - Returns: the result of a call that succeeded.
  @discardableResult
  package static func check(_ result: Int32) throws(Errno) -> Int32 {
    guard result < 0 else { return result }
    throw Errno(rawValue: -result)
  }
}
