import CSystemd
import Camera
import Foundation
import Gestures
import Imaging
import Inference
import Landmarks
import Logging
import Settings
import Sources
import Synchronization

/// The thread that owns the frame line: everything on it is made, used and released there.
final class LineThread: Sendable {
  let control: LineControl
  private let settings: DaemonSettings
  private let board: StatusBoard
  private let outlet: EventOutlet
  private let log: Logger
  private let result = Mutex<Result<Void, any Error>?>(nil)

  init(_ settings: DaemonSettings, _ control: LineControl, board: StatusBoard, outlet: EventOutlet, log: Logger) {
    self.settings = settings
    self.control = control
    self.board = board
    self.outlet = outlet
    self.log = log
  }

  /// Starts the thread, and returns when it has ended.
  func run() async {
    await withCheckedContinuation { continuation in
      let thread = Thread { [self] in
        let ended = Result { try body() }
        result.withLock { $0 = ended }
        continuation.resume()
      }
      thread.name = "frame line"
      thread.start()
    }
  }

  /// Whether the thread has come to its end.
  var hasEnded: Bool { result.withLock { $0 != nil } }

  /// - Throws: what ended the line, unless it was told to stop or its source ended.
  func outcome() throws { try result.withLock { $0 }?.get() }

  private func body() throws {
    // The models take longest to be ready: before the source, so that no frame waits for them.
    let line = try makeLine()
    switch settings.origin {
    case .synthetic: try run(line, SyntheticHand())
    case .y4m(let path): try run(line, Y4MStream(path: path, startNs: monotonicNs()))
    case .camera(let name): try run(line, CameraStream(CameraDevice.find(name), wish: CameraWish(settings.configuration.camera)))
    }
  }

  private func makeLine() throws -> FrameLine {
    let tracking = settings.configuration.tracking
    let tracker = try HandTracker(
      prefix: .find(), precision: tracking.precision, threads: tracking.threads, maxHands: tracking.maxHands)
    return FrameLine(
      tracker: tracker, classifier: SwipeClassifier(settings.configuration.gesture),
      keys: SwipeKeys(settings.chords, board: board, log: log), board: board, outlet: outlet)
  }

  private func run<Source: FrameSource & ~Copyable>(_ line: consuming FrameLine, _ source: consuming Source) throws {
    let from = source.description
    // A stream through a pipe may not have said yet.
    let mode = from.width > 0 ? ", \(from.width)×\(from.height) \(from.format) at \(from.fps) fps" : ""
    log.info("watching \(from.name) (\(from.path))\(mode)")
    sd_notify(0, "READY=1")
    try line.run(&source, control)
  }
}

extension CameraWish {
  fileprivate init(_ settings: CameraSettings) {
    self.init()
    width = settings.width
    height = settings.height
    fps = Double(settings.fps)
  }
}
