import EventProtocol
import Gestures
import Glibc
import Platform
import Reports
import Traces
import UserErrors

/// An unnamed file in memory.
private let memory: Int32 = {
  let name = "/swiped-fuzz-trace-\(getpid())"
  defer { shm_unlink(name) }
  return shm_open(name, O_RDWR | O_CREAT | O_EXCL, 0o600)
}()

/// Checks that a trace, compressed or not, is replayed as in the daemon, to swipes and events that can be sent or an error of one line.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  guard ftruncate(memory, 0) == 0, pwrite(memory, bytes, count, 0) == count, lseek(memory, 0, SEEK_SET) == 0 else {
    fatalError("no memory for the input")
  }
  guard let input = try? OwnedDescriptor(duplicating: memory) else { fatalError("no descriptor for the input") }
  var reader = TraceReader(reading: input, name: "fuzz.trace")
  do {
    try replay(&reader)
  } catch let problem as EventProblem {
    check("\(reader.damaged(problem))")
  } catch {
    promise(error is UserError, "\(error)")
    check("\(error)")
  }
  return 0
}

private func replay(_ reader: inout TraceReader) throws {
  var classifier = SwipeClassifier()
  var live = LiveReport(columns: 100, hasColors: false)
  let report = EventReport(hasColors: false, topics: [.frame])
  var misses = MissFinder()
  while true {
    switch try reader.next() {
    case .header(let header): if let gesture = header.gesture { classifier = SwipeClassifier(try GestureSettings(gesture)) }
    case .event(.status(let status)):
      if let gesture = status.gesture { classifier = SwipeClassifier(try GestureSettings(gesture), isArmed: false) }
    case .event(.frame(var frame)):
      let recorded = try HandFrame(frame)
      let decision = classifier.classify(recorded)
      frame.hands = recorded.hands.map { Hand($0, fingers: []) }
      (frame.distance, frame.zone, frame.armed) = (decision.distance, decision.zone, decision.armed)
      (frame.reason, frame.reasonCode) = (decision.reasonSentence, decision.reason?.code.rawValue)
      // Every text that people may get of it.
      check(live.text(.frame(frame), at: frame.capturedNs)?.replacing("\u{1B}[K", with: "").replacing("\r", with: "") ?? "")
      check(report.text(.frame(frame)) ?? "")
      for miss in misses.take(decision, at: frame.capturedNs).all {
        let event = Event.miss(MissEvent(miss, hands: frame.hands.count, frame: frame.frame, capturedNs: frame.capturedNs))
        check(report.text(event) ?? "")
        send(event)
      }
      send(.frame(frame))
      if let swipe = decision.action {
        send(.gesture(GestureEvent(swipe, number: 1, frame: frame.frame, capturedNs: frame.capturedNs, emittedNs: 0)))
      }
    case .event, .unknown: break
    case .woken: fatalError("woken without a wakeup")
    case .end: return
    }
  }
}

/// Checks that subscribers can read the line of an event.
private func send(_ event: Event) {
  promise((try? ServerMessage(line: event.line.dropLast())) != nil, "an event that cannot be read: \(event)")
}

private func check(_ text: String) { promise(!text.contains(where: \.isNewline), "not one line: \(text)") }

/// Checks a condition, and prints the message in release builds too, unlike `precondition`.
private func promise(_ isKept: Bool, _ message: @autoclosure () -> String) {
  if !isKept { fatalError(message()) }
}
