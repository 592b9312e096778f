import Glibc
import Platform
import UserErrors

/// A line on a terminal that says how far a long run is. Nothing where the results themselves are shown there.
struct ProgressLine {
  private let isShown: Bool

  /// - Parameter isLong: whether the run has more than one picture.
  init(isLong: Bool) {
    isShown = isLong && isatty(STDERR_FILENO) == 1 && isatty(STDOUT_FILENO) == 0 && Environment["TERM"] != "dumb"
  }

  /// - Parameter text: evaluated only if it is shown.
  func show(_ text: @autoclosure () -> String) {
    if isShown { write(text()) }
  }

  /// Removes the line, so that another can be written there.
  func clear() {
    if isShown { write("") }
  }

  private func write(_ text: String) {
    let bytes = Array("\r\u{1b}[K\(text)".utf8)
    _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
  }
}
