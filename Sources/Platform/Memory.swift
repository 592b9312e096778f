import CLinux
import Synchronization

/// The memory of this process.
package enum Memory {
  private static let disablesHugePages = Mutex(false)

  /// Has all threads allocate from one heap. To be called before the process starts any.
  package static func useOneHeap() { mallopt(M_ARENA_MAX, 1) }

  /// Disables transparent huge pages for this process. Where the kernel gives them to every program, as Debian's does, they add 6 to
  /// 14 MiB to the daemon's resident memory, and save at most 2 % of its CPU time.
  package static func disableHugePages() {
    disablesHugePages.withLock { isDisabled in
      isDisabled = true
      linux_disable_huge_pages(1)
    }
  }

  /// Starts a program with huge pages. It would inherit ``disableHugePages()``.
  static func withHugePages<Result>(_ start: () -> Result) -> Result {
    disablesHugePages.withLock { isDisabled in
      guard isDisabled else { return start() }
      linux_disable_huge_pages(0)
      defer { linux_disable_huge_pages(1) }
      return start()
    }
  }
}
