import EventProtocol
import Gestures
import Hands
import Testing
import swiped

private let second: UInt64 = 1_000_000_000

/// A hand with the longest numbers that a tracker gives.
private func hand(_ number: Float = 1) -> HumanHandPoseObservation {
  var hand = HumanHandPoseObservation(confidence: 0.987_654_3, chirality: .right, imageWidth: 640, imageHeight: 480) { joint in
    (123_456.78 + number, -123_456.78, -1.234_567_8e-37)
  }
  hand.id = .max
  return hand
}

private func frame(_ number: Int, ns: UInt64, handledNs: UInt64? = nil, settings: GestureSettings = .plain, swipe: Bool = false)
  -> RecentFrame
{
  var classifier = SwipeClassifier(settings)
  let event = GestureEvent(
    seq: number, gesture: .thumbUp, distance: -80, chirality: .right, confidence: 1, frame: number, capturedNs: ns,
    emittedNs: ns)
  return RecentFrame(
    number: number, capturedNs: ns, handledNs: handledNs ?? ns, width: 640, height: 480,
    decision: classifier.classify(HandFrame([hand()], at: ns)), settings: settings, event: swipe ? event : nil)
}

extension RecentFrames {
  /// All pieces from the oldest on, as a client asks for them.
  fileprivate func pieces(at ns: UInt64) -> [RecentEvents] {
    var pieces: [RecentEvents] = []
    var next: Int?
    repeat {
      pieces.append(piece(from: next, at: ns).events)
      next = pieces.last?.next
    } while next != nil && pieces.count < 1000
    return pieces
  }

  /// The numbers of the frames.
  fileprivate func numbers(at ns: UInt64) -> [Int] {
    pieces(at: ns).flatMap(\.events).compactMap { if case .frame(let frame) = $0 { frame.frame } else { nil } }
  }
}

@Suite("The frames of the last ten seconds")
struct RecentFramesTests {
  @Test("are those that were captured in the ten seconds before the newest, in their order")
  func span() {
    var frames = RecentFrames()
    #expect(frames.pieces(at: 0) == [RecentEvents()])
    for number in 0..<500 { frames.append(frame(number, ns: UInt64(number) * second / 30), hands: [hand()]) }
    let newest = 499 * second / 30
    #expect(frames.numbers(at: newest) == Array(199..<500))
  }

  @Test("are gone ten seconds after they were handled, whatever the clock of their source says")
  func age() {
    var frames = RecentFrames()
    for number in 0..<20 { frames.append(frame(number, ns: 7, handledNs: UInt64(number) * second), hands: []) }
    #expect(frames.numbers(at: 19 * second) == Array(9..<20))
    #expect(frames.numbers(at: 25 * second) == Array(15..<20))
    #expect(frames.pieces(at: 40 * second) == [RecentEvents()])
  }

  @Test("are at most 600, the newest ones")
  func capacity() {
    var frames = RecentFrames()
    for number in 0..<2000 { frames.append(frame(number, ns: UInt64(number) * 1_000_000), hands: []) }
    #expect(frames.numbers(at: 2 * second) == Array(1400..<2000))
  }

  @Test("start again when time goes back, and when they are removed")
  func startAgain() {
    var frames = RecentFrames()
    for number in 0..<9 { frames.append(frame(number, ns: second), hands: []) }
    frames.append(frame(3, ns: second - 1), hands: [])
    #expect(frames.numbers(at: second) == [3])
    frames.removeAll()
    #expect(frames.pieces(at: second) == [RecentEvents()])
    frames.append(frame(4, ns: 5), hands: [])
    #expect(frames.numbers(at: 5) == [4])
  }

  @Test("come with their hands, at most four each, and with each swipe right before its frame")
  func hands() throws {
    var frames = RecentFrames()
    // Each slot is used more than once.
    for number in 0..<700 { frames.append(frame(number, ns: second), hands: (0..<number % 7).map { hand(Float($0)) }) }
    frames.append(frame(700, ns: second, swipe: true), hands: [hand(7)])
    let events = frames.pieces(at: second).flatMap(\.events)
    for case .frame(let frame) in events.dropLast() {
      #expect(frame.hands.allSatisfy { $0.id == .max })
      #expect(try frame.observations().map { $0.recognizedPoint(.wrist).x } == (0..<min(frame.frame % 7, 4)).map { 123_456.78 + Float($0) })
    }
    guard case .gesture(let swipe)? = events.dropLast().last, case .frame(let last)? = events.last else {
      Issue.record("no swipe before the last frame")
      return
    }
    #expect(swipe.seq == 700 && last.frame == 700 && last.reason == nil && last.hands.count == 1)
  }

  @Test("come in pieces that each fit into a line, whatever is in them")
  func pieces() {
    var frames = RecentFrames()
    for number in 0..<600 { frames.append(frame(number, ns: second, swipe: true), hands: (0..<4).map { _ in hand() }) }
    let pieces = frames.pieces(at: second)
    #expect(pieces.count > 10 && frames.numbers(at: second) == Array(0..<600))
    for piece in pieces {
      #expect(Response(id: .integer(.max), result: .success(.recent(piece))).line.count <= lineLimit + 1)
    }
  }

  @Test("of other settings are in another piece, with those settings")
  func settings() {
    var frames = RecentFrames()
    for (number, settings) in [GestureSettings.plain, .plain, .daily, .plain].enumerated() {
      frames.append(frame(number, ns: second, settings: settings), hands: [])
    }
    let pieces = frames.pieces(at: second)
    #expect(pieces.map(\.events.count) == [2, 1, 1])
    #expect(pieces.map(\.gesture) == [.plain, .daily, .plain].map { GestureOptions($0) })
    #expect(pieces.map(\.next) == [2, 3, nil])
  }

  @Test("that are gone meanwhile are skipped, and a start that is none gives the oldest or nothing")
  func starts() {
    var frames = RecentFrames()
    for number in 0..<9 { frames.append(frame(number, ns: UInt64(number) * second), hands: []) }
    for number in 9..<15 { frames.append(frame(number, ns: UInt64(number) * second), hands: []) }
    let ns = 14 * second
    #expect(frames.piece(from: 2, at: ns).events == frames.piece(from: nil, at: ns).events)
    #expect(frames.piece(from: .max, at: ns).events == RecentEvents())
  }
}
