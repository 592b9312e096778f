/// Where a person sits, which decides how small the hands are that count.
package enum Seat: String, Sendable, CaseIterable, Codable {
  case desk, sofa, stage

  /// The least length of a palm, from the wrist to the knuckle of the middle finger, in pixels of a view of 640×480; nil for that of the
  /// profile. A palm of 9.5 cm has 12 at 4.4 m and 8 at 6.6 m from a camera that sees 60°; the 25 of daily are 2.1 m.
  package var leastHandSize: Int? {
    switch self {
    case .desk: nil
    case .sofa: 12
    case .stage: 8
    }
  }
}
