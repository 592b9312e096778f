import Doctor
import EventSocket
import NIOHTTP1
import Settings
import Systemd
import UserErrors
import Web

/// The codes of what errors say to a page, which are stable. The page has a text for each, in each of its languages.
package enum ErrorCode: String, Sendable, CaseIterable {
  /// The page asks for what only a page of another version would ask for.
  case pageOutdated = "page_outdated"
  case keyMissing = "key_missing"
  case connectionsOpen = "connections_open"
  case uploadsRunning = "uploads_running"
  case traceUnreadable = "trace_unreadable"

  // The daemon.
  case daemonNotRunning = "daemon_not_running"
  case daemonDenied = "daemon_denied"
  case daemonSilent = "daemon_silent"
  case daemonUnclear = "daemon_unclear"
  case daemonUnreachable = "daemon_unreachable"
  case daemonRefuses = "daemon_refuses"
  case daemonNotConnected = "daemon_not_connected"
  case requestReplaced = "request_replaced"

  // The service.
  case serviceElsewhere = "service_elsewhere"
  case serviceRefused = "service_refused"
  case serviceDisobeys = "service_disobeys"
  case serviceLate = "service_late"
  case serviceForAll = "service_for_all"
  case keysWithoutDialog = "keys_without_dialog"
  case keysWithoutPassword = "keys_without_password"
  case keysNotAllowed = "keys_not_allowed"

  // The settings.
  case fileChanged = "file_changed"
  case valueRefused = "value_refused"
  case profileUnknown = "profile_unknown"
  case profileWithoutName = "profile_without_name"
  case frontUnknown = "front_unknown"
  case frontWithoutID = "front_without_id"

  // Cameras, cards and pictures.
  case camerasOpen = "cameras_open"
  case cameraFails = "camera_fails"
  case cameraClosed = "camera_closed"
  case cameraUsed = "camera_used"
  case cameraUsedBy = "camera_used_by"
  case cardUnreadable = "card_unreadable"
  case choiceNotSaved = "choice_not_saved"
  case copyFails = "copy_fails"
  case photoTaken = "photo_taken"
  case photoUnreadable = "photo_unreadable"
  case photoNotCopied = "photo_not_copied"
  case pictureUnreadable = "picture_unreadable"
  case decoderUnavailable = "decoder_unavailable"
  case wrongNotKept = "wrong_not_kept"
}

/// What is wrong, or to be known, for a page: its members are those of the body of an error.
struct Problem: Encodable {
  /// One line.
  let error: String
  /// What it says, and the command that is its fix.
  let facts: [Fact]
  let fix: String?

  init(error: String, facts: [Fact], fix: String?) { (self.error, self.facts, self.fix) = (error, facts, fix) }

  init(_ error: any UserFacingError) { self.init(error: "\(error.userError)", facts: error.facts, fix: error.fixingCommand) }

  init(_ fact: Fact, _ error: String) { self.init(error: error, facts: [fact], fix: nil) }

  init(_ note: FileNote) { self.init(error: note.description, facts: [note.fact], fix: nil) }
}

extension Reply {
  /// - Parameter values: what takes the places of the page's text, by name.
  static func error(_ status: HTTPResponseStatus, _ code: ErrorCode, _ values: [String: String], _ message: String) -> Reply {
    error(status, message, facts: [Fact(code, values)])
  }

  static func error(_ status: HTTPResponseStatus, _ code: ErrorCode, _ message: String) -> Reply { error(status, code, [:], message) }

  /// The response to a request that an error ends.
  ///
  /// - Parameter facts: what it says, where the error itself has no code.
  static func error(_ status: HTTPResponseStatus, _ error: any UserFacingError, _ facts: [Fact] = []) -> Reply {
    let own = error.facts
    return .error(
      status, error.userError.lines.joined(separator: "; "), facts: own.isEmpty ? facts : own,
      fix: error.fixingCommand)
  }
}

extension Refusal {
  init(_ status: HTTPResponseStatus, _ code: ErrorCode, _ values: [String: String], _ message: String) {
    self.init(.error(status, code, values, message))
  }

  init(_ status: HTTPResponseStatus, _ code: ErrorCode, _ message: String) { self.init(status, code, [:], message) }
}

extension UserFacingError {
  /// The command that fixes it on this computer; nil where the fix is none.
  var fixingCommand: String? { userError.fix?.command(in: .current)?.description }

  /// The message without the command that fixes it, which the page adds itself. A fix that is not a command stays.
  var messageWithoutCommand: String { fixingCommand == nil ? userError.description : userError.summary }

  /// What it says; none where it has no code.
  var facts: [Fact] {
    switch self {
    case let error as SocketError: [error.fact]
    case let error as ServiceError: [error.fact]
    case let error as KeyRefusal: [error.fact]
    case let error as ConfigurationError: error.problems.flatMap(\.facts)
    case let error as ProfileError: error.facts
    case let error as DeckCopy.Failure: [error.fact]
    default: []
    }
  }
}

extension SocketError {
  fileprivate var fact: Fact {
    let values = ["error": messageWithoutCommand]
    switch code {
    case .notRunning: return Fact(ErrorCode.daemonNotRunning)
    case .permission: return Fact(ErrorCode.daemonDenied, values)
    case .silent: return Fact(ErrorCode.daemonSilent)
    case .badAnswer: return Fact(ErrorCode.daemonUnclear, values)
    case .refused: return Fact(ErrorCode.daemonRefuses, ["error": userError.lines.joined(separator: "; ")])
    case .alreadyRunning, .inUse, .inTheWay, .pathTooLong, .pathEmpty, .noRuntimeDirectory, .unavailable, .badInheritance:
      return Fact(ErrorCode.daemonUnreachable, values)
    }
  }
}

extension ServiceError {
  fileprivate var fact: Fact {
    switch self {
    case .unreachable(let why): Fact(FindingCode.managerUnreachable, ["error": why])
    case .notInstalled: Fact(FindingCode.serviceNotInstalled)
    case .masked: Fact(FindingCode.serviceMasked)
    case .unreadable(let load): Fact(FindingCode.serviceUnreadable, ["state": load])
    case .refused(let message): Fact(ErrorCode.serviceRefused, ["error": message])
    case .failed(_, let unit, let cause): Fact(ErrorCode.serviceDisobeys, ["unit": unit, "error": cause])
    case .late(_, let unit, let limit): Fact(ErrorCode.serviceLate, ["unit": unit, "seconds": "\(limit.components.seconds)"])
    case .enabledForAll(let unit): Fact(ErrorCode.serviceForAll, ["unit": unit])
    }
  }
}

extension DeckCopy.Failure {
  fileprivate var fact: Fact {
    switch self {
    case .taken(let file): Fact(ErrorCode.photoTaken, ["file": file.string])
    case .unreadable(let file, let error): Fact(ErrorCode.photoUnreadable, ["file": file.string, "error": "\(error)"])
    case .uncopied(let file, let error): Fact(ErrorCode.photoNotCopied, ["file": file.string, "error": "\(error)"])
    }
  }
}

extension ProfileError {
  fileprivate var facts: [Fact] {
    [Fact(ErrorCode.profileUnknown, ["name": String(name.prefix(64)), "profiles": names.joined(separator: ", ")])]
  }
}
