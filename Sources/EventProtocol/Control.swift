/// What a client can have the daemon do. The answer to each is the new status.
public enum Control: String, Codable, Sendable, CaseIterable {
  /// Closes the camera until `resume`.
  case pause
  case resume
  /// Pauses what runs, and resumes what is paused.
  case toggle
  /// Reads the configuration anew; one with an error changes nothing.
  case reload
}
