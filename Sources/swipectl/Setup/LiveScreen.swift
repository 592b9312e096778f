import Glibc
import Platform
import Synchronization

/// What a guided command shows: lines that stay and, on a terminal, a line below them that changes in place.
final class LiveScreen: Sendable {
  private struct State: Sendable {
    /// The terminal's modes as they were; nil where standard input is no terminal.
    var modes: termios?
    var isOpen = false
  }

  private let state = Mutex(State())
  /// Whether a line can change in place.
  let isTerminal: Bool

  init() { isTerminal = StandardOutput.terminalColumns != nil }

  /// Hides the cursor and what is typed, until ``close()``.
  func open() throws(UserError) {
    guard isTerminal else { return }
    try state.withLock { state throws(UserError) in
      guard !state.isOpen else { return }
      var modes = termios()
      if tcgetattr(STDIN_FILENO, &modes) == 0 {
        state.modes = modes
        modes.c_lflag &= ~tcflag_t(ECHO)
        tcsetattr(STDIN_FILENO, TCSANOW, &modes)
      }
      state.isOpen = true
      try StandardOutput.write(bytes: "\u{1B}[?25l".utf8)
    }
  }

  /// Shows the cursor and what is typed again, and forgets what was typed meanwhile.
  ///
  /// - Returns: whether it was open.
  @discardableResult func close() -> Bool {
    state.withLock { state in
      guard state.isOpen else { return false }
      state.isOpen = false
      try? StandardOutput.write(bytes: "\r\u{1B}[K\u{1B}[?25h".utf8)
      if var modes = state.modes {
        // Without waiting for the output: a terminal that is not read must not keep Ctrl-C from ending the program.
        tcflush(STDIN_FILENO, TCIFLUSH)
        tcsetattr(STDIN_FILENO, TCSANOW, &modes)
      }
      return true
    }
  }

  /// Shows a line that stays.
  func line(_ text: String) throws(UserError) {
    try state.withLock { state throws(UserError) in
      try StandardOutput.write(bytes: "\(state.isOpen ? "\r\u{1B}[K" : "")\(text.printable)\n".utf8)
    }
  }

  /// Shows a line in place of the last such line; does nothing where that cannot be.
  func live(_ text: String) throws(UserError) {
    try state.withLock { state throws(UserError) in
      if state.isOpen { try StandardOutput.write(bytes: "\r\(text.printable.prefix(max(columns - 1, 0)))\u{1B}[K".utf8) }
    }
  }

  /// The width of the terminal.
  var columns: Int { StandardOutput.terminalColumns ?? 80 }
}
