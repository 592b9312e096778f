import Dispatch
import Glibc
import Platform

/// Ends the program at Ctrl-C and its like, with the terminal as it was before; stops and goes on at Ctrl-Z.
final class Interrupts {
  private static let ending = [SIGINT, SIGTERM, SIGHUP]
  /// The time that a terminal has to take the last lines. One that is not read would take them never.
  private static let patience = 0.5

  private let screen: LiveScreen
  private var sources: [any DispatchSourceProtocol] = []

  /// - Parameter message: what the last line reports.
  init(_ screen: LiveScreen, message: String) {
    self.screen = screen
    for number in Self.ending {
      handle(number) {
        DispatchQueue.global().asyncAfter(deadline: .now() + Self.patience) { _exit(128 + number) }
        screen.close()
        // Below the question, or what the terminal shows for Ctrl-C.
        if screen.isTerminal { try? StandardOutput.write(bytes: "\n".utf8) }
        StandardError.line("swipectl: \(message)")
        _exit(128 + number)
      }
    }
    handle(SIGTSTP) {
      let wasOpen = screen.close()
      kill(getpid(), SIGSTOP)
      if wasOpen { try? screen.open() }
    }
  }

  private func handle(_ number: Int32, _ body: @escaping @Sendable () -> Void) {
    signal(number, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
    source.setEventHandler(handler: body)
    source.resume()
    sources.append(source)
  }

  /// Lets signals do what they do by default.
  func stop() {
    for source in sources { source.cancel() }
    sources = []
    for number in Self.ending + [SIGTSTP] { signal(number, SIG_DFL) }
  }
}
