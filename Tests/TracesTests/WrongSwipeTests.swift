import EventProtocol
import Foundation
import Gestures
import Glibc
import Hands
import SystemPackage
import Testing
import Traces
import UserErrors

private let second: UInt64 = 1_000_000_000
private let noon = 1_800_000_000

private func swipe(_ seq: Int, frame: Int, emittedNs: UInt64, _ gesture: Gesture = .thumbUp) -> Event {
  .gesture(
    GestureEvent(
      seq: seq, gesture: gesture, distance: 60, chirality: .left, confidence: 1,
      frame: frame, capturedNs: UInt64(frame) * 33_333_333, emittedNs: emittedNs))
}

/// A recording of ten frames with swipes at some of them.
private func recording(_ swipes: [Event], gesture: GestureOptions = GestureOptions()) -> RecentRecording {
  var recording = RecentRecording()
  recording.version = "9.8"
  let frames = (1...10).map { someFrame($0, [someHand($0)]) }
  recording.pieces = [RecentEvents(events: Array(frames[..<5]), gesture: gesture, next: 5)]
  recording.pieces.append(RecentEvents(events: swipes + Array(frames[5...]), gesture: gesture))
  return recording
}

extension Scratch {
  fileprivate var swipes: WrongSwipes { WrongSwipes(folder: FilePath(file("share/swiped/wrong"))) }

  /// Keeps a swipe that was made some seconds after the start of the machine, which was at noon.
  fileprivate func keep(_ seconds: UInt64, seq: Int = 1, _ gesture: Gesture = .thumbUp) throws -> KeptSwipe {
    try swipes.keep(
      recording([swipe(seq, frame: 6, emittedNs: seconds * second, gesture)]), nowNs: (seconds + 3) * second,
      nowUnixS: noon + Int(clamping: seconds) + 3)
  }
}

private func mode(_ path: String) -> mode_t {
  var status = stat()
  return lstat(path, &status) == 0 ? status.st_mode & 0o777 : 0
}

@Suite("A swipe that is marked as wrong")
struct WrongSwipeTests {
  @Test("is the one that was the last when it was marked, and its file has none that was made since")
  func madeSince() throws {
    let scratch = Scratch()
    let swipes = [swipe(1, frame: 6, emittedNs: 1 * second), swipe(2, frame: 8, emittedNs: 2 * second, .thumbDown)]
    let kept = try scratch.swipes.keep(recording(swipes), swipe: 1, nowNs: 5 * second, nowUnixS: noon)
    #expect(kept.swipe.seq == 1)
    let lines = try TraceReader.lines(of: kept.file.string).map { String(decoding: $0, as: UTF8.self) }
    #expect(lines.count { $0.contains(#""method":"swipe""#) } == 1)
  }

  @Test("is the last one, and is kept as a trace in a folder that only its owner can read")
  func kept() throws {
    let scratch = Scratch()
    let first = swipe(1, frame: 2, emittedNs: 1 * second)
    let last = swipe(2, frame: 6, emittedNs: 2 * second, .thumbDown)
    let kept = try scratch.swipes.keep(
      recording([first, last], gesture: GestureOptions { $0.dwellMs = 350 }), nowNs: 5 * second, nowUnixS: noon)
    #expect(kept.isNew && kept.swipe.seq == 2 && kept.removed == [])
    #expect(
      kept.file.string.wholeMatch(of: #/.*/share/swiped/wrong/\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-left\.jsonl\.gz/#) != nil, "\(kept.file)")
    #expect(mode(kept.file.string) == 0o600)
    for folder in ["share", "share/swiped", "share/swiped/wrong"] { #expect(mode(scratch.file(folder)) == 0o700) }
    #expect(try scratch.swipes.files == [kept.file])
    let (header, events, brokeOff) = try read(kept.file.string)
    #expect(header.version == "9.8" && header.gesture == GestureOptions { $0.dwellMs = 350 } && !brokeOff)
    #expect(events.count == 12 && events.contains(first) && events.contains(last))
  }

  @Test("is named by the time at which it was made, not at which it was marked")
  func name() throws {
    let scratch = Scratch()
    let (early, late) = (try scratch.keep(1), try scratch.keep(62, seq: 2))
    let minutes = [early, late].map { Int($0.file.lastComponent!.string.dropFirst(14).prefix(2))! }
    #expect((minutes[1] + 60 - minutes[0]) % 60 == 1, "\(early.file) \(late.file)")
    // Marked much later, it has the same name, and so it is found.
    let again = try scratch.swipes.keep(
      recording([swipe(1, frame: 6, emittedNs: second)]), nowNs: 9 * second + 400_000_000, nowUnixS: noon + 9)
    #expect(!again.isNew && again.file == early.file)
  }

  @Test("is not kept twice, although the clocks' seconds differ by one")
  func twice() throws {
    let scratch = Scratch()
    let kept = try scratch.keep(5)
    for nowUnixS in [noon + 7, noon + 8, noon + 9] {
      let again = try scratch.swipes.keep(recording([swipe(1, frame: 6, emittedNs: 5 * second)]), nowNs: 8 * second, nowUnixS: nowUnixS)
      #expect(!again.isNew && again.file == kept.file)
    }
    #expect(try scratch.swipes.files.count == 1)
  }

  @Test("never overwrites a file: another swipe of the same second has a name of its own")
  func sameSecond() throws {
    let scratch = Scratch()
    let kept = try (1...3).map { try scratch.keep(5, seq: $0) }
    #expect(Set(kept.map(\.file)).count == 3 && kept.allSatisfy(\.isNew))
    #expect(try Set(scratch.swipes.files) == Set(kept.map(\.file)))
    for (seq, each) in zip(1..., kept) { #expect(try read(each.file.string).events.contains(swipe(seq, frame: 6, emittedNs: 5 * second))) }
  }

  @Test("makes room when as many are kept as there may be: the oldest goes, and other files in the folder stay")
  func full() throws {
    let scratch = Scratch()
    let swipes = WrongSwipes(folder: scratch.swipes.folder, limit: 3)
    var kept: [KeptSwipe] = []
    for number in 0..<5 {
      let emittedNs = UInt64(number) * 2 * second
      kept.append(
        try swipes.keep(
          recording([swipe(number + 1, frame: 6, emittedNs: emittedNs)]), nowNs: emittedNs, nowUnixS: noon + 2 * number))
      if number == 0 { _ = try scratch.write(["mine"], to: "share/swiped/wrong/0000-notes.jsonl.gz") }
    }
    #expect(kept.map(\.removed) == [[], [], [], [kept[0].file], [kept[1].file]])
    #expect(try swipes.files == kept[2...].map(\.file))
    #expect(access(scratch.file("share/swiped/wrong/0000-notes.jsonl.gz"), F_OK) == 0)
    #expect(scratch.swipes.limit == 100)
  }

  @Test("without a swipe in the last ten seconds is refused, and nothing is written")
  func none() throws {
    let scratch = Scratch()
    for recording in [RecentRecording(), recording([])] {
      let error = #expect(throws: UserError.self) { try scratch.swipes.keep(recording, nowNs: second, nowUnixS: noon) }
      #expect(error?.exitStatus == .unavailable && error?.fix != nil)
    }
    #expect(try scratch.swipes.files == [] && access(scratch.file("share"), F_OK) != 0)
  }

  @Test("has only the frames of its own settings")
  func settings() throws {
    let scratch = Scratch()
    var recording = recording([swipe(1, frame: 6, emittedNs: 1)], gesture: GestureOptions { $0.dwellMs = 1 })
    recording.pieces[0].gesture = GestureOptions { $0.dwellMs = 2 }
    recording.pieces.append(RecentEvents(events: [someFrame(11)], gesture: GestureOptions { $0.dwellMs = 3 }))
    let (header, events, _) = try read(scratch.swipes.keep(recording, nowNs: second, nowUnixS: noon).file.string)
    #expect(header.gesture == GestureOptions { $0.dwellMs = 1 } && events == recording.pieces[1].events)
  }

  @Test("is reported in one line when its folder cannot be created")
  func unwritable() throws {
    for (folder, status) in [("/proc/swiped/wrong", ExitStatus.cannotCreate), ("/dev/null/wrong", .cannotCreate)] {
      let error = #expect(throws: UserError.self) {
        try WrongSwipes(folder: FilePath(folder)).keep(recording([swipe(1, frame: 6, emittedNs: 1)]), nowNs: second, nowUnixS: noon)
      }
      #expect(error?.exitStatus == status && error?.summary.hasPrefix(folder) == true && error?.fix != nil, "\(String(describing: error))")
    }
  }

  @Test("has a folder by XDG_DATA_HOME, or else in the home folder")
  func folder() throws {
    #expect(try WrongSwipes(environment: ["XDG_DATA_HOME": "/d", "HOME": "/h"]).folder == "/d/swiped/wrong")
    for data in [nil, "", "relative"] {
      #expect(
        try WrongSwipes(environment: ["XDG_DATA_HOME": data, "HOME": "/h"].compactMapValues(\.self)).folder
          == "/h/.local/share/swiped/wrong")
    }
    #expect(throws: UserError.self) { try WrongSwipes(environment: [:]) }
  }
}

@Suite("A kept file as a calibration reads it")
struct WrongTraceTests {
  private func trace(_ events: [Event]) throws -> WrongTrace {
    let scratch = Scratch()
    return try WrongTrace(FilePath(scratch.record([.hello(Hello(version: "1", pid: 1))] + events, to: "t.jsonl.gz")))
  }

  @Test("has the frames from 4 s before the swipe on, and counts after the swipe before")
  func frames() throws {
    let frames = (1...300).map { someFrame($0, [someHand($0)]) }
    let near = try trace([swipe(1, frame: 150, emittedNs: 1), swipe(2, frame: 250, emittedNs: 1)] + frames)
    #expect(near.frames.count == 171 && near.start == 150 - 129 && near.isArmed)
    let far = try trace([swipe(1, frame: 20, emittedNs: 1), swipe(2, frame: 250, emittedNs: 1)] + frames)
    #expect(far.frames.count == 171 && far.start == 0)
    let alone = try trace([swipe(2, frame: 10, emittedNs: 1)] + frames)
    #expect(alone.frames.count == 300 && alone.start == 0)
  }

  @Test("counts once the gesture of the swipe before is over, as other settings may take that for a swipe later")
  func gestureBefore() throws {
    let frames = (1...300).map { number in
      guard case .frame(var frame) = someFrame(number, [someHand(number)]) else { return someFrame(number) }
      frame.armed = !(150..<180).contains(number)
      return Event.frame(frame)
    }
    let near = try trace([swipe(1, frame: 150, emittedNs: 1), swipe(2, frame: 250, emittedNs: 1)] + frames)
    #expect(near.start == 180 - 130)
  }

  @Test("counts once a thumb that woke the swipes is over, as it was meant", arguments: ["asleep", "woke"])
  func waking(reason: String) throws {
    let frames = (1...300).map { number in
      guard case .frame(var frame) = someFrame(number, [someHand(number)]) else { return someFrame(number) }
      frame.armed = !(150..<180).contains(number)
      if number == 160 { frame.reasonCode = reason }
      return Event.frame(frame)
    }
    #expect(try trace([swipe(2, frame: 250, emittedNs: 1)] + frames).start == 180 - 130)
  }

  @Test("is refused in one line without its swipe, or when it is damaged")
  func refused() throws {
    let frames = (1...5).map { someFrame($0) }
    for events in [frames, [swipe(1, frame: 9, emittedNs: 1)] + frames] {
      let error = #expect(throws: UserError.self) { try trace(events) }
      #expect(error?.exitStatus == .damagedInput && error?.description.contains("\n") == false)
    }
    let scratch = Scratch()
    let nonsense = try scratch.write(["nonsense"], to: "a b")
    let error = #expect(throws: UserError.self) { try WrongTrace(FilePath(nonsense)) }
    #expect(error?.exitStatus == .damagedInput && error?.fix == .command("rm \(nonsense)"))
  }
}
