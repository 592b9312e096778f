import Dispatch
import Glibc
import Synchronization

/// Calls a function at signals, in place of what they do by default.
final class SignalSources: Sendable {
  /// Ctrl-C and its like.
  static let ending = [SIGINT, SIGTERM, SIGHUP]

  private let sources: Mutex<[any DispatchSourceProtocol]>
  private let numbers: [Int32]

  /// - Parameter body: called with the signal's number, on any thread.
  init(_ numbers: [Int32], _ body: @escaping @Sendable (Int32) -> Void) {
    self.numbers = numbers
    sources = Mutex(
      numbers.map { number in
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
        source.setEventHandler { body(number) }
        source.resume()
        return source
      })
  }

  /// Lets the signals do what they do by default.
  func stop() {
    sources.withLock { for source in $0 { source.cancel() } }
    for number in numbers { signal(number, SIG_DFL) }
  }
}
