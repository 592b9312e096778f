/// What has happened to a camera.
package enum CameraEvent: Sendable, Equatable {
  /// It is open; these facts about it may be logged.
  case opened([String])
  /// It sent nothing for too long, and was started again.
  case stalled(CameraError, isNew: Bool)
  /// It is closed, or could not be opened. A busy camera's failure is new when the programs that hold it are known.
  case failed(CameraError, isNew: Bool)
  /// The programs that hold a busy camera are known, or others hold it than before; `isCurrent`: unless it works meanwhile.
  case held(CameraError, isCurrent: Bool)
  /// A frame has come after failures that were reported.
  case works
  /// It is closed, since another program has opened it.
  case yielded
  /// These programs have it, of those that this user may see.
  case yieldedTo([CameraHolder])
  /// It is to be opened here again; `wasNamed`: the programs that had it were found.
  case takenBack(wasNamed: Bool)
  /// Something that people may want to know.
  case warning(String)
  /// Something for those who look for a fault.
  case detail(String)

  /// Whether no frame came for some time, in which anything may have happened.
  package var isInterruption: Bool {
    switch self {
    case .stalled, .failed, .yielded: true
    case .opened, .held, .works, .yieldedTo, .takenBack, .warning, .detail: false
    }
  }
}
