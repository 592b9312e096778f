import Imaging

/// How pictures must be brightened for the models to see hands in them.
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
  /// From this code above black on, a part is a window or a lamp that the camera cannot show.
  private static let white: Float = 200
  /// A window is in view where white parts are more than a lamp, until they are less than half of one. Where they are more than this, the
  /// picture is a bright one.
  private static let mostWhite = 0.35
  /// The glow around a window is about two cells wide: of a square one, this share of the picture times the root of the window's share.
  private static let glow = 0.23
  /// The factor beside a window. Of 70 hands as large as the picture that the models find as they are or in a fourth or an eighth of the
  /// light, 64, 48 and 3 become 60, 62 and 58; a factor of 8 leaves 47 of those in the light.
  private static let besideWindow: Float = 4

  /// Nil where pictures are bright enough.
  package private(set) var brightening: Brightening?

  package init() {}

  /// Takes the next picture's brightness.
  package mutating func take(_ grid: LumaGrid) {
    let white = grid.share(ofAtLeast: Self.white)
    let hadWindow = brightening?.keepsHighlights ?? false
    let hasWindow = white > (hadWindow ? Self.lampShare / 2 : Self.lampShare) && white < Self.mostWhite
    let passedOver = hasWindow ? white + Self.glow * white.squareRoot() : Self.lampShare
    let needed = Self.bright / max(grid.brightness(ofBrightest: passedOver), Self.bright / Self.most)
    guard needed > (brightening == nil ? Self.dark : Self.notDark) else {
      brightening = nil
      return
    }
    let next = Brightening(gain: hasWindow ? Self.besideWindow : needed, keepsHighlights: hasWindow)
    let isKept = brightening.map { hadWindow == hasWindow && max($0.gain / next.gain, next.gain / $0.gain) < Self.tolerance } ?? false
    if !isKept { brightening = next }
  }
}
