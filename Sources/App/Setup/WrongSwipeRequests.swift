import Dispatch
import Gestures
import NIOCore
import SystemPackage
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

  /// Does what `swipectl wrong` does, and replies with what is kept.
  func keepLast(on loop: any EventLoop) -> EventLoopFuture<Reply> {
    queue.reply(on: loop) {
      do {
        guard let wrongSwipes else { throw UserError.noFolderForWrongSwipes }
        return .json(Kept(try wrongSwipes.keepLast(of: daemon)))
      } catch {
        let error = (error as? any UserFacingError) ?? UserError(error)
        return .error(.serviceUnavailable, error, [Fact(ErrorCode.wrongNotKept, ["error": error.messageWithoutCommand])])
      }
    }
  }
}

/// What a page learns of a swipe that is kept.
private struct Kept: Encodable {
  let seq: Int
  let direction: SwipeDirection?
  /// When it was made, in s since 1970.
  let unixS: Int
  /// Each a word of a command, which a person can copy.
  let file: String, removed: [String]
  /// False if it was kept before.
  let isNew: Bool
  /// The changes, as in the configuration, each of which alone would have prevented it.
  let preventions: [String]

  init(_ kept: KeptSwipe) {
    (seq, direction, unixS, isNew) = (kept.swipe.seq, kept.swipe.gesture.direction, kept.unixS, kept.isNew)
    (file, removed) = (Self.word(kept.file), kept.removed.map(Self.word))
    preventions = kept.preventions.map(\.description)
  }

  private static func word(_ file: FilePath) -> String { ("\(file)" as ShellCommand).description }
}
