import Glibc
import Platform
import SystemPackage

/// A cache of compiled models on disk, so that only the first start compiles them.
///
/// The runtime writes its files, by model, settings, runtime version and processor, and compiles again what it cannot read. It does not
/// detect damage to the numbers in a file, so each file has a seal next to it: its SHA-256, and the settings that it does not compare.
public struct ModelCache: Sendable, Equatable {
  let path: String
  /// Number of compiled models that are kept.
  let limit: Int

  /// The cache in systemd's `CACHE_DIRECTORY`, or in `swiped` in the user's cache directory.
  ///
  /// - Parameters:
  ///   - name: its folder there.
  ///   - limit: number of compiled models that are kept; by default six models in two settings.
  /// - Returns: nil if it cannot be written, which only makes the start slower.
  public static func find(_ name: String = "models", keeping limit: Int = 12) -> ModelCache? {
    find(
      name, keeping: limit, systemd: Environment["CACHE_DIRECTORY"], user: Environment["XDG_CACHE_HOME"], home: Environment["HOME"])
  }

  /// - Parameters:
  ///   - name: its folder in the directory.
  ///   - limit: number of compiled models that are kept.
  ///   - systemd: directories separated by colons, of which the first is used.
  ///   - user: the user's cache directory; a relative path is ignored, as the XDG specification requires.
  ///   - home: the user's home directory.
  package static func find(
    _ name: String = "models", keeping limit: Int = 12, systemd: String?, user: String?, home: String?
  ) -> ModelCache? {
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
    let path = "\(folder)/\(name)"
    for end in path.indices.dropFirst() where path[end] == "/" { mkdir(String(path[..<end]), 0o700) }
    mkdir(path, 0o700)
    return access(path, W_OK | X_OK) == 0 ? ModelCache(path: path, limit: limit) : nil
  }

  /// Removes compiled models that have changed since they were written or are of other settings, and those that are not regular files, on which the runtime
  /// could block.
  ///
  /// - Returns: whether all could be removed.
  func removeDamaged() -> Bool {
    for file in compiled where !isSound(file) {
      remove(file)
      if Files.status(ofLink: file) != nil { return false }
    }
    return true
  }

  private func isSound(_ file: String) -> Bool {
    guard let written = readSeal(file), let expected = expectedSeal(file) else { return false }
    return written == expected
  }

  /// Writes the seals of new compiled models. If there are new ones, also removes the oldest, which belong to a replaced runtime or
  /// model.
  ///
  /// - Returns: whether there were new ones.
  func seal() -> Bool {
    let new = compiled.filter { !Files.exists(Self.sealFile($0)) }
    for file in new {
      guard let seal = expectedSeal(file), let output = fopen(Self.sealFile(file), "wxe") else { continue }
      fputs(seal, output)
      fclose(output)
    }
    guard !new.isEmpty else { return false }
    for file in compiled.sorted(by: { Self.written($0) > Self.written($1) }).dropFirst(limit) { remove(file) }
    return true
  }

  private static func written(_ file: String) -> Int { Files.status(of: file)?.rawValue.st_mtim.tv_sec ?? 0 }

  private func remove(_ file: String) {
    unlink(file)
    unlink(Self.sealFile(file))
  }

  private static func sealFile(_ file: String) -> String { file + ".sha256" }

  private static let sealedSettings = Runtime.internalSettings.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()

  private func expectedSeal(_ file: String) -> String? { (try? SHA256.hexDigest(ofFile: file)).map { $0 + Self.sealedSettings } }

  private func readSeal(_ file: String) -> String? {
    let limit = SHA256.digits + Self.sealedSettings.utf8.count
    let bytes = try? RegularFile(opening: FilePath(Self.sealFile(file)), limit: limit).readAll()
    return bytes.map { String(decoding: $0, as: UTF8.self) }
  }

  private var compiled: [String] { Files.entries(of: path).filter { $0.hasSuffix(".blob") }.map { "\(path)/\($0)" } }
}

/// A lock on a ``ModelCache`` for one process at a time, since a runtime could otherwise read a file that another one is writing. The
/// kernel releases it when the process ends.
struct ModelCacheLock: ~Copyable {
  private let file: OwnedDescriptor

  /// Tries to take the lock: nil if another process holds it, or if the lock file cannot be opened.
  init?(_ cache: ModelCache) {
    guard let file = try? OwnedDescriptor(opening: FilePath(cache.path + "/lock"), .readWrite, options: .create),
      flock(file.number, LOCK_EX | LOCK_NB) == 0
    else { return nil }
    self.file = file
  }
}
