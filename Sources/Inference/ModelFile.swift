import Glibc

/// A model that is known by its content: which file it is, and the SHA-256 that it must have.
public struct ModelFile: Sendable {
  /// Name in the prefix's `models` folder.
  public let name: String
  /// SHA-256 of the file, 64 lower-case hexadecimal digits.
  public let sha256: String

  public init(name: String, sha256: String) {
    self.name = name
    self.sha256 = sha256
  }

  /// Checks that the file is there and whole.
  ///
  /// - Returns: its path.
  /// - Throws: ``InferenceError``, `modelMissing` or `modelAltered`.
  public func verified(in prefix: RuntimePrefix) throws(InferenceError) -> String {
    let path = "\(prefix.path)/models/\(name)"
    guard let digest = SHA256.hexDigest(ofFile: path) else {
      throw InferenceError(.modelMissing, "model \(path) cannot be read: \(String(cString: strerror(errno))); run `make setup`")
    }
    guard digest == sha256 else {
      throw InferenceError(
        .modelAltered, "model \(path) is truncated or altered: its SHA-256 is not \(sha256); run `make setup` to fetch it again")
    }
    return path
  }
}
