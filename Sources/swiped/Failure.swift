import Camera
import EventSocket
import Glibc
import Inference
import Landmarks
import Settings
import Sources
import Traces
import VirtualKeyboard

/// Why the daemon ends: one line a cause, and the exit status of sysexits.h.
package struct Failure: Error, Sendable, Equatable {
  package var lines: [String]
  package var exitStatus: Int32

  package init(_ lines: [String], exitStatus: Int32) {
    self.lines = lines
    self.exitStatus = exitStatus
  }

  package init(_ error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case let error as ConfigurationError: self.init(error.problems.map(\.description), exitStatus: ConfigurationError.exitCode)
    case let error as CameraError: self.init([error.message], exitStatus: error.exitStatus)
    case let error as Y4MError: self.init([error.description], exitStatus: error.isPermission ? EX_NOPERM : EX_NOINPUT)
    case let error as TraceError: self.init([error.description], exitStatus: error.exitStatus)
    case let error as SocketError: self.init([error.message], exitStatus: error.exitStatus)
    case let error as KeyboardError: self.init([error.description], exitStatus: error.exitStatus)
    case let error as InferenceError: self.init([error.description], exitStatus: error.code == .failed ? EX_SOFTWARE : EX_UNAVAILABLE)
    case let error as LandmarksError: self.init([error.description], exitStatus: EX_SOFTWARE)
    default: self.init(["\(error)"], exitStatus: EX_SOFTWARE)
    }
  }
}

extension Y4MError {
  fileprivate var isPermission: Bool { problem == .cannotOpen(errno: EACCES) }
}
