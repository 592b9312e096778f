import Dispatch
import EventProtocol
import EventSocket
import NIOCore
import Platform
import Settings
import UserErrors
import Web

/// Carries out what a page asks about the configuration file: what it says, and changes of it.
struct SettingsRequests: Sendable {
  /// The file that `--config` names; nil for the user's own.
  let config: String?
  /// Where the user's own file is looked up.
  let environment: [String: String]
  /// The path of the daemon's socket.
  let daemon: String
  /// One at a time, so that each sees what the one before has written.
  private let queue = DispatchQueue(label: "app settings")

  init(config: String?, environment: [String: String], daemon: String) {
    (self.config, self.environment, self.daemon) = (config, environment, daemon)
  }

  /// What the file says.
  func form(on loop: any EventLoop) -> EventLoopFuture<Reply> {
    queue.reply(on: loop) { .json(try SettingsForm(config: config, environment: environment)) }
  }

  /// Shows the lines that a change would change, or makes it.
  func change(_ body: ByteBuffer, on loop: any EventLoop) -> EventLoopFuture<Reply> {
    queue.reply(on: loop) {
      let change: SettingsChange
      do { change = try JSONCoding.decode(SettingsChange.self, from: body.readableBytesView) } catch {
        throw Refusal(.unprocessableEntity, .pageOutdated, "the change: is not what this version of swipectl expects; reload the page")
      }
      return .json(try carryOut(change))
    }
  }

  private struct Result: Encodable {
    /// The lines that go, after `- `, and those that come, after `+ `.
    let lines: [String]
    let file: String
    /// What a person is to know before the file is written.
    let notes: [Problem]
    /// Why the file cannot be written.
    let readOnly: Problem?
    /// Of the text after the change.
    let version: String
    let saved: Bool
    /// Why the daemon does not use the change yet.
    let reload: Problem?
  }

  private func carryOut(_ change: SettingsChange) throws -> Result {
    var editor = try ConfigurationEditor(opening: config, environment: environment)
    guard editor.version == change.version else {
      throw Refusal(
        .conflict, .fileChanged, ["file": editor.file],
        "\(editor.file): has changed since this page read it; look at what it says now, and try again")
    }
    let unchanged = editor
    do { try change.make(in: &editor) } catch let error as ConfigurationError {
      throw Self.refusal(of: change, error, in: unchanged)
    }
    let lines = editor.changedLines
    let isSaved = change.save && !lines.isEmpty
    let (notes, readOnly) = (editor.notes.map(Problem.init), editor.readOnly.map(Problem.init))
    // What another program has written since the file was read above is in the version, too.
    let version = (isSaved ? try editor.save().version : nil) ?? configurationVersion(of: editor.text.utf8)
    return Result(
      lines: lines, file: editor.file, notes: notes, readOnly: readOnly, version: version, saved: change.save,
      reload: isSaved ? reload(editor.file, selecting: change.calibration?.profile) : nil)
  }

  /// The response to a change that the file cannot have: what is wrong, and the option of the change that is.
  ///
  /// - Parameter unchanged: the file before the change.
  private static func refusal(of change: SettingsChange, _ error: ConfigurationError, in unchanged: ConfigurationEditor) -> Refusal {
    // The page shows the file's lines only where a person asks for them, so their numbers would say nothing.
    let words = error.problems.map { UserError($0.cause, fix: $0.fix, exitStatus: .configuration).description }
    let text = words.joined(separator: "; ")
    let facts = error.problems.map { $0.fact ?? Fact(ErrorCode.valueRefused, ["error": text]) }
    return Refusal(.error(.unprocessableEntity, text, facts: facts, option: change.wrongOption(in: unchanged)))
  }

  /// Has the daemon use the file.
  ///
  /// - Parameter profile: what the change has selected, for certain.
  /// - Returns: why it does not; nil if it does.
  private func reload(_ file: String, selecting profile: String?) -> Problem? {
    let deadline = Deadline()
    do {
      var client = try EventClient.withoutSubscriptions(path: daemon, until: deadline)
      _ = try client.reload(file, selecting: profile, until: deadline)
      return nil
    } catch {
      return Problem(error)
    }
  }
}

extension DispatchQueue {
  /// Carries out a request of a page.
  ///
  /// - Parameter body: returns the response, or throws ``Refusal`` or an error for the person.
  func reply(on loop: any EventLoop, _ body: @escaping @Sendable () throws -> Reply) -> EventLoopFuture<Reply> {
    let promise = loop.makePromise(of: Reply.self)
    async {
      do {
        promise.succeed(try body())
      } catch let refusal as Refusal {
        promise.succeed(refusal.reply)
      } catch let error as any UserFacingError {
        promise.succeed(.error(.unprocessableEntity, error))
      } catch {
        promise.succeed(.error(.serviceUnavailable, UserError(error)))
      }
    }
    return promise.futureResult
  }
}
