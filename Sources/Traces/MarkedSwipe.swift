import EventProtocol
import Gestures
import Platform

/// The swipe that a person has marked as wrong, which is the last one then, and the frames around it. Pure.
package struct MarkedSwipe: Sendable, Equatable {
  /// For how long after a swipe frames say what would have prevented it, in ns: longer than a thumb is shown.
  package static let afterNs: UInt64 = 1_600_000_000

  package let swipe: GestureEvent
  let header: TraceHeader
  /// The frames and swipes for which the settings were those of the swipe.
  let events: [Event]

  /// - Parameter number: of the swipe; nil for the last one.
  /// - Returns: nil if the swipe is not in the recording.
  package init?(_ recording: RecentRecording, swipe number: Int? = nil) {
    var stretches: [(gesture: GestureOptions?, events: [Event])] = []
    for piece in recording.pieces {
      if let last = stretches.last, last.gesture == piece.gesture {
        stretches[stretches.count - 1].events += piece.events
      } else {
        stretches.append((piece.gesture, piece.events))
      }
    }
    guard let stretch = stretches.last(where: { $0.events.lastSwipe(number) != nil }), let swipe = stretch.events.lastSwipe(number)
    else { return nil }
    self.swipe = swipe
    // Those that were made since are not marked.
    events = Array(stretch.events.prefix { if case .gesture(let other) = $0 { other.seq <= swipe.seq } else { true } })
    var header = TraceHeader(version: recording.version, recording.status)
    header.gesture = stretch.gesture
    self.header = header
  }

  /// The changes of the settings, each of which alone would have prevented the swipe.
  var preventions: [Prevention] {
    var (frames, position, isArmed): ([HandFrame], Int?, Bool?) = ([], nil, nil)
    for case .frame(let event) in events {
      guard let frame = try? HandFrame(event) else { return [] }
      // Not by their numbers: those of a camera that was opened again begin anew.
      let isOfSwipe = event.capturedNs == swipe.capturedNs
      if isOfSwipe { position = frames.count }
      isArmed = isArmed ?? (event.armed || isOfSwipe)
      frames.append(frame)
    }
    guard let position, let settings = try? GestureSettings(header.gesture ?? GestureOptions()) else { return [] }
    return frames.preventions(of: swipe.gesture, in: position, under: settings.withoutUnlock, isArmed: isArmed ?? true)
  }

  /// The lines of its trace.
  var lines: [[UInt8]] { [JSONCoding.encode(header)] + events.map { $0.line.dropLast() } }

  /// What a file of the swipe begins with: its local date and time, and what it does.
  ///
  /// - Parameter unixS: when it was made, in s since 1970.
  static func name(_ gesture: Gesture, unixS: Int) -> String { "\(LocalTime(unixS: unixS).text("%Y-%m-%dT%H-%M-%S"))-\(gesture.name)" }
}

extension [Event] {
  fileprivate func lastSwipe(_ number: Int?) -> GestureEvent? {
    for event in reversed() { if case .gesture(let swipe) = event, number == nil || number == swipe.seq { return swipe } }
    return nil
  }
}
