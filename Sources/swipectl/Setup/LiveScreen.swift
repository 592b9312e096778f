import Glibc
import Platform
import Programs
import Synchronization
import UserErrors

/// What a guided command shows: lines that stay and, on a terminal, a line below them that changes in place.
final class LiveScreen: Sendable {
  /// Whether it is open. Locked while something is written, which takes for ever on a terminal that is not read.
  private let isOpen = Mutex(false)
  /// The terminal's modes as they were; nil while it is closed, or standard input is no terminal.
  private let modes = Mutex<termios?>(nil)
  /// Whether a line can change in place.
  let isTerminal: Bool

  init() { isTerminal = StandardOutput.terminalColumns != nil }

  /// Hides the cursor and what is typed, until ``close()``.
  func open() throws(UserError) {
    guard isTerminal else { return }
    try isOpen.withLock { isOpen throws(UserError) in
      guard !isOpen else { return }
      var changed = termios()
      if tcgetattr(STDIN_FILENO, &changed) == 0 {
        modes.withLock { $0 = changed }
        changed.c_lflag &= ~tcflag_t(ECHO)
        tcsetattr(STDIN_FILENO, TCSANOW, &changed)
      }
      isOpen = true
      try StandardOutput.write(bytes: "\u{1B}[?25l".utf8)
    }
  }

  /// Shows the cursor and what is typed again, and forgets what was typed while it was hidden.
  ///
  /// - Returns: whether it was open.
  @discardableResult func close() -> Bool {
    restoreModes()
    return isOpen.withLock { isOpen in
      guard isOpen else { return false }
      isOpen = false
      try? StandardOutput.write(bytes: "\r\u{1B}[K\u{1B}[?25h".utf8)
      return true
    }
  }

  /// Without waiting for the output, which may never end.
  private func restoreModes() {
    modes.withLock { modes in
      guard var old = modes.take() else { return }
      tcflush(STDIN_FILENO, TCIFLUSH)
      tcsetattr(STDIN_FILENO, TCSANOW, &old)
    }
  }

  /// Shows a line that stays.
  func line(_ text: String) throws(UserError) {
    try isOpen.withLock { isOpen throws(UserError) in
      try StandardOutput.write(text: "\(isOpen ? "\r\u{1B}[K" : "")\(text.printable)\n")
    }
  }

  /// Shows a line in place of the last such line; does nothing where that cannot be.
  func live(_ text: String) throws(UserError) {
    try isOpen.withLock { isOpen throws(UserError) in
      if isOpen { try StandardOutput.write(text: "\r\(text.printable.prefix(max(columns - 1, 0)))\u{1B}[K") }
    }
  }

  /// The width of the terminal.
  var columns: Int { StandardOutput.terminalColumns ?? 80 }
}
