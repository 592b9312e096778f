import Dispatch
import Doctor
import EventProtocol
import NIOCore
import Platform
import Systemd
import UserErrors
import Web

/// What pages ask about the machine: what doctor finds, and the state of the service, which they can start and stop.
package struct ServiceRequests: Sendable {
  private let examine: @Sendable () -> [Finding]
  private let units: @Sendable () -> UnitFacts
  private let carryOut: @Sendable (ServiceAction) throws(ServiceError) -> Void
  /// Whether the daemon of the page is the service.
  private let isService: Bool
  /// Nil where only a command in a terminal can allow keys.
  private let keys: KeyPermission?
  /// One at a time: what is started meanwhile would see half of a change.
  private let examinations = DispatchQueue(label: "app doctor"), requests = DispatchQueue(label: "app service"),
    permissions = DispatchQueue(label: "app keys")

  /// Those of this machine and user.
  ///
  /// - Parameters:
  ///   - config: the configuration file; nil for the user's own.
  ///   - socket: the path of the daemon's socket if a person has named it; the service may then be another daemon.
  package init(config: String?, socket: String?) {
    let environment = relevantEnvironment()
    self.init(isService: socket == nil, keys: KeyPermission()) {
      Doctor.examine(config: config, socket: socket)
    } units: {
      .gathered(environment: environment)
    } carryOut: { action throws(ServiceError) in
      try UserServiceManager(environment: environment).carryOut(action)
    }
  }

  /// - Parameters:
  ///   - isService: whether the daemon of the page is the service.
  ///   - keys: allows keys without a terminal; nil where that is not possible.
  ///   - examine: what doctor finds.
  ///   - units: what the service manager knows.
  ///   - carryOut: starts and stops the service, and its start at login.
  package init(
    isService: Bool, keys: KeyPermission? = nil, examine: @escaping @Sendable () -> [Finding], units: @escaping @Sendable () -> UnitFacts,
    carryOut: @escaping @Sendable (ServiceAction) throws(ServiceError) -> Void
  ) {
    (self.isService, self.keys, self.examine, self.units, self.carryOut) = (isService, keys, examine, units, carryOut)
  }

  /// Replies with what doctor finds.
  func findings(on loop: any EventLoop) -> EventLoopFuture<Reply> {
    examinations.reply(on: loop) {
      .json(Findings(findings: examine().map { FoundState($0, isService: isService, canAllowKeys: keys != nil) }))
    }
  }

  /// Replies with the state of the service.
  func state(on loop: any EventLoop) -> EventLoopFuture<Reply> {
    requests.reply(on: loop) { .json(state) }
  }

  /// Carries out what a page asks, and replies with the state after it.
  func change(_ body: ByteBuffer, on loop: any EventLoop) -> EventLoopFuture<Reply> {
    requests.reply(on: loop) {
      guard let action = try? JSONCoding.decode(Change.self, from: body.readableBytesView).action else {
        let names = ServiceAction.allCases.map(\.rawValue).joined(separator: ", ")
        throw Refusal(.unprocessableEntity, .pageOutdated, "the action: is none of \(names); reload the page")
      }
      let before = state
      if before.manager == .none {
        throw Refusal(.error(.serviceUnavailable, before.reason ?? "there is no service", facts: before.facts, fix: before.fix))
      }
      do throws(ServiceError) { try carryOut(action) } catch { throw Refusal(.error(.serviceUnavailable, error)) }
      return .json(state)
    }
  }

  /// Allows this user to press keys, and replies when that is done.
  func allowKeys(on loop: any EventLoop) -> EventLoopFuture<Reply> {
    // A person may take minutes for the password, in which the service can be started all the same.
    permissions.reply(on: loop) {
      guard let keys else {
        throw Refusal(.serviceUnavailable, .keysWithoutDialog, "keys: the desktop cannot ask for a password; run the command of the check")
      }
      do throws(KeyRefusal) { try keys.obtain() } catch { throw Refusal(.error(.serviceUnavailable, error)) }
      return .json(["allowed": true])
    }
  }

  private var state: ServiceState { isService ? ServiceState(units()) : .otherDaemon }

  private struct Change: Decodable {
    let action: ServiceAction
  }
}

/// What a page shows of the service.
private struct ServiceState: Encodable {
  enum Manager: String, Encodable {
    case none, unreachable, answers
  }

  var manager = Manager.none
  /// One line about what keeps the service from running; nil if nothing does.
  @WritesNull var reason: String?
  /// What the reason says, and the command that is its fix.
  var facts: [Fact]
  var fix: String?
  var installed = false, running = false, failed = false, startsAtLogin = false

  static let otherDaemon = ServiceState(
    reason: "this swiped was named with --socket, so it may not be the service; start and stop it where it runs",
    facts: [Fact(ErrorCode.serviceElsewhere)])

  private init(reason: String, facts: [Fact], fix: String? = nil) { (self.reason, self.facts, self.fix) = (reason, facts, fix) }

  init(_ unit: UnitFacts) {
    let finding = unit.check(.current)
    self.init(
      reason: UserError(finding.message, fix: finding.fix.map { .command($0) }, exitStatus: .unavailable).description,
      facts: finding.facts, fix: finding.fix?.description)
    switch unit.manager {
    case .none: break
    case .unreachable: (manager, installed) = (.unreachable, unit.isFileInstalled)
    case .answers(let service, let socket):
      manager = .answers
      (installed, running, failed) = (service.load == "loaded", service.isRunning, service.hasFailed)
      startsAtLogin = service.isEnabled || socket.isEnabled
      if installed && !failed { (reason, facts, fix) = (nil, [], nil) }
    }
  }
}

private struct Findings: Encodable {
  let findings: [FoundState]
}

/// What a page shows of a finding.
private struct FoundState: Encodable {
  let check: String, verdict: String, message: String
  /// What the message says.
  let facts: [Fact]
  @WritesNull var fix: String?
  /// The name of a ``ServiceAction``, or `allow_keys`.
  @WritesNull var action: String?

  /// - Parameters:
  ///   - isService: whether the service manager can do something about the daemon.
  ///   - canAllowKeys: whether keys can be allowed without a terminal.
  init(_ finding: Finding, isService: Bool, canAllowKeys: Bool) {
    (check, verdict, message, facts) = (finding.check, finding.verdict.rawValue, finding.message, finding.facts)
    let allowsKeys = canAllowKeys && finding.check == "uinput" && finding.verdict == .failed
    (fix, action) = (finding.fix?.description, allowsKeys ? "allow_keys" : isService ? finding.action?.rawValue : nil)
  }
}
