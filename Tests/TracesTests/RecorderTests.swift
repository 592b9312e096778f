import EventProtocol
import Testing
import Traces

@Suite("A recording")
struct RecorderTests {
  private let swipe = Event.gesture(
    GestureEvent(
      seq: 7, gesture: .thumbDown, distance: 60, chirality: .left, confidence: 1, frame: 1, capturedNs: 1, emittedNs: 2))

  @Test("holds lines back until the camera is known, and keeps them unchanged and in order")
  func order() throws {
    var recorder = TraceRecorder()
    #expect(recorder.take(Event.hello(Hello(version: "3", pid: 1)).text, .hello(Hello(version: "3", pid: 1))) == [])
    for event in [someStatus(nil), swipe, someFrame(1)] { #expect(recorder.take(event.text, event) == []) }
    let lines = recorder.take(someStatus().text, someStatus())
    #expect(lines.count == 5 && Array(lines[1...]) == [someStatus(nil), swipe, someFrame(1), someStatus()].map(\.text))
    #expect(try JSONCoding.decode(TraceHeader.self, from: lines[0]).camera == camera)
    #expect(recorder.take(Array("as it is".utf8), someFrame(2)) == [Array("as it is".utf8)])
    #expect(recorder.finish() == [] && recorder.frames == 2 && recorder.swipes == 1)
  }

  @Test("counts lost frames, and keeps the lines that report them")
  func lost() {
    var recorder = TraceRecorder()
    _ = recorder.take(someStatus().text, someStatus())
    for event in [Event.dropped(DroppedEvent(topic: .frame, count: 3)), .dropped(DroppedEvent(topic: .hand, count: 9))] {
      #expect(recorder.take(event.text, event) == [event.text])
    }
    #expect(recorder.lost == 3)
  }

  @Test("counts lost frames without overflow")
  func manyLost() {
    var recorder = TraceRecorder()
    for _ in 1...3 { _ = recorder.take([], .dropped(DroppedEvent(topic: .frame, count: .max))) }
    #expect(recorder.lost == .max)
  }

  @Test("does not wait forever for a camera")
  func noCamera() {
    var recorder = TraceRecorder()
    var written = 0
    for number in 1...2000 { written += recorder.take(someFrame(number).text, someFrame(number)).count }
    #expect(written == 2001)
  }
}
