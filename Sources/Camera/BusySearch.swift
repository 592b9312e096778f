import Synchronization

/// The search for the programs that hold a busy camera.
struct BusySearch: Sendable {
  /// The time after which it is searched again: another program may have the camera.
  private static let searchNs: UInt64 = 30_000_000_000

  /// The error with the programs, which a search puts here on its own thread.
  private final class Found: Sendable {
    private let error = Mutex<CameraError?>(nil)

    func put(_ new: CameraError) { error.withLock { $0 = new } }

    func take() -> CameraError? { error.withLock { $0.take() } }
  }

  private let search: CameraWatch.Search
  private let onChange: @Sendable () -> Void
  private let found = Found()
  private var isNew = false
  private var searchedNs: UInt64?

  /// - Parameters:
  ///   - search: searches for the programs that have a camera open.
  ///   - onChange: called on any thread when they are known.
  init(_ search: @escaping CameraWatch.Search, onChange: @escaping @Sendable () -> Void) {
    (self.search, self.onChange) = (search, onChange)
  }

  /// Starts a search, if one is due.
  ///
  /// - Parameter isNew: whether the camera was not known to be busy.
  mutating func begin(_ error: CameraError, isNew: Bool, at nowNs: UInt64) {
    guard let device = error.busyDevice else { return }
    self.isNew = self.isNew || isNew
    guard isNew || searchedNs.map({ nowNs - $0 >= Self.searchNs }) ?? true else { return }
    searchedNs = nowNs
    search(device) { [found, onChange] use in
      // A program that had it for a moment has ended before the search. If it stays busy, the next one says so.
      guard use.isUsed || !isNew else { return }
      found.put(error.naming(use.holders))
      onChange()
    }
  }

  /// Records that the camera works, so that nothing is said of its having been busy.
  ///
  /// - Returns: whether nothing was said yet.
  mutating func works() -> Bool {
    defer { isNew = false }
    return isNew
  }

  /// Takes what the last search has found.
  ///
  /// - Returns: the error with the programs, and whether it is the first report of this failure.
  mutating func take() -> (error: CameraError, isNew: Bool)? {
    guard let error = found.take() else { return nil }
    defer { isNew = false }
    return (error, isNew)
  }
}
