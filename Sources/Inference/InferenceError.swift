import Platform
import UserErrors

/// Why inference is not available.
public struct InferenceError: UserFacingError, Equatable {
  /// What kind of error it is, for programs.
  public enum Code: Sendable {
    /// No folder with the runtime and the models was found.
    case runtimeMissing
    /// The runtime is there but cannot be loaded, or lacks a part that a model needs.
    case runtimeBroken
    /// A model file is not there.
    case modelMissing
    /// A model file is not the one that was pinned: truncated or altered.
    case modelAltered
    /// Inference failed.
    case failed
  }

  /// What kind of error it is.
  public let code: Code
  /// The error in words, with its fix.
  public let userError: UserError

  init(_ code: Code, _ summary: String, fix: Fix? = nil) {
    self.code = code
    userError = UserError(summary, fix: fix, exitStatus: code == .failed ? .internalError : .unavailable)
  }
}
