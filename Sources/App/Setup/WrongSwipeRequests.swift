import Dispatch
import NIOCore
import Traces
import UserErrors
import Web

/// Keeps the swipes that a person marks as wrong on a page.
struct WrongSwipeRequests: Sendable {
  /// The path of the daemon's socket.
  let daemon: String
  /// Where they are kept; nil if no folder is known.
  let wrongSwipes: WrongSwipes?
  private let queue = DispatchQueue(label: "app wrong swipes")

  init(daemon: String, _ wrongSwipes: WrongSwipes?) { (self.daemon, self.wrongSwipes) = (daemon, wrongSwipes) }

  /// Does what `swipectl wrong` does, and replies with its lines.
  func keepLast(on loop: any EventLoop) -> EventLoopFuture<Reply> {
    queue.reply(on: loop) {
      do {
        guard let wrongSwipes else { throw UserError.noFolderForWrongSwipes }
        return .json(["lines": try wrongSwipes.keepLast(of: daemon).lines])
      } catch {
        let error = (error as? any UserFacingError) ?? UserError(error)
        return .error(.serviceUnavailable, error, [Fact(ErrorCode.wrongNotKept, ["error": error.messageWithoutCommand])])
      }
    }
  }
}
