import Foundation
import Testing

extension Trait where Self == ConditionTrait {
  /// A test that takes this long, alone on two cores: too long for `make test`, so only `make test-long` runs it.
  public static func long(seconds: Int) -> Self {
    .disabled(if: ProcessInfo.processInfo.environment["SWIPED_TESTS"] == "quick", "takes \(seconds) s; `make test-long` runs it")
  }
}

/// How long a test waits for what must come, in seconds. It ends a test that hangs, and says nothing about speed: a busy machine may take
/// long.
public let patience: Int32 = 120

/// Waits for a condition. Blocks the thread, which no other test needs: they run one after the other.
///
/// - Returns: false if it does not hold within ``patience``.
public func eventually(_ condition: () throws -> Bool) rethrows -> Bool {
  let end = ContinuousClock.now + .seconds(Int(patience))
  while try !condition() {
    guard ContinuousClock.now < end else { return false }
    usleep(1000)
  }
  return true
}
