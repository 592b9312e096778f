import Gestures

/// What settings would have made of a recording.
package struct CalibrationScore: Sendable, Equatable {
  /// The gestures that were asked for, and how many of them swiped in their direction.
  package var asked = 0, recognized = 0
  /// Swipes that were not asked for.
  package var falseSwipes = 0
  /// The swipes that were marked as wrong before, and how many of them would be made again. Those are false swipes, too.
  package var marked = 0, repeated = 0

  package init(asked: Int = 0, recognized: Int = 0, falseSwipes: Int = 0, marked: Int = 0, repeated: Int = 0) {
    (self.asked, self.recognized, self.falseSwipes, self.marked, self.repeated) = (asked, recognized, falseSwipes, marked, repeated)
  }

  package var mistakes: Int { asked - recognized + falseSwipes }
  /// Those of the recording alone.
  var recordedMistakes: Int { mistakes - repeated }
}

/// The frames of a calibration, and what the person was asked for in them.
package struct CalibrationRecording: Sendable {
  package enum Purpose: Sendable, Equatable {
    case gesture(Gesture)
    /// Whatever the hands do at a desk: nothing in it is to swipe.
    case desk
  }

  private var frames: [HandFrame] = []
  private var spans: [(frames: Range<Int>, purpose: Purpose)] = []
  /// Where the open span begins.
  private var start = 0
  /// What the person has marked as wrong before.
  package var wrongSwipes: [WrongSwipe] = []

  package init() {}

  package mutating func append(_ frame: HandFrame) { frames.append(frame) }

  /// Ends the open span and begins the next.
  ///
  /// - Parameter purpose: nil for frames that count for nothing.
  package mutating func close(as purpose: Purpose?) {
    if let purpose { spans.append((start..<frames.count, purpose)) }
    start = frames.count
  }

  /// What these settings make of all frames, without `unlock`, and with one swipe at most for a thumb, however long it is held.
  package func score(_ settings: GestureSettings) -> CalibrationScore {
    var once = settings.withoutUnlock
    once.repeatMs = 0
    let swipes = frames.actions(under: once)
    var score = CalibrationScore()
    for span in spans {
      let made = swipes.filter { span.frames.contains($0.frame) }.map(\.action.gesture)
      score.falseSwipes += made.count
      guard case .gesture(let gesture) = span.purpose else { continue }
      score.asked += 1
      if made.contains(gesture) {
        score.recognized += 1
        score.falseSwipes -= 1
      }
    }
    score.marked = wrongSwipes.count
    score.repeated = wrongSwipes.count { $0.isMade(by: settings.withoutUnlock) }
    score.falseSwipes += score.repeated
    return score
  }
}
