import Camera
import EventProtocol
import Logging

/// Logs what has happened to the camera, and reports the state that follows from it.
struct CameraReports {
  private let publisher: Publisher
  private let log: Logger
  /// The facts that were logged last about an open camera.
  private var facts = ""

  init(_ publisher: Publisher, log: Logger) { (self.publisher, self.log) = (publisher, log) }

  mutating func report(_ event: CameraEvent) {
    switch event {
    case .opened(let facts): logOnce(facts)
    case .stalled(let error, let isNew), .failed(let error, let isNew):
      if isNew { log.warning("\(error)") }
      publisher.reportState(.noCamera, because: StatusReason(error))
    case .held(let error, let isCurrent):
      log.warning("\(error)")
      if isCurrent { publisher.reportState(.noCamera, because: StatusReason(error)) }
    case .works: log.notice("the camera works again")
    case .yielded: publisher.reportState(.paused, because: .yielded(to: nil))
    case .yieldedTo(let holders):
      let names = holders.isEmpty ? "another user's program" : holders.labels
      log.notice("the camera is yielded to \(names)")
      publisher.reportState(.paused, because: .yielded(to: names, holder: holders.first.map { Status.Holder($0) }))
    case .takenBack(let wasNamed):
      log.notice(wasNamed ? "the camera is taken back" : "the camera was yielded for 2 s to a program that opened it, and is taken back")
    case .warning(let line): log.warning("\(line)")
    case .detail(let line): log.debug("\(line)")
    }
  }

  /// Logs facts about the camera once, although it is opened again after each lock of the session.
  private mutating func logOnce(_ facts: [String]) {
    let line = facts.joined(separator: "; ")
    if line != self.facts { log.info("\(line)") }
    self.facts = line
  }
}
