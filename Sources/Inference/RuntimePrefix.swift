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
        if each != workingDirectory { candidates.append(each + "/.deps") }
        above = parent(each)
      }
    }
    if let found = candidates.map(RuntimePrefix.init).first(where: { $0.library(Self.main) != nil }) { return found }
    let cause = override == nil ? "looked in \(candidates.prefix(3).joined(separator: ", "))" : "SWIPED_RUNTIME names \(candidates[0])"
    throw InferenceError(.runtimeMissing, "no inference runtime: \(cause), which has no runtime/libopenvino_c; run `make setup`")
  }

  /// The library that is called; it brings the others in.
  private static let main = "libopenvino_c.so"
  /// The one that reads the models' format, which is looked for only when a model is read.
  private static let reader = "libopenvino_tensorflow_lite_frontend.so"
  /// The one that reads the runtime's own format.
  private static let compiledReader = "libopenvino_ir_frontend.so"

  /// Opens the runtime.
  ///
  /// - Returns: a handle as `dlsym` takes it.
  /// - Throws: ``InferenceError`` that names the library which is missing or broken.
  func load() throws(InferenceError) -> UnsafeMutableRawPointer {
    if let short = libraries.first(where: \.isCutShort) {
      throw InferenceError(.runtimeBroken, "inference runtime \(short.path) is cut short; run `make setup` again")
    }
    return try required(Self.main).load()
  }

  /// The library that reads models. Without it the runtime would try others on them, each with its own complaint.
  func reader() throws(InferenceError) -> LibraryFile { try required(Self.reader) }

  /// Whether the runtime can read what it has compiled before: what it keeps is in its own format.
  var readsCompiled: Bool { library(Self.compiledReader) != nil }

  private func required(_ name: String) throws(InferenceError) -> LibraryFile {
    if let found = library(name) { return found }
    throw InferenceError(.runtimeMissing, "inference runtime \(path)/runtime has no \(name); run `make setup`")
  }

  /// The file of that name and a release's number, which changes.
  private func library(_ name: String) -> LibraryFile? { libraries.first { $0.path.hasPrefix("\(path)/runtime/\(name)") } }

  private var libraries: [LibraryFile] {
    namesOfFiles(in: path + "/runtime").filter { $0.hasPrefix("lib") }.map { LibraryFile(path: "\(path)/runtime/\($0)") }
  }

  private static func parent(_ path: String) -> String { String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]) }

  private static func resolved(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }
}
