import Glibc
import UnixSignals

/// The signals that the daemon handles: SIGTERM and SIGINT stop it, SIGHUP has a ``HangUpMeaning``.
struct Signals: Sendable {
  private let hangUp: HangUpMeaning?
  private let signals: UnixSignalsSequence

  /// Keeps the signals from ending the process.
  init() async {
    hangUp = .current()
    signals = await UnixSignalsSequence(trapping: [.sigterm, .sigint] + (hangUp == nil ? [] : [.sighup]))
  }

  /// Handles one signal after another until the task is canceled. A reload does not delay a stop.
  func handle(stop: () async -> Void, reload: @escaping @Sendable () async -> Void) async {
    for await signal in signals {
      if signal == .sighup, hangUp == .reload { Task { await reload() } } else { await stop() }
    }
  }
}

/// The meaning of SIGHUP.
package enum HangUpMeaning: Sendable {
  /// Reload the configuration, as services do.
  case reload
  /// Stop: the terminal has gone, and with it the user, who could see that the camera is open.
  case stop

  /// Nil: the signal stays ignored, as with nohup(1).
  ///
  /// - Parameters:
  ///   - hasTerminal: whether the process has a controlling terminal. A service has none, however its output is redirected.
  ///   - isIgnored: whether the signal was ignored when the program started.
  package init?(hasTerminal: Bool, isIgnored: Bool) {
    guard hasTerminal else {
      self = .reload
      return
    }
    guard !isIgnored else { return nil }
    self = .stop
  }

  /// The meaning for this process, before the signal is handled.
  fileprivate static func current() -> HangUpMeaning? {
    var action = sigaction()
    sigaction(SIGHUP, nil, &action)
    let isIgnored = unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    let terminal = open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC)
    if terminal >= 0 { close(terminal) }
    return HangUpMeaning(hasTerminal: terminal >= 0, isIgnored: isIgnored)
  }
}
