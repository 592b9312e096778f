import Camera
import EventProtocol
import Gestures
import Hands
import Imaging
import Logging
import Platform
import Traces
import UserErrors

/// A replay of a recorded session. Its frames enter the pipeline with the recorded hands, at the recorded times.
struct TraceReplay: ~Copyable {
  private var reader: TraceReader
  private let chosenFile: String?
  private let publisher: Publisher
  private let state: DaemonState
  private let log: Logger
  private var swipes = SwipeComparison()
  private var frames = 0
  private var lastNs: UInt64 = 0
  /// The number of frames that were lost while recording.
  private var lost: UInt64 = 0
  private var source: SourceDescription
  private var hasReportedDepth = false
  /// When the swipes fall asleep, as the last status said; nil if they were asleep, or always awake.
  private var awakeUntilNs: UInt64?
  /// What the last status said of the application in front, and of the profile.
  private var apps: Status.Apps?, profile: String?

  /// - Throws: `UserError` if it cannot be opened. Its contents are read later.
  init(path: String, _ settings: DaemonSettings, _ publisher: Publisher, _ state: DaemonState, log: Logger) throws {
    reader = try TraceReader(path: path)
    chosenFile = settings.start.file
    (self.publisher, self.state, self.log) = (publisher, state, log)
    source = SourceDescription(path: path, name: "trace", width: 0, height: 0, fps: 0, format: "landmarks")
  }

  /// Replays one line, or ends its wait for one: messages are handled between lines, however many of them have no frame.
  ///
  /// - Parameter wake: a descriptor that ends the wait for a line when it becomes readable.
  /// - Returns: false at the end of the trace.
  mutating func step(wake: Int32, into pipeline: inout FramePipeline) throws -> Bool {
    switch try reader.next(wake: wake, untilNs: monotonicNs() + PipelineSource.longestWaitNs) {
    case .header(let header): try begin(with: header, &pipeline)
    case .event(.frame(let frame)):
      try replay(frame, &pipeline)
      state.count(LostFrames(dropped: lost))
      publisher.reportState(.running, source: source)
    case .event(.status(let status)):
      awakeUntilNs = status.awakeUntilNs
      // A hand had to rest when another application came to the front, or another profile was used, whose keys may be others.
      if let apps, let now = status.apps, now.front?.id != apps.front?.id { pipeline.requireRest() }
      if let profile, status.profile != profile { pipeline.requireRest() }
      (apps, profile) = (status.apps, status.profile)
      if let gesture = status.gesture { try use(gesture, &pipeline) }
    case .event(.gesture(let swipe)):
      swipes.add(recorded: swipe)
      if swipes.replayedCount == 0 { pipeline.actionCount = swipe.seq - 1 }
    case .event(.dropped(let dropped)) where dropped.topic == .frame: lost += UInt64(dropped.count)
    case .event, .unknown, .woken: break
    case .end:
      logSummary()
      state.count(LostFrames(dropped: lost))
      publisher.publishStatus()
      return false
    }
    return true
  }

  /// Logs the name and the settings of the replay.
  private mutating func begin(with header: TraceHeader, _ pipeline: inout FramePipeline) throws {
    let camera = header.camera
    source = SourceDescription(
      path: source.path, name: "trace of \(camera?.name ?? "no camera")", width: camera?.width ?? 0, height: camera?.height ?? 0,
      fps: camera?.fps ?? 0, format: source.format)
    let settings =
      if let chosenFile { "the gesture settings of \(chosenFile)" } else {
        header.gesture == nil ? "the gesture defaults, as it has no settings" : "the gesture settings that it was recorded with"
      }
    log.info("replaying \(reader.name), a \(source.name), recorded by swiped \(header.version), by \(settings)")
    if let gesture = header.gesture { try use(gesture, &pipeline) }
  }

  private mutating func use(_ options: GestureOptions, _ pipeline: inout FramePipeline) throws {
    guard chosenFile == nil else { return }
    let new: GestureSettings
    do throws(EventProblem) { new = try GestureSettings(options) } catch { throw reader.damaged(error) }
    if new != pipeline.gesture { pipeline.use(new) }
  }

  private mutating func replay(_ frame: FrameEvent, _ pipeline: inout FramePipeline) throws {
    let tracked: TrackedFrame
    do throws(EventProblem) { tracked = try TrackedFrame(frame) } catch { throw reader.damaged(error) }
    if frames == 0 { begin(at: frame, &pipeline) }
    frames += 1
    lastNs = frame.capturedNs
    reportMissingDepth(tracked.hands, pipeline.gesture)
    (source.width, source.height) = (frame.width, frame.height)
    if let interruptedNs = frame.interruptedNs { pipeline.interrupt(at: interruptedNs) }
    guard let swipe = pipeline.process(tracked) else { return }
    swipes.add(
      replayed: SwipeComparison.Moment(
        seq: pipeline.actionCount, frame: frame.frame, capturedNs: frame.capturedNs, gesture: swipe.gesture))
  }

  private mutating func reportMissingDepth(_ hands: [HumanHandPoseObservation], _ gesture: GestureSettings) {
    guard !hasReportedDepth, gesture.pose == .thumb, let hand = hands.first, !hand.hasDepth else { return }
    hasReportedDepth = true
    log.warning(
      "\(reader.name):\(reader.line): the joints have no depth, so pose = \"thumb\" decides without it, and misses more thumbs")
  }

  /// Adopts the state before the first frame, which is not in its line: the number of swipes, whether a gesture was held, and whether the
  /// swipes were awake. A swipe is recorded before its frame, so the last one may belong to this frame.
  private mutating func begin(at first: FrameEvent, _ pipeline: inout FramePipeline) {
    let (lastSeq, hasOwn) = swipes.begin(atFrameOf: first.capturedNs)
    if let lastSeq { pipeline.actionCount = lastSeq }
    pipeline.use(SwipeClassifier(pipeline.gesture, isArmed: first.armed || hasOwn, awakeUntilNs: awakeUntilNs))
  }

  private func logSummary() {
    if reader.brokeOff {
      log.warning("\(reader.name):\(reader.line): the trace ends in the middle of a line; the complete lines are replayed")
    }
    let losses = lost > 0 ? "; frames lost while recording: \(lost), which can make a difference" : ""
    log.notice("\(frames) frames replayed, swipes: \(swipes.replayedCount), \(swipes.summary(untilFrameOf: lastNs))\(losses)")
  }
}

extension TrackedFrame {
  /// - Throws: `EventProblem` for a hand that lacks a joint.
  fileprivate init(_ recorded: FrameEvent) throws(EventProblem) {
    let hands = try recorded.observations()
    self.init(
      sequence: UInt64(recorded.frame), capturedNs: recorded.capturedNs, dequeuedNs: monotonicNs(), width: recorded.width,
      height: recorded.height, hands: hands, startCPUNs: processCPUNs())
  }
}

/// Compares the swipes of a replay with those that were recorded.
///
/// Pure. It stores a limited number of each, so that a trace of any length fits into memory; the others are only counted.
package struct SwipeComparison: Sendable {
  /// The identity of a swipe.
  package struct Moment: Equatable, Sendable, CustomStringConvertible {
    var seq: Int, frame: Int
    /// Of the frame, in ns. Frames are told apart by it: the numbers of a camera that was opened again begin anew.
    var capturedNs: UInt64
    var gesture: Gesture

    init(seq: Int, frame: Int, capturedNs: UInt64, gesture: Gesture) {
      (self.seq, self.frame, self.capturedNs, self.gesture) = (seq, frame, capturedNs, gesture)
    }

    package init(_ swipe: GestureEvent) {
      self.init(seq: swipe.seq, frame: swipe.frame, capturedNs: swipe.capturedNs, gesture: swipe.gesture)
    }

    package var description: String { "\(gesture.name) at frame \(frame)" }
  }

  /// A swipe per second for a day.
  private static let limit = 86_400

  private let limit: Int
  private var recorded: [Moment] = [], replayed: [Moment] = []
  private var recordedCount = 0
  package private(set) var replayedCount = 0

  /// - Parameter limit: the number of swipes of each that are compared.
  package init(limit: Int = Self.limit) { self.limit = limit }

  package mutating func add(recorded swipe: GestureEvent) {
    recordedCount += 1
    if recorded.count < limit { recorded.append(Moment(swipe)) }
  }

  package mutating func add(replayed swipe: Moment) {
    replayedCount += 1
    if replayed.count < limit { replayed.append(swipe) }
  }

  /// Forgets the recorded swipes before the first frame, which cannot be replayed.
  ///
  /// - Parameter ns: the time of that frame.
  /// - Returns: the number of the last of them, and whether one is left, which belongs to the frame.
  package mutating func begin(atFrameOf ns: UInt64) -> (lastSeq: Int?, hasOwn: Bool) {
    let last = recorded.last { $0.capturedNs < ns }
    recorded.removeAll { $0.capturedNs < ns }
    recordedCount = recorded.count
    return (last?.seq, !recorded.isEmpty)
  }

  /// The difference in words.
  ///
  /// - Parameter lastNs: the time of the last frame of the trace, which may end between a swipe and its frame.
  package func summary(untilFrameOf lastNs: UInt64) -> String {
    let later = recorded.count { $0.capturedNs > lastNs }
    let recorded = recorded.dropLast(later)
    if replayed == Array(recorded), replayedCount == recordedCount - later {
      return "the same as recorded"
    }
    let count = zip(replayed, recorded).prefix { $0 == $1 }.count
    let then = recorded.dropFirst(count).first?.description ?? "no more"
    let now = replayed.dropFirst(count).first?.description ?? "no more"
    return "where \(recordedCount - later) were recorded: after the first \(count), \(now) instead of \(then)"
  }
}
