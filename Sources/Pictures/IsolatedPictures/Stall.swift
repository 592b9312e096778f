/// Whether a process that has something to do does nothing: it was stopped, or waits for a disk or a server that does not answer. It is one if it
/// has used no processor time from one look to the next, many times.
///
/// Looks are counted, and not the time between them: while this process was stopped itself, others were, too.
package struct Stall: Sendable {
  /// The time between two looks, in ms.
  package static let intervalMs: UInt64 = 1000
  private static let mostLooks = 30

  private var usedNs: UInt64?
  private var looks = 0
  /// When it is looked at again.
  private var nextNs: UInt64 = 0

  package init() {}

  /// Looks at a process, unless it was just looked at.
  ///
  /// - Parameters:
  ///   - usedNs: the processor time that it has used; nil if that is not known.
  ///   - nowNs: of CLOCK_MONOTONIC.
  /// - Returns: whether it is stalled.
  package mutating func look(usedNs: UInt64?, nowNs: UInt64) -> Bool {
    guard nowNs >= nextNs else { return false }
    nextNs = nowNs + Self.intervalMs * 1_000_000
    looks = usedNs == self.usedNs ? looks + 1 : 0
    self.usedNs = usedNs
    return looks >= Self.mostLooks
  }
}
