import EventProtocol
import Gestures
import Imaging
import Logging
import Traces

/// A recorded session. Its frames enter the line with the hands that were seen then, at the times of then.
struct TraceSource: ~Copyable, LineSource {
  /// A swipe as it is told apart from others.
  private struct Moment: Equatable, CustomStringConvertible {
    var seq: Int, frame: Int
    var direction: SwipeEvent.Direction

    init(_ swipe: SwipeEvent) {
      (seq, frame, direction) = (swipe.seq, swipe.frame, swipe.direction)
    }

    var description: String { "\(direction.rawValue) at frame \(frame)" }
  }

  private var reader: TraceReader
  private let chosenFile: String?
  private let log: Logger
  /// Those that decide.
  private var gesture: GestureSettings
  private var recorded: [Moment] = [], replayed: [Moment] = []
  private var frames = 0
  private var lastFrame = 0
  private(set) var skipped: UInt64 = 0
  private(set) var description: SourceDescription

  /// - Throws: `TraceError`: it cannot be opened, or is no trace.
  init(path: String, _ settings: DaemonSettings, log: Logger) throws {
    reader = try TraceReader(path: path)
    chosenFile = settings.chosenFile
    gesture = settings.configuration.gesture
    self.log = log
    let camera = reader.header.camera
    description = SourceDescription(
      path: path, name: "trace of \(camera?.name ?? "no camera")", width: camera?.width ?? 0, height: camera?.height ?? 0,
      fps: camera?.fps ?? 0, format: "landmarks")
  }

  /// What is being replayed, and by which settings.
  var facts: [String] {
    let settings =
      if let chosenFile { "[gesture] of \(chosenFile)" } else {
        reader.header.gesture == nil ? "the gesture defaults, as it has no settings" : "the gesture settings that it was recorded with"
      }
    return ["replaying \(description.path), a \(description.name), recorded by swiped \(reader.header.version), by \(settings)"]
  }

  mutating func advance(_ line: inout FrameLine, wake: Int32) throws -> FrameStep {
    if frames == 0, let gesture = reader.header.gesture { try decide(by: gesture, &line) }
    while let event = try reader.next() {
      switch event {
      case .status(let status):
        if let gesture = status.gesture { try decide(by: gesture, &line) }
      case .swipe(let swipe):
        recorded.append(Moment(swipe))
        if replayed.isEmpty { line.countSwipes(from: swipe.seq - 1) }
      case .dropped(let dropped) where dropped.topic == .frame: skipped += UInt64(dropped.count)
      case .frame(let frame):
        try take(frame, &line)
        return .frame
      default: break
      }
    }
    report()
    return .ended
  }

  private mutating func decide(by options: GestureOptions, _ line: inout FrameLine) throws {
    guard chosenFile == nil else { return }
    let new: GestureSettings
    do throws(TraceProblem) { new = try GestureSettings(options) } catch { throw reader.damaged(error) }
    guard new != gesture else { return }
    gesture = new
    line.decide(by: new)
  }

  private mutating func take(_ frame: FrameEvent, _ line: inout FrameLine) throws {
    let seen: SeenFrame
    do throws(TraceProblem) { seen = try SeenFrame(frame) } catch { throw reader.damaged(error) }
    if frames == 0 { begin(at: frame, &line) }
    frames += 1
    lastFrame = frame.frame
    (description.width, description.height) = (frame.width, frame.height)
    if let interrupted = frame.interruptedNs { line.interrupt(at: interrupted) }
    if let swipe = line.take(seen) { replayed.append(Moment(swipe)) }
  }

  /// What came before the first frame is not in the trace, but what it left is: how many swipes, and whether a gesture was being held.
  /// A swipe is told before its frame, so one that is left by then is this frame's.
  private mutating func begin(at first: FrameEvent, _ line: inout FrameLine) {
    if let before = recorded.last(where: { $0.frame < first.frame }) { line.countSwipes(from: before.seq) }
    recorded.removeAll { $0.frame < first.frame }
    line.decide(by: gesture, isArmed: first.armed || !recorded.isEmpty)
  }

  /// Says what came of it, beside what came of it then.
  private func report() {
    if reader.brokeOff {
      log.warning("\(reader.path):\(reader.line): the trace breaks off in the middle of a line; what came before is replayed")
    }
    // A recording may end between a swipe and its frame.
    let recorded = recorded.filter { $0.frame <= lastFrame }
    let swipes = "\(frames) frames replayed, swipes: \(replayed.count)"
    let losses = skipped > 0 ? "; \(skipped) frames were lost while recording, which can make a difference" : ""
    if replayed == recorded {
      log.notice("\(swipes), the same as recorded\(losses)")
    } else {
      let count = zip(replayed, recorded).prefix { $0 == $1 }.count
      let then = recorded.dropFirst(count).first?.description ?? "no more"
      let now = replayed.dropFirst(count).first?.description ?? "no more"
      log.notice("\(swipes), where \(recorded.count) were recorded: after the first \(count), \(now) instead of \(then)\(losses)")
    }
  }
}
