import Gestures

/// A swipe that a person has marked as wrong, with the frames around it.
package struct WrongSwipe: Sendable {
  private let frames: [HandFrame]
  private let isArmed: Bool
  private let start: Int

  /// - Parameters:
  ///   - isArmed: whether the first thumb gesture swipes, or one was held before the first frame.
  ///   - start: the first frame in which nothing is to swipe: a swipe before it may have been meant.
  package init(_ frames: [HandFrame], isArmed: Bool, from start: Int) { (self.frames, self.isArmed, self.start) = (frames, isArmed, start) }

  /// Whether settings would make a swipe of it.
  func isMade(by settings: GestureSettings) -> Bool {
    var classifier = SwipeClassifier(settings, isArmed: isArmed)
    for (index, frame) in frames.enumerated() where classifier.classify(frame).action != nil && index >= start { return true }
    return false
  }
}
