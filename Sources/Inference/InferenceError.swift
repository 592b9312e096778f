/// Why inference cannot be had: one line that names the thing, the cause and the mend.
public struct InferenceError: Error, Sendable, CustomStringConvertible {
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

  public let code: Code
  public let description: String

  init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }
}
