import CLinux
import Glibc
import Synchronization
import SystemPackage

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

  /// What is allocated on the heap, in bytes.
  package static var allocatedBytes: Int {
    let heap = mallinfo2()
    return Int(clamping: heap.uordblks &+ heap.hblkhd)
  }

  /// The resident memory, in bytes, as the kernel counts it; 0 if /proc is not mounted.
  package static var residentBytes: Int { pages(1).map { Int(clamping: $0 * pageSize) } ?? 0 }

  private static let pageSize = UInt64(sysconf(Int32(_SC_PAGESIZE)))

  /// A number of proc_pid_statm(5), in pages; the first one is number 0.
  private static func pages(_ index: Int) -> UInt64? {
    Files.text(of: "/proc/self/statm")?.split(separator: " ").dropFirst(index).first.flatMap { UInt64($0) }
  }

  /// Has allocations fail that would make the data of this process, its heap and its threads' stacks among them, grow by more than this.
  package static func limitGrowth(toBytes bytes: UInt64) throws(Errno) {
    // The 6th number is the size of the data.
    guard let pages = pages(5), let hard = ResourceLimit.data.values?.hard else { throw .notSupported }
    try ResourceLimit.data.set(soft: min(pages * pageSize + bytes, hard))
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
