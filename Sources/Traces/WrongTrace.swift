import EventProtocol
import Gestures
import SystemPackage
import UserErrors

/// What a kept file has of a swipe that was marked as wrong, for a calibration.
package struct WrongTrace: Sendable {
  /// The time before the swipe that counts. Any gesture is shorter; longer ago, one that was meant may have been missed.
  private static let leadNs: UInt64 = 4_000_000_000
  /// The reasons of a thumb that is shown to wake the swipes.
  private static let wakes = [NoSwipeReason.Code.asleep.rawValue, NoSwipeReason.Code.woke.rawValue].map(Optional.some)

  package let frames: [HandFrame]
  /// Whether the first thumb gesture swipes, or one was held before the first frame.
  package let isArmed: Bool
  /// The first frame after the gesture of the swipe before, or after those that woke the swipes, which other settings may take for a swipe later.
  package let start: Int

  /// Reads a file.
  ///
  /// - Throws: ``UserError`` if it is damaged, or has no swipe.
  package init(_ file: FilePath) throws(UserError) {
    do throws(UserError) { try self.init(reading: file) } catch {
      var error = error
      // The swipe cannot be recorded again.
      if error.exitStatus == .damagedInput { error.fix = .command("rm \(file)") }
      throw error
    }
  }

  private init(reading file: FilePath) throws(UserError) {
    var reader = try TraceReader(path: file.string)
    var (recorded, swipes): ([FrameEvent], [GestureEvent]) = ([], [])
    var frames: [HandFrame] = []
    reading: while true {
      switch try reader.next() {
      case .event(.frame(let frame)):
        do throws(EventProblem) { frames.append(try HandFrame(frame)) } catch { throw reader.damaged(error) }
        recorded.append(frame)
      case .event(.gesture(let swipe)): swipes.append(swipe)
      case .end: break reading
      default: break
      }
    }
    // Not by their numbers: those of a camera that was opened again begin anew.
    guard let marked = swipes.last, let last = recorded.firstIndex(where: { $0.capturedNs == marked.capturedNs }) else {
      throw reader.damaged(EventProblem("there is no swipe in it"))
    }
    let first = recorded.firstIndex { $0.capturedNs + Self.leadNs >= marked.capturedNs } ?? 0
    let earlier = swipes.dropLast().last.flatMap { swipe in recorded.firstIndex { $0.capturedNs == swipe.capturedNs } }
    // A thumb that woke the swipes was meant.
    let waking = recorded[..<last].lastIndex { Self.wakes.contains($0.reasonCode) }
    let before = [earlier, waking].compactMap(\.self).max()
    let after = before.map { before in recorded[..<last].dropFirst(before + 1).firstIndex(where: \.armed) ?? last }
    self.frames = Array(frames[first...])
    isArmed = recorded[first].armed || swipes.contains { $0.capturedNs == recorded[first].capturedNs }
    start = max(0, (after ?? 0) - first)
  }
}
