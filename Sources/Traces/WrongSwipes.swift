import EventProtocol
import Gestures
import Glibc
import Platform
import SystemPackage
import UserErrors

/// The folder in which the swipes are kept that a person has marked as wrong, each as a trace.
package struct WrongSwipes: Sendable {
  package let folder: FilePath
  /// Most files that are kept.
  package let limit: Int

  /// - Parameter folder: which may be missing.
  package init(folder: FilePath, limit: Int = 100) { (self.folder, self.limit) = (folder, limit) }

  /// The folder of this user: `swiped/wrong` in `$XDG_DATA_HOME` or `~/.local/share`.
  ///
  /// - Parameter environment: where XDG_DATA_HOME and HOME are looked up.
  /// - Throws: ``UserError`` without either of them.
  package init(environment: [String: String]) throws(UserError) {
    if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") {
      self.init(folder: FilePath(data).appending("swiped/wrong"))
    } else if let home = environment["HOME"], home.hasPrefix("/") {
      self.init(folder: FilePath(home).appending(".local/share/swiped/wrong"))
    } else {
      throw .noFolderForWrongSwipes
    }
  }

  /// The files in the order of their names, which is that of their swipes; empty without a folder.
  ///
  /// - Throws: ``UserError`` if the folder cannot be read.
  package var files: [FilePath] {
    get throws(UserError) {
      do throws(Errno) {
        return try Files.names(in: folder).filter { Self.isKept($0.string) }.map { folder.pushing($0) }
      } catch {
        if error == .noSuchFileOrDirectory || error == .notDirectory { return [] }
        throw .cannotOpen(folder.string, errno: error.rawValue)
      }
    }
  }

  /// Keeps a swipe of a recording.
  ///
  /// - Parameters:
  ///   - recording: the last ten seconds of a daemon.
  ///   - number: of the swipe; nil for the last one.
  ///   - nowNs: the current time, in ns of CLOCK_MONOTONIC.
  ///   - nowUnixS: the same in s since 1970.
  /// - Throws: ``UserError``: no swipe, or a folder or file that cannot be written; then nothing has changed.
  package func keep(_ recording: RecentRecording, swipe number: Int? = nil, nowNs: UInt64, nowUnixS: Int) throws(UserError) -> KeptSwipe {
    guard let marked = MarkedSwipe(recording, swipe: number) else {
      throw UserError(
        "there is no swipe in the last ten seconds", fix: "mark a swipe right after it was made", exitStatus: .unavailable)
    }
    let unixS = nowUnixS - Int(clamping: (nowNs - min(marked.swipe.emittedNs, nowNs)) / 1_000_000_000)
    let before = try files
    var kept = KeptSwipe(
      swipe: marked.swipe, unixS: unixS, preventions: marked.preventions, file: folder)
    // The two clocks are read one after the other, so that the second may differ by one from run to run.
    let names = (unixS - 1...unixS + 1).map { MarkedSwipe.name(marked.swipe.gesture, unixS: $0) }
    for file in before {
      let name = file.lastComponent?.string ?? ""
      guard names.contains(where: name.hasPrefix), Self.holds(marked, file) else { continue }
      kept.file = file
      return kept
    }
    kept.isNew = true
    kept.file = try write(marked.lines, names[1])
    // After the new one has been written: a full disk deletes nothing.
    for old in before.dropLast(limit - 1) where (old.withPlatformString { unlink($0) }) == 0 { kept.removed.append(old) }
    return kept
  }

  /// Whether a file is that of a swipe, by its lines, which are the same each time.
  private static func holds(_ marked: MarkedSwipe, _ file: FilePath) -> Bool {
    let line = Array(Event.gesture(marked.swipe).line.dropLast())
    return (try? TraceReader.lines(of: file.string))?.contains(line) == true
  }

  /// Writes a new file.
  private func write(_ lines: [[UInt8]], _ name: String) throws(UserError) -> FilePath {
    do throws(Errno) { try Files.createFolders(folder) } catch {
      throw .cannotCreate(folder.string, errno: error.rawValue)
    }
    var number = 1
    while true {
      let file = folder.appending("\(name)\(number == 1 ? "" : "-\(number)")\(Self.suffix)")
      number += 1
      // Another swipe of this second, or one an hour ago, before the clocks were put back.
      if Files.status(ofLink: file.string) != nil { continue }
      let writer = try TraceWriter(path: file.string, overwriting: false)
      do throws(TraceProblem) {
        try writer.finish(lines)
        return file
      } catch {
        // Half a trace is of no use.
        _ = file.withPlatformString { unlink($0) }
        throw .cannotKeep(file.string, error)
      }
    }
  }

  private static let suffix = ".jsonl.gz"

  /// Whether a name is one that ``keep(_:nowNs:nowUnixS:)`` gives. Other files in the folder are none of these.
  private static func isKept(_ name: String) -> Bool {
    let shape = "dddd-dd-ddTdd-dd-dd-"
    let time = name.prefix(shape.count)
    let isTime = time.count == shape.count && zip(time, shape).allSatisfy { $1 == "d" ? ("0"..."9") ~= $0 : $0 == $1 }
    let rest = name.dropFirst(shape.count)
    return isTime && name.hasSuffix(suffix) && Gesture.allCases.contains { rest.hasPrefix($0.name) }
  }
}

/// What has become of a swipe that was marked as wrong.
package struct KeptSwipe: Sendable, Equatable {
  package let swipe: GestureEvent
  /// When it was made, in s since 1970.
  package let unixS: Int
  /// The changes of the settings, each of which alone would have prevented the swipe.
  package let preventions: [Prevention]
  package fileprivate(set) var file: FilePath
  /// Whether it was not kept before.
  package fileprivate(set) var isNew = false
  /// The oldest files, which had to make room.
  package fileprivate(set) var removed: [FilePath] = []

  fileprivate init(swipe: GestureEvent, unixS: Int, preventions: [Prevention], file: FilePath) {
    (self.swipe, self.unixS, self.preventions, self.file) = (swipe, unixS, preventions, file)
  }
}
