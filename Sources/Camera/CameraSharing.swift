import Platform

/// Watches for other programs that want the camera while it is open here, or yielded to them.
struct CameraSharing: Sendable {
  /// The time for which services query a camera that has appeared.
  private static let queriedNs: UInt64 = 3_000_000_000

  private let search: CameraWatch.Search
  private let onChange: @Sendable () -> Void
  /// Nil for a camera that is not to be yielded.
  private var watch: CameraWatch?
  private var rule = CameraYield()
  /// The device node that is watched.
  private var device = ""
  /// Whether another program has it instead.
  private(set) var isYielded = false
  /// The programs that have it, once they are known.
  private var holders: [CameraHolder]?
  /// Until when services query cameras, since cameras have changed.
  private var queriedUntilNs: UInt64 = 0

  /// - Parameters:
  ///   - search: searches for the programs that have a camera open.
  ///   - onChange: called on any thread when there are changes to take.
  init(search: @escaping CameraWatch.Search, onChange: @escaping @Sendable () -> Void) {
    (self.search, self.onChange) = (search, onChange)
  }

  var isWatching: Bool { watch != nil }
  /// Whether the programs that have the camera are known.
  var areHoldersKnown: Bool { holders != nil }

  /// Starts to watch for other programs. The camera must be open here.
  ///
  /// - Throws: `Errno`: the node cannot be watched.
  mutating func begin(_ device: String) throws {
    rule.begin(queriedUntilNs: queriedUntilNs)
    watch = try CameraWatch(device, rule, search: search, onChange: onChange)
    self.device = device
  }

  mutating func end() {
    if let rule = watch?.stop() { self.rule = rule }
    (watch, isYielded, holders) = (nil, false, nil)
  }

  /// What the watch has noticed since the last call.
  func takeChanges() -> [CameraWatch.Change] { watch?.takeChanges() ?? [] }

  /// Records that the camera is closed for another program.
  mutating func yield() { (isYielded, holders) = (true, nil) }

  /// - Returns: whether that was not known.
  mutating func learn(_ holders: [CameraHolder]) -> Bool {
    guard isYielded, self.holders != holders else { return false }
    self.holders = holders
    return true
  }

  mutating func camerasChanged(at nowNs: UInt64) {
    queriedUntilNs = nowNs + Self.queriedNs
    // The watch may not notice that a camera was unplugged while another program has it open.
    if isYielded, !Files.exists(device) { end() }
  }
}
