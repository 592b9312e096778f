import Glibc

/// The folder that holds the inference runtime (`runtime/`) and the models (`models/`).
public struct RuntimePrefix: Sendable, Equatable {
  public let path: String

  /// Where things are found when the caller does not say: the environment, the executable's place, the working directory.
  ///
  /// - Throws: ``InferenceError`` with every place that was looked at.
  public static func find() throws(InferenceError) -> RuntimePrefix {
    try find(
      override: getenv("SWIPED_RUNTIME").map { String(cString: $0) },
      executable: resolved("/proc/self/exe"), workingDirectory: resolved("."))
  }

  /// Looks in `override` alone where it is given; else in `../lib/swiped` beside the executable, then in `.deps` in the
  /// working directory and in each folder above the executable (a checkout's own).
  package static func find(override: String?, executable: String?, workingDirectory: String?) throws(InferenceError) -> RuntimePrefix {
    var candidates: [String] = []
    if let override {
      candidates = [override]
    } else {
      let folder = executable.map(parent)
      if let folder { candidates.append(parent(folder) + "/lib/swiped") }
      if let workingDirectory { candidates.append(workingDirectory + "/.deps") }
      var above = folder
      while let each = above, each != "" {
        candidates.append(each + "/.deps")
        above = parent(each)
      }
    }
    if let found = candidates.first(where: { library(in: $0) != nil }) { return RuntimePrefix(path: found) }
    let cause = override == nil ? "looked in \(candidates.prefix(3).joined(separator: ", "))" : "SWIPED_RUNTIME names \(candidates[0])"
    throw InferenceError(.runtimeMissing, "no inference runtime: \(cause), which has no runtime/libopenvino_c; run `make setup`")
  }

  /// - Returns: the path of `libopenvino_c.so.…`, whose ending changes with the release.
  func library() throws(InferenceError) -> String {
    guard let found = Self.library(in: path) else {
      throw InferenceError(.runtimeMissing, "no inference runtime in \(path)/runtime; run `make setup`")
    }
    return found
  }

  private static func library(in prefix: String) -> String? {
    let folder = prefix + "/runtime"
    guard let directory = opendir(folder) else { return nil }
    defer { closedir(directory) }
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(cString: $0.bindMemory(to: CChar.self).baseAddress!) }
      if name.hasPrefix("libopenvino_c.so") { return folder + "/" + name }
    }
    return nil
  }

  private static func parent(_ path: String) -> String { String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]) }

  private static func resolved(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }
}
