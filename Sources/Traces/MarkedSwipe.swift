import EventProtocol
import Gestures
import Platform

/// The swipe that a person has marked as wrong, which is the last one, and the frames around it. Pure.
package struct MarkedSwipe: Sendable, Equatable {
  package let swipe: GestureEvent
  let header: TraceHeader
  /// The frames and swipes for which the settings were those of the swipe.
  let events: [Event]

  /// - Returns: nil if there is no swipe in the recording.
  package init?(_ recording: RecentRecording) {
    var stretches: [(gesture: GestureOptions?, events: [Event])] = []
    for piece in recording.pieces {
      if let last = stretches.last, last.gesture == piece.gesture {
        stretches[stretches.count - 1].events += piece.events
      } else {
        stretches.append((piece.gesture, piece.events))
      }
    }
    guard let stretch = stretches.last(where: { $0.events.lastSwipe != nil }), let swipe = stretch.events.lastSwipe else { return nil }
    self.swipe = swipe
    events = stretch.events
    var header = TraceHeader(version: recording.version, recording.status)
    header.gesture = stretch.gesture
    self.header = header
  }

  /// The changes of the settings, each of which alone would have prevented the swipe.
  var preventions: [Prevention] {
    var (frames, position, isArmed): ([HandFrame], Int?, Bool?) = ([], nil, nil)
    for case .frame(let event) in events {
      guard let frame = try? HandFrame(event) else { return [] }
      if event.frame == swipe.frame { position = frames.count }
      isArmed = isArmed ?? (event.armed || event.frame == swipe.frame)
      frames.append(frame)
    }
    guard let position, let settings = try? GestureSettings(header.gesture ?? GestureOptions()) else { return [] }
    return frames.preventions(ofSwipeIn: position, under: settings.withoutUnlock, isArmed: isArmed ?? true)
  }

  /// The lines of its trace.
  var lines: [[UInt8]] { [JSONCoding.encode(header)] + events.map { $0.line.dropLast() } }

  /// What a file of the swipe begins with: its local date and time, and what it does.
  ///
  /// - Parameter unixS: when it was made, in s since 1970.
  static func name(_ gesture: Gesture, unixS: Int) -> String { "\(LocalTime(unixS: unixS).text("%Y-%m-%dT%H-%M-%S"))-\(gesture.name)" }
}

extension [Event] {
  fileprivate var lastSwipe: GestureEvent? {
    for event in reversed() { if case .gesture(let swipe) = event { return swipe } }
    return nil
  }
}
