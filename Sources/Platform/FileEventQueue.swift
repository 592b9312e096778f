import Glibc
import SystemPackage

/// A queue of events of one file or folder (inotify(7)).
struct FileEventQueue: ~Copyable {
  private let queue: OwnedDescriptor

  /// - Parameters:
  ///   - path: of the file or folder.
  ///   - mask: the events, as numbers such as IN_OPEN.
  /// - Throws: `Errno`: it does not exist, it may not be read, or no descriptor or watch is free.
  init(_ path: String, _ mask: Int32) throws(Errno) {
    let queue = try OwnedDescriptor { inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC)) }
    let number = queue.number
    try systemCall { inotify_add_watch(number, path, UInt32(mask)) }
    self.queue = queue
  }

  /// Readable while there are events.
  var descriptor: Int32 { queue.number }

  /// Takes the events that have come so far, oldest first, as their masks.
  ///
  /// The kernel merges an event with the previous one if that is the same and has not been taken.
  func take() -> [UInt32] {
    var masks: [UInt32] = []
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: MemoryLayout<inotify_event>.alignment) { memory in
      while let count = try? queue.read(into: memory), count > 0 {
        var offset = 0
        while offset + MemoryLayout<inotify_event>.size <= count {
          let event = memory.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
          masks.append(event.mask)
          offset += MemoryLayout<inotify_event>.size + Int(event.len)
        }
      }
    }
    return masks
  }
}
