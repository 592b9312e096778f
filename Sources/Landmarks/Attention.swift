/// When to look again: at once where something changes, and ever more rarely the longer nothing does, so that each wait is about
/// as long as all before it. Until then the answer that there is stands. Pure: times are passed in.
package struct Attention: Sendable {
  /// So long after a change every frame is looked at: a hand is followed from its place in the frame before, and that comes
  /// to rest some frames after the hand does.
  private static let settlingNs: UInt64 = 300_000_000
  /// When something changed last.
  private(set) var changedNs: UInt64 = 0
  private var lookedNs: UInt64?

  package init() {}

  /// Whether the frame of this moment has to be looked at.
  ///
  /// - Parameters:
  ///   - hasChanged: something in it has changed.
  ///   - longestNs: the longest time between two looks.
  package mutating func isDue(hasChanged: Bool, longestNs: UInt64, at ns: UInt64) -> Bool {
    guard let lookedNs, ns >= lookedNs, !hasChanged else {
      changedNs = ns
      // Owed until it has been done: one that fails leaves no answer.
      self.lookedNs = nil
      return true
    }
    let quietNs = lookedNs - changedNs
    return quietNs < Self.settlingNs || ns - lookedNs >= min(longestNs, quietNs - Self.settlingNs)
  }

  /// There was a look.
  ///
  /// - Parameter hasChanged: it found something else than before.
  package mutating func looked(at ns: UInt64, hasChanged: Bool) {
    lookedNs = ns
    if hasChanged { changedNs = ns }
  }

  /// The next frame is due whatever it shows.
  package mutating func reset() { lookedNs = nil }
}
