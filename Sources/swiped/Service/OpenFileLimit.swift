import Glibc
import Platform
import SystemPackage
import UserErrors

/// Whether the limit of open files is high enough for a program.
package enum OpenFileLimit: Sendable, Equatable {
  case enough
  /// Enough once the soft limit is raised to this number, which is permitted.
  case raise(to: UInt64)
  case tooLow(has: UInt64, needs: UInt64)

  /// - Parameters:
  ///   - soft: the limit in force: new descriptors have lower numbers.
  ///   - hard: the number up to which the soft limit may be raised.
  ///   - free: the number of descriptors that the program needs in addition to the open ones.
  ///   - isOpen: whether a descriptor with this number is open.
  package init(soft: UInt64, hard: UInt64, free: Int, isOpen: (Int32) -> Bool) {
    var needs: Int32 = 0
    var found = 0
    while found < free {
      if !isOpen(needs) { found += 1 }
      needs += 1
    }
    let total = UInt64(needs)
    self = soft >= total ? .enough : hard >= total ? .raise(to: hard) : .tooLow(has: hard, needs: total)
  }

  /// Raises this process's limit if it is too low.
  ///
  /// - Parameter free: the number of descriptors that the program needs in addition to the open ones.
  /// - Throws: ``UserError`` if it is too low and cannot be raised.
  package static func ensure(free: Int) throws(UserError) {
    guard let limit = ResourceLimit.openFiles.values else { return }
    switch OpenFileLimit(soft: limit.soft, hard: limit.hard, free: free, isOpen: { fcntl($0, F_GETFD) >= 0 }) {
    case .enough: return
    case .raise(let soft):
      do throws(Errno) { return try ResourceLimit.openFiles.set(soft: soft) } catch {
        throw UserError(
          "the limit of open files cannot be raised: \(error)", fix: "raise it with \("ulimit -n \(soft)" as ShellCommand)",
          exitStatus: .unavailable)
      }
    case .tooLow(let has, let needs):
      throw UserError(
        "the limit of open files is \(has), and at least \(needs) are needed",
        fix: "raise it with `ulimit -n 1024` (LimitNOFILE=1024 of a service)", exitStatus: .unavailable)
    }
  }
}
