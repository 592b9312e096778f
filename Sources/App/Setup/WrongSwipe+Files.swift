import Calibration
import Dispatch
import EventSocket
import Glibc
import Platform
import Synchronization
import SystemPackage
import Traces
import UserErrors

extension WrongSwipe {
  /// Reads the swipes that a person has marked as wrong.
  ///
  /// - Parameters:
  ///   - kept: where they are; nil if no folder is known.
  ///   - skip: called with the line about each file that cannot be read.
  package static func all(in kept: WrongSwipes?, skip: (String) throws -> Void) rethrows -> [WrongSwipe] {
    let files: [FilePath]
    do throws(UserError) { files = try kept?.files ?? [] } catch {
      try skip("\(error)")
      return []
    }
    let results = Mutex<[Int: Result<WrongSwipe, UserError>]>([:])
    // On all processors: each of a hundred files takes some 30 ms.
    DispatchQueue.concurrentPerform(iterations: files.count) { index in
      let result = Result { () throws(UserError) in
        let trace = try WrongTrace(files[index])
        return WrongSwipe(trace.frames, isArmed: trace.isArmed, from: trace.start)
      }
      results.withLock { $0[index] = result }
    }
    var swipes: [WrongSwipe] = []
    for index in files.indices {
      switch results.withLock({ $0[index] }) {
      case .success(let swipe)?: swipes.append(swipe)
      case .failure(let error)?: try skip("\(error)")
      case nil: break
      }
    }
    return swipes
  }
}

extension WrongSwipes {
  /// Keeps the last swipe of the daemon. Waits until its gesture is over: only then is it known what would have prevented it.
  ///
  /// - Parameter daemon: the path of its socket.
  /// - Throws: `SocketError` without a daemon that has one; `UserError` if it cannot be kept.
  package func keepLast(of daemon: String) throws -> KeptSwipe {
    let deadline = Deadline()
    var client = try EventClient.withoutSubscriptions(path: daemon, until: deadline)
    var recording = try client.recentRecording(until: deadline)
    let swipe = MarkedSwipe(recording)?.swipe
    if let swipe, case let ageNs = monotonicNs().subtractingSaturated(swipe.emittedNs), ageNs < MarkedSwipe.afterNs {
      usleep(UInt32(clamping: (MarkedSwipe.afterNs - ageNs) / 1000))
      // Without an answer, as from a daemon that has ended, what is known already is kept.
      if let later = try? client.recentRecording(until: Deadline()), MarkedSwipe(later, swipe: swipe.seq) != nil { recording = later }
    }
    return try keep(recording, swipe: swipe?.seq, nowNs: monotonicNs(), nowUnixS: time(nil))
  }
}
