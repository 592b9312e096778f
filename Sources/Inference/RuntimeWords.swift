import Glibc
import Platform
import SystemPackage
import UserErrors

/// An error message of the runtime or of the dynamic loader.
package struct RuntimeWords {
  private let words: String

  package init(_ words: String) { self.words = words }

  /// The fix: that of a system error if the message quotes one.
  ///
  /// - Parameter addressSpace: the limit of the process's address space, in bytes; nil without a limit.
  package func fix(addressSpace: UInt64?) -> Fix {
    for code in [EMFILE, ENFILE] where words.contains("\(Errno(rawValue: code))") { return Fix(errno: code)! }
    // With less, a start may fail in ways that do not name the address space: an exception lost between two threads, a null pointer.
    if let addressSpace, addressSpace < AddressSpace.ample {
      let ample = AddressSpace.ample >> 20
      return "raise the limit of address space, which is \(addressSpace >> 20) MiB, to \(ample) MiB (\(AddressSpace.raise))"
    }
    if Self.wantsMemory.contains(where: words.contains) || words.contains("\(Errno.noMemory)") {
      return Fix(errno: ENOMEM)!
    }
    if words.contains("\(Errno.resourceTemporarilyUnavailable)") { return Fix(errno: EAGAIN)! }
    return .setup
  }

  /// The words of the loader, of C++ and of the runtime for a failed allocation.
  private static let wantsMemory = ["failed to map segment", "bad_alloc", "can't alloc", "ailed to allocate"]
  /// The fix in this process.
  var fix: Fix { fix(addressSpace: AddressSpace.limit) }
}

/// The address space that a process may use, in bytes. The runtime reserves much more, for stacks and heaps, than it uses.
package enum AddressSpace {
  /// With two threads a start needs 1.3 GiB. With less it fails at any point, sometimes without an error.
  static let least: UInt64 = 1280 << 20
  /// Enough for many threads as well.
  static let ample: UInt64 = 4 << 30
  fileprivate static let raise: ShellCommand = "ulimit -v \(ample >> 10)"
  static let fix: Fix = "raise it to \(ample >> 20) MiB (\(raise))"

  /// The limit of this process; nil without one.
  static var limit: UInt64? { ResourceLimit.addressSpace.values.flatMap { $0.soft == .max ? nil : $0.soft } }

  /// The problem with a limit; nil if a start may succeed.
  package static func problem(with limit: UInt64?) -> String? {
    guard let limit, limit < least else { return nil }
    return "the limit of address space is \(limit >> 20) MiB, and at least \(least >> 20) MiB are needed"
  }
}
