import EventProtocol
import Gestures
import Logging
import Settings
import VirtualKeyboard

/// Presses a swipe's keys, if there is a keyboard to press them on. What stands in the way is said once.
struct SwipeKeys: ~Copyable {
  private var keyboard: VirtualKeyboard?
  private let chords: Chords?
  private let board: StatusBoard
  private let log: Logger

  /// - Parameter chords: nil where no keys are wanted.
  init(_ chords: Chords?, board: StatusBoard, log: Logger) {
    self.chords = chords
    self.board = board
    self.log = log
    do throws(KeyboardError) {
      keyboard = if let chords { try VirtualKeyboard(pressing: [chords.left, chords.right]) } else { nil }
      board.setKeys(chords == nil ? .off : .ready)
    } catch {
      keyboard = nil
      giveUp(error)
    }
  }

  mutating func press(_ direction: SwipeDirection) {
    guard let chords else { return }
    do throws(KeyboardError) {
      try keyboard?.press(direction == .left ? chords.left : chords.right)
    } catch {
      keyboard = nil
      giveUp(error)
    }
  }

  private func giveUp(_ error: KeyboardError) {
    log.warning("keys are not pressed, events go on: \(error)")
    board.setKeys(.unavailable)
  }
}
