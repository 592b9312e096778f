import Camera
import EventProtocol

/// Logs what happens to the camera, and reports the state that follows from it.
struct CameraReport {
  private let output: StateOutput
  /// The facts that were logged last about an open camera.
  private var announcement = ""

  init(_ output: StateOutput) { self.output = output }

  mutating func note(_ event: CameraEvent) {
    switch event {
    case .opened(let facts): announce(facts)
    case .stalled(let error, let isNew), .failed(let error, let isNews):
      if isNew { output.log.warning("\(error)") }
      output.report(.noCamera, because: StatusReason(error))
    case .held(let error, let isCurrent):
      output.log.warning("\(error)")
      if isCurrent { output.report(.noCamera, because: StatusReason(error)) }
    case .works: output.log.notice("the camera works again")
    case .yielded: output.report(.paused, because: .yielded(to: nil))
    case .yieldedTo(let holders):
      let names = holders.isEmpty ? "another user's program" : holders.labels
      output.log.notice("the camera is yielded to \(names)")
      output.report(.paused, because: .yielded(to: names, holder: holders.first.map { Status.Holder($0) }))
    case .takenBack(let wasNamed):
      output.log.notice(
        wasNamed ? "the camera is taken back" : "the camera was yielded for 2 s to a program that opened it, and is taken back")
    case .warning(let line): output.log.warning("\(line)")
    case .detail(let line): output.log.debug("\(line)")
    }
  }

  /// Logs facts about the camera once, although it is opened again after each lock of the session.
  private mutating func announce(_ facts: [String]) {
    let line = facts.joined(separator: "; ")
    if line != announcement { output.log.info("\(line)") }
    announcement = line
  }
}
