import Desktop
import Dispatch
import Doctor
import EventProtocol
import Focus
import FoundationEssentials
import NIOCore
import Settings
import SystemPackage
import UserErrors
import Web

/// Answers what pages ask about applications: which are installed, in which swipes act, and which one is in front.
package struct ApplicationRequests: Sendable {
  /// The time to bring an application to the front, in s.
  private static let wait: UInt32 = 3

  private let config: String?
  private let environment: [String: String]
  private let readFront: @Sendable () throws -> FocusState
  /// One at a time: each reads all applications, or watches the desktop.
  private let queue = DispatchQueue(label: "app applications")

  /// - Parameters:
  ///   - config: the configuration file; nil for the user's own.
  ///   - environment: where that file, the applications and the desktop are looked up.
  package init(config: String?, environment: [String: String]) {
    self.init(config: config, environment: environment) {
      let query = try FocusQuery(environment, for: "page")
      defer { query.stop() }
      return query.state(afterSeconds: Self.wait)
    }
  }

  /// - Parameter readFront: returns what is in front after a person has had time to bring something there.
  package init(config: String?, environment: [String: String], readFront: @escaping @Sendable () throws -> FocusState) {
    (self.config, self.environment, self.readFront) = (config, environment, readFront)
  }

  /// Replies with the applications of the configuration, with their icons, and those that are installed.
  func list(on loop: any EventLoop) -> EventLoopFuture<Reply> {
    queue.reply(on: loop) {
      let index = index
      let settings = try LoadedConfiguration.load(explicit: config, environment: environment).configuration.apps
      let listed = settings.only.map { $0.map { Application(named: $0, index, environment) } }
      return .json(Applications(only: listed, installed: index.shown.map { Installed(id: $0.id, name: $0.name) }))
    }
  }

  /// Replies with the application that is in front in a while.
  func front(on loop: any EventLoop) -> EventLoopFuture<Reply> {
    queue.reply(on: loop) {
      let state = try readFront()
      guard case .front(let window?) = state else {
        throw Refusal(.error(.serviceUnavailable, "no application to add: \(state.lack ?? "")", facts: state.facts))
      }
      let application = index.application(of: window)
      return .json(Installed(id: application.id, name: application.name))
    }
  }

  private var index: ApplicationIndex { ApplicationIndex(InstalledApplications.read(environment: environment)) }
}

extension FocusState {
  /// What it says where no application is known to be in front.
  fileprivate var facts: [Fact] {
    switch self {
    case .unknown: [Fact(ErrorCode.frontUnknown)]
    case .unavailable(let obstacle): [obstacle.fact]
    case .front: [Fact(ErrorCode.frontWithoutID)]
    }
  }
}

private struct Applications: Encodable {
  @WritesNull var only: [Application]?
  let installed: [Installed]
}

private struct Installed: Encodable {
  let id: String, name: String
}

private struct Application: Encodable {
  let id: String, name: String
  /// A data URL; null without an icon that browsers show.
  @WritesNull var icon: String?

  /// - Parameter name: as the configuration has it, which stays the id, so that it can be removed from there.
  init(named name: String, _ index: ApplicationIndex, _ environment: [String: String]) {
    (id, self.name) = (name, index.title(of: name))
    let icon = index.id(of: name).flatMap { index[$0]?.icon }.flatMap { ApplicationIcon(named: $0, environment: environment) }
    self.icon = icon.map { "data:\($0.type);base64,\(Data($0.bytes).base64EncodedString())" }
  }
}
