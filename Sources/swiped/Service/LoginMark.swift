import Desktop
import FoundationEssentials

/// Remembers something until the user logs out, also after a crash or an upgrade.
package struct LoginMark: Sendable {
  package enum Name: String, Sendable {
    /// The camera is paused: a restart must not open it.
    case paused
    /// The user has had a session at a seat.
    case session
    /// The paths of the sessions whose lock is known from a signal only, a line each.
    case locked
    /// The desktop has shown that the camera is open.
    case announced
  }

  /// The file that exists while the mark is set; nil: nothing is remembered.
  private let path: String?

  /// Creates a mark in the service's runtime directory. A daemon that was started by hand remembers nothing.
  package init(_ name: Name, environment: [String: String]) {
    path = Self.folder(environment).map { "\($0)/\(name.rawValue)" }
  }

  /// The folder of what is remembered; nil without one.
  static func folder(_ environment: [String: String]) -> String? {
    environment["RUNTIME_DIRECTORY"].map { String($0.prefix { $0 != ":" }) }
  }

  package var isSet: Bool { path.map { FileManager.default.fileExists(atPath: $0) } ?? false }

  /// Sets or removes the mark. If it cannot be written, nothing is remembered.
  package func set(_ isSet: Bool) { isSet ? set(lines: []) : remove() }

  /// The lines that the mark was set with.
  var lines: [String] {
    guard let path, let data = FileManager.default.contents(atPath: path) else { return [] }
    return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// Sets the mark.
  func set(lines: [String]) {
    guard let path else { return }
    // At once, or a crash would leave a part of them.
    try? Data(lines.map { $0 + "\n" }.joined().utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
  }

  private func remove() { if let path { try? FileManager.default.removeItem(atPath: path) } }
}

/// What a run of the daemon must know of the run before.
package struct RunMemory: Sendable, Equatable {
  /// Whether the user has paused the camera.
  package var isPaused: Bool
  package var login: LoginMemory

  package init(isPaused: Bool = false, login: LoginMemory = LoginMemory()) { (self.isPaused, self.login) = (isPaused, login) }
}

/// A ``RunMemory`` on disk.
package struct RunMemoryFiles: Sendable {
  private let paused: LoginMark, session: LoginMark, locked: LoginMark

  package init(environment: [String: String]) {
    paused = LoginMark(.paused, environment: environment)
    session = LoginMark(.session, environment: environment)
    locked = LoginMark(.locked, environment: environment)
  }

  package func read() -> RunMemory {
    RunMemory(isPaused: paused.isSet, login: LoginMemory(hadSession: session.isSet, locked: Set(locked.lines)))
  }

  package func write(_ memory: RunMemory) {
    paused.set(memory.isPaused)
    session.set(memory.login.hadSession)
    if memory.login.locked.isEmpty { locked.set(false) } else { locked.set(lines: memory.login.locked.sorted()) }
  }
}
