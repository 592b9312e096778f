import Glibc

/// Compiled models on disk, so that only the first start compiles them.
///
/// The runtime keeps them there, by model, settings, its own version and the processor, and compiles anew what it cannot read.
/// It does not see damage to the numbers within: so the SHA-256 of each file lies beside it.
public struct ModelCache: Sendable, Equatable {
  let path: String

  /// In systemd's `CACHE_DIRECTORY`, or in `swiped` in the user's cache folder.
  ///
  /// - Returns: nil where nothing can be written, which costs a longer start and nothing else.
  public static func find() -> ModelCache? {
    func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
    return find(systemd: variable("CACHE_DIRECTORY"), user: variable("XDG_CACHE_HOME"), home: variable("HOME"))
  }

  /// - Parameters:
  ///   - systemd: folders parted by colons, of which the first is taken.
  ///   - user: the user's cache folder; one that is no absolute path is passed over, as the XDG specification has it.
  package static func find(systemd: String?, user: String?, home: String?) -> ModelCache? {
    let folder: String
    if let first = systemd?.split(separator: ":").first {
      folder = String(first)
    } else if let user, user.hasPrefix("/") {
      folder = user + "/swiped"
    } else if let home, home.hasPrefix("/") {
      folder = home + "/.cache/swiped"
    } else {
      return nil
    }
    let path = folder + "/models"
    for end in path.indices.dropFirst() where path[end] == "/" { mkdir(String(path[..<end]), 0o700) }
    mkdir(path, 0o700)
    return access(path, W_OK | X_OK) == 0 ? ModelCache(path: path) : nil
  }

  /// Removes what is not as it was written.
  func removeDamaged() {
    for file in compiled where readDigest(file) != SHA256.hexDigest(ofFile: file) { remove(file) }
  }

  /// Notes how the files that are new were written. Where there are, the oldest ones go: of a runtime or models that were replaced.
  ///
  /// - Returns: whether there are.
  func seal() -> Bool {
    let new = compiled.filter { access(Self.digestFile($0), F_OK) != 0 }
    for file in new {
      guard let digest = SHA256.hexDigest(ofFile: file), let note = fopen(Self.digestFile(file), "we") else { continue }
      fputs(digest, note)
      fclose(note)
    }
    guard !new.isEmpty else { return false }
    for file in compiled.sorted(by: { Self.written($0) > Self.written($1) }).dropFirst(Self.mostKept) { remove(file) }
    return true
  }

  /// Four models in two settings.
  private static let mostKept = 8

  private static func written(_ file: String) -> Int {
    var status = stat()
    return stat(file, &status) == 0 ? status.st_mtim.tv_sec : 0
  }

  private func remove(_ file: String) {
    unlink(file)
    unlink(Self.digestFile(file))
  }

  private static func digestFile(_ file: String) -> String { file + ".sha256" }

  private func readDigest(_ file: String) -> String? {
    guard let note = fopen(Self.digestFile(file), "re") else { return nil }
    defer { fclose(note) }
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 65) { line in
      fgets(line.baseAddress, 65, note).map { String(cString: $0) }
    }
  }

  private var compiled: [String] { namesOfFiles(in: path).filter { $0.hasSuffix(".blob") }.map { "\(path)/\($0)" } }
}
