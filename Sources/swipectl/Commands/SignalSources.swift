import Dispatch
import Glibc
import Synchronization

/// Calls a function at signals, in place of what they do by default.
final class SignalSources: Sendable {
  /// Ctrl-C and its like.
  static let ending = [SIGINT, SIGTERM, SIGHUP]

  private let sources: Mutex<[any DispatchSourceProtocol]>
  private let numbers: [Int32]

  /// Returns once it takes effect, so that no signal is lost after that.
  ///
  /// - Parameter body: called with the signal's number, on any thread.
  init(_ numbers: [Int32], _ body: @escaping @Sendable (Int32) -> Void) {
    self.numbers = numbers
    let registered = DispatchGroup()
    sources = Mutex(
      numbers.map { number in
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
        source.setEventHandler { body(number) }
        registered.enter()
        source.setRegistrationHandler { registered.leave() }
        source.resume()
        return source
      })
    registered.wait()
  }

  /// Lets the signals do what they do by default.
  func stop() {
    sources.withLock { for source in $0 { source.cancel() } }
    for number in numbers { signal(number, SIG_DFL) }
  }
}
