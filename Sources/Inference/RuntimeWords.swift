import Glibc
import Platform
import SystemPackage

/// What the runtime and the dynamic loader report in words of their own.
package struct RuntimeWords {
  private let words: String

  package init(_ words: String) { self.words = words }

  /// The fix for it: that of the system's error where one is quoted.
  ///
  /// - Parameter addressSpace: the limit of this process, in bytes; nil without one.
  package func fix(addressSpace: UInt64?) -> Fix {
    for code in [EMFILE, ENFILE] where words.contains("\(Errno(rawValue: code))") { return Fix(errno: code)! }
    // Below that, a start may fail for want of it in ways that do not name it: an exception lost between two threads, a null pointer.
    if let addressSpace, addressSpace < AddressSpace.ample {
      return "raise the limit of address space, which is \(addressSpace >> 20) MiB, \(AddressSpace.command)"
    }
    if Self.wantsMemory.contains(where: words.contains) || words.contains("\(Errno.noMemory)") {
      return Fix(errno: ENOMEM)!
    }
    if words.contains("\(Errno.resourceTemporarilyUnavailable)") { return Fix(errno: EAGAIN)! }
    return .setup
  }

  /// What a failed allocation is called by the loader, by C++ and by the runtime.
  private static let wantsMemory = ["failed to map segment", "bad_alloc", "can't alloc", "ailed to allocate"]
  /// The fix for it in this process.
  var fix: Fix { fix(addressSpace: AddressSpace.limit) }
}

/// The address space that a process may use, in bytes. Most of what the runtime reserves, for stacks and heaps, it never touches.
package enum AddressSpace {
  /// With two threads a start needs 1.3 GiB. With less it fails where it happens to be, now and then without an error.
  static let least: UInt64 = 1280 << 20
  /// Enough for many threads as well.
  static let ample: UInt64 = 4 << 30
  fileprivate static let command = "to \(ample >> 20) MiB (`ulimit -v \(ample >> 10)`)"
  static let fix: Fix = "raise it \(command)"

  /// Of this process; nil without one.
  static var limit: UInt64? {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0, limit.rlim_cur != rlim_t.max else { return nil }
    return UInt64(limit.rlim_cur)
  }

  /// What is wrong with a limit; nil where a start is worth trying.
  package static func problem(with limit: UInt64?) -> String? {
    guard let limit, limit < least else { return nil }
    return "the limit of address space is \(limit >> 20) MiB, and at least \(least >> 20) MiB are needed"
  }
}
