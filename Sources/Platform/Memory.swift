import CLinux
import Synchronization

/// The memory of this process.
package enum Memory {
  private static let usesSmallPages = Mutex(false)

  /// Has all threads allocate from one heap. To be called before the process starts any.
  package static func useOneHeap() { mallopt(M_ARENA_MAX, 1) }

  /// Has the kernel give this process no huge pages, of which it would use a part: where the kernel gives them to every program, as
  /// Debian's does, they would add 8 to 14 MiB to the daemon's resident memory, and save at most 2 % of its CPU time.
  package static func useSmallPages() {
    usesSmallPages.withLock { isSet in
      isSet = true
      linux_disable_huge_pages(1)
    }
  }

  /// Starts a program, which would inherit what ``useSmallPages()`` has set.
  static func withAllPages<Result>(_ start: () -> Result) -> Result {
    usesSmallPages.withLock { isSet in
      guard isSet else { return start() }
      linux_disable_huge_pages(0)
      defer { linux_disable_huge_pages(1) }
      return start()
    }
  }
}
