import Foundation
import Testing

extension Trait where Self == ConditionTrait {
  /// A test that takes this long, alone on two cores: too long for `make test`, so only `make test-long` runs it.
  public static func long(seconds: Int) -> Self {
    .disabled(if: ProcessInfo.processInfo.environment["SWIPED_TESTS"] == "quick", "takes \(seconds) s; `make test-long` runs it")
  }
}
