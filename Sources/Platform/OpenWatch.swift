import Glibc
import SystemPackage

/// Notices when any process opens or closes a file, such as a device node (inotify(7)).
package struct OpenWatch: ~Copyable {
  package enum Event: Sendable, Equatable {
    case opened, closed
    /// The file was removed; no more events come.
    case removed
  }

  private let queue: FileEventQueue

  /// - Throws: `Errno`: no such file, it may not be read, or no descriptor or watch is free.
  package init(_ path: String) throws(Errno) { queue = try FileEventQueue(path, IN_OPEN | IN_CLOSE_WRITE | IN_CLOSE_NOWRITE) }

  /// A descriptor that is readable while there are events.
  package var descriptor: Int32 { queue.descriptor }

  /// Takes the events that have come so far, oldest first. Those that come in quick succession may be merged, so that counting them only
  /// gives an estimate.
  package func takeEvents() -> [Event] { queue.take().compactMap(Event.init(mask:)) }
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
