import Dispatch
import Glibc
import Platform
import Programs
import UserErrors

/// Ends the program at Ctrl-C and its like, with the terminal as it was before; stops and continues around Ctrl-Z.
final class Interrupts {
  /// The time that a terminal has to take the last lines. One that is not read would take them never.
  private static let patience = 0.5

  private let screen: LiveScreen
  private let signals: SignalSources

  init(_ screen: LiveScreen) {
    self.screen = screen
    signals = SignalSources(SignalSources.ending + [SIGTSTP]) { number in
      guard number != SIGTSTP else {
        let wasOpen = screen.close()
        kill(getpid(), SIGSTOP)
        if wasOpen { try? screen.open() }
        return
      }
      DispatchQueue.global().asyncAfter(deadline: .now() + Self.patience) { _exit(128 + number) }
      screen.close()
      // Below the question, or what the terminal shows for Ctrl-C.
      if screen.isTerminal { try? StandardOutput.write(bytes: "\n".utf8) }
      StandardError.line("swipectl: interrupted; nothing changed")
      _exit(128 + number)
    }
  }

  /// Lets signals do what they do by default.
  func stop() { signals.stop() }
}
