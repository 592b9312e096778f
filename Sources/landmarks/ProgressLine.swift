import Glibc
import Platform
import Product

/// A line on a terminal that says how far a long run is. Nothing where the results themselves are shown there.
struct ProgressLine {
  private let total: Int
  private let isShown: Bool

  /// - Parameter total: number of pictures.
  init(total: Int) {
    self.total = total
    isShown = total > 1 && isatty(STDERR_FILENO) == 1 && isatty(STDOUT_FILENO) == 0 && getenv("TERM").map { String(cString: $0) } != "dumb"
  }

  func show(_ number: Int, _ name: String) { write("\(number) of \(total): \(name.printable.prefix(60))") }

  /// Removes the line, so that another can be written there.
  func clear() { write("") }

  private func write(_ text: String) {
    guard isShown else { return }
    let bytes = Array("\r\u{1b}[K\(text)".utf8)
    _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
  }
}
