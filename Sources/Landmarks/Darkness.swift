import Imaging

/// By how much pictures must be brightened for the models to see hands in them.
///
/// Pure: it takes the brightness of each picture, and returns a factor that changes rarely.
package struct Darkness: Sendable, Equatable {
  /// The brightness of a well-lit picture's bright parts, in codes above black.
  private static let bright: Float = 180
  /// A picture is dark where it needs more than the first factor, until it needs less than the second one.
  private static let dark: Float = 2.2, notDark: Float = 1.7
  /// Beyond this, a code of the sensor's noise is most of what there is.
  private static let most: Float = 32
  /// A factor is kept until the one that is needed differs by so much.
  private static let tolerance: Float = 1.3
  /// The parts of a picture that may be brighter than bright, as of a lamp; they may become white.
  private static let lampShare = 0.02

  /// The factor; nil where pictures are bright enough.
  package private(set) var gain: Float?

  package init() {}

  /// Takes the next picture's brightness.
  package mutating func take(_ grid: LumaGrid) {
    let needed = Self.bright / max(grid.brightness(ofBrightest: Self.lampShare), Self.bright / Self.most)
    guard needed > (gain == nil ? Self.dark : Self.notDark) else {
      gain = nil
      return
    }
    let isKept = gain.map { max($0 / needed, needed / $0) < Self.tolerance } ?? false
    if !isKept { gain = needed }
  }
}
