import Gestures
import Platform
import Traces
import UserErrors

extension KeptSwipe {
  /// What is kept, where, and what uses it, a line each.
  package var lines: [String] {
    let name = "the swipe to the \(swipe.gesture.name) at \(LocalTime(unixS: unixS).text("%H:%M:%S"))"
    let place: ShellCommand = "\(file)"
    guard isNew else { return ["Kept already: \(name), in \(place)"] }
    let room = removed.map { old in
      let old: ShellCommand = "\(old)"
      return "Removed the oldest, to make room: \(old)"
    }
    let changes = preventions.map(\.description).joined(separator: ", or ")
    let prevention = changes.isEmpty ? [] : ["It would not have come with \(changes)."]
    return ["Kept \(name), with the joints of ten seconds and no pictures: \(place)"] + prevention + room
      + ["`swipectl calibrate` uses it from now on, and a bug report can carry it."]
  }
}

extension WrongSwipes {
  /// The files that are kept, each as a word of a command, which a person can copy.
  package var lines: [String] {
    get throws(UserError) {
      try files.map { file in
        let file: ShellCommand = "\(file)"
        return file.description
      }
    }
  }
}
