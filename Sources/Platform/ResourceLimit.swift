import Glibc
import SystemPackage

/// A limit of this process that the kernel enforces; see getrlimit(2).
package enum ResourceLimit: Sendable {
  case openFiles, addressSpace, data, processorSeconds, coreSize

  private var number: __rlimit_resource_t {
    let resource =
      switch self {
      case .openFiles: RLIMIT_NOFILE
      case .addressSpace: RLIMIT_AS
      case .data: RLIMIT_DATA
      case .processorSeconds: RLIMIT_CPU
      case .coreSize: RLIMIT_CORE
      }
    return __rlimit_resource_t(resource.rawValue)
  }

  /// The limit in force, and the one up to which it may be raised; nil if they are unknown. `UInt64.max` is none.
  package var values: (soft: UInt64, hard: UInt64)? {
    var limit = rlimit()
    guard getrlimit(number, &limit) == 0 else { return nil }
    return (UInt64(limit.rlim_cur), UInt64(limit.rlim_max))
  }

  /// Sets the limit in force.
  package func set(soft: UInt64) throws(Errno) {
    var limit = rlimit()
    guard getrlimit(number, &limit) == 0 else { throw .last }
    limit.rlim_cur = rlim_t(soft)
    guard setrlimit(number, &limit) == 0 else { throw .last }
  }
}
