import Glibc
import SystemPackage

/// Notices when any process opens or closes a file, such as a device node (inotify(7)).
package struct OpenWatch: ~Copyable {
  package enum Event: Sendable, Equatable {
    case opened, closed
    /// The file was removed; no more events come.
    case removed
  }

  private let queue: OwnedDescriptor

  /// - Throws: `Errno`: no such file, it may not be read, or no descriptor or watch is free.
  package init(_ path: String) throws(Errno) { try self.init(path, IN_OPEN | IN_CLOSE_WRITE | IN_CLOSE_NOWRITE) }

  /// Watches for files that appear in a folder: the descriptor is readable when one has. None of them is an event.
  ///
  /// - Throws: `Errno`: no such folder, it may not be read, or no descriptor or watch is free.
  package init(appearingIn folder: String) throws(Errno) { try self.init(folder, IN_CREATE | IN_MOVED_TO) }

  private init(_ path: String, _ mask: Int32) throws(Errno) {
    let queue = try OwnedDescriptor { inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC)) }
    let number = queue.number
    try systemCall { inotify_add_watch(number, path, UInt32(mask)) }
    self.queue = queue
  }

  /// A descriptor that is readable while there are events.
  package var descriptor: Int32 { queue.number }

  /// Takes the events that have come so far, oldest first.
  ///
  /// The kernel merges an event with the previous one if that is the same and has not been taken, so that counting events only gives
  /// an estimate.
  package func takeEvents() -> [Event] {
    var events: [Event] = []
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: MemoryLayout<inotify_event>.alignment) { memory in
      while let count = try? queue.read(into: memory), count > 0 {
        var offset = 0
        while offset + MemoryLayout<inotify_event>.size <= count {
          let event = memory.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
          if let event = Event(mask: event.mask) { events.append(event) }
          offset += MemoryLayout<inotify_event>.size + Int(event.len)
        }
      }
    }
    return events
  }
}

extension OpenWatch.Event {
  fileprivate init?(mask: UInt32) {
    if mask & UInt32(IN_OPEN) != 0 {
      self = .opened
    } else if mask & UInt32(IN_CLOSE_WRITE | IN_CLOSE_NOWRITE) != 0 {
      self = .closed
    } else if mask & UInt32(IN_IGNORED) != 0 {
      self = .removed
    } else {
      return nil
    }
  }
}
