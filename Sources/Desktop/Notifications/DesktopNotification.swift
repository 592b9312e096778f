/// A notification for the desktop's notification service.
package struct DesktopNotification: Sendable, Equatable {
  /// A notification replaces the previous one of its series.
  package enum Series: Sendable, CaseIterable {
    /// What the camera does.
    case camera
    /// A swipe, shown for a moment and kept in no history.
    case swipe
  }

  package let series: Series
  /// One line.
  package let title: String
  /// One sentence or two; may be empty.
  package let body: String

  package init(_ series: Series, title: String, body: String = "") {
    (self.series, self.title, self.body) = (series, title.withoutMarkup, body.withoutMarkup)
  }

  /// How long it is shown, in ms; −1 leaves that to the service.
  var expireMs: Int32 { series == .swipe ? 500 : -1 }
}

extension String {
  /// The text with other characters for those that some services read as markup and others show as they are: names of cameras and programs
  /// may have them.
  var withoutMarkup: String {
    String(
      map { character in
        switch character {
        case "<": "‹"
        case ">": "›"
        case "&": "+"
        default: character
        }
      })
  }
}
