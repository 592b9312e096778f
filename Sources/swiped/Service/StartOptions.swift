import EventSocket
import Platform
import Settings
import UserErrors

/// What the daemon prints on standard output beside its service.
package enum Printing: Sendable {
  /// Every event, as its line on the socket.
  case lines
  /// Swipes and changes of the state for people.
  case report
}

/// What the start of the daemon fixes: the options of its command line, which override the configuration.
package struct StartOptions: Sendable, Equatable {
  /// The configuration file, whose gesture settings a replay uses; nil: the user's own, and a replay uses the recorded settings.
  package var file: String?
  /// The profile that is followed where the configuration selects none.
  package var unselectedProfile: BuiltInProfile
  /// Nil: the camera that the configuration names.
  package var source: FrameSourceChoice?
  /// The path of the socket; nil: the one that the configuration names, or the usual one.
  package var socket: String?
  /// Whether keys are pressed, if the configuration has some; nil: unless this is a replay that is only printed.
  package var keys: Bool?
  /// What is printed on standard output; nil for nothing.
  package var printing: Printing?
  /// Whether the report also says why there was no swipe, or how to prevent one.
  package var explains = false

  package init(
    file: String? = nil, unselectedProfile: BuiltInProfile = .plain, source: FrameSourceChoice? = nil, socket: String? = nil,
    keys: Bool? = nil, printing: Printing? = nil
  ) {
    (self.file, self.unselectedProfile) = (file, unselectedProfile)
    (self.source, self.socket, self.keys, self.printing) = (source, socket, keys, printing)
  }

  /// Whether this is a replay that is only printed: the trace of somebody else, beside the swiped that is in use. It presses no keys and
  /// runs no commands unless keys are asked for, and has no socket unless one is named.
  var isPrintedReplay: Bool { source?.isRecorded == true && printing != nil }

  var pressesKeys: Bool { keys ?? !isPrintedReplay }

  /// The absolute path of the configuration file that a reload reads, and that may be missing; nil without a home.
  func configurationFile(environment: [String: String]) -> String? {
    (file ?? LoadedConfiguration.defaultFile(environment: environment)).map(Files.absolute)
  }

  /// The path of the socket, nil without one, and whether it is in a folder that no variable names.
  ///
  /// - Throws: `SocketError` and `UserError` without a path.
  func socketPath(configured: String?, environment: [String: String]) throws -> (path: String?, isInFallback: Bool) {
    guard socket != nil || !isPrintedReplay else { return (nil, false) }
    if let path = socket ?? configured { return (path, false) }
    return (try SocketPath.default(environment: environment), try !RuntimeDirectory(environment: environment).isFromEnvironment)
  }
}
