import Glibc
import SystemPackage

/// Notices when files appear in a folder (inotify(7)).
package struct FolderWatch: ~Copyable {
  private let queue: FileEventQueue

  /// - Throws: `Errno`: no such folder, it may not be read, or no descriptor or watch is free.
  package init(_ folder: String) throws(Errno) { queue = try FileEventQueue(folder, IN_CREATE | IN_MOVED_TO) }

  /// A descriptor that is readable once a file has appeared, until ``reset()``.
  package var descriptor: Int32 { queue.descriptor }

  /// Forgets the files that have appeared so far.
  package func reset() { _ = queue.take() }
}
