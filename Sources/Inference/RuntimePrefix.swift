import COpenVINO
import Glibc
import Platform
import SystemPackage
import UserErrors

/// The directory that contains the inference runtime (`runtime/`) and the models (`models/`).
public struct RuntimePrefix: Sendable, Equatable {
  /// The absolute path of the directory.
  public let path: String

  /// The prefix named in `SWIPED_RUNTIME`, or found from the executable's directory or the working directory.
  ///
  /// - Throws: ``InferenceError`` with the directories that were searched.
  public static func find() throws(InferenceError) -> RuntimePrefix {
    try find(
      override: Environment["SWIPED_RUNTIME"],
      executable: Files.resolve("/proc/self/exe"), workingDirectory: Files.resolve("."))
  }

  /// Searches only `override` if it is given; else `../lib/swiped` relative to the executable's directory, then `.deps` in the working
  /// directory and in each directory above the executable (that of a checkout).
  package static func find(override: String?, executable: String?, workingDirectory: String?) throws(InferenceError) -> RuntimePrefix {
    var candidates: [String] = []
    if let override {
      candidates = [override]
    } else {
      let folder = executable.map(Files.folder)
      if let folder { candidates.append(Files.folder(of: folder) + "/lib/swiped") }
      if let workingDirectory { candidates.append(workingDirectory + "/.deps") }
      var above = folder
      while let each = above, each != "/", each != "." {
        if each != workingDirectory { candidates.append(each + "/.deps") }
        above = Files.folder(of: each)
      }
    }
    var unreadable: InferenceError?
    for prefix in candidates.map(RuntimePrefix.init) {
      do throws(InferenceError) {
        if try prefix.library(Self.main) != nil { return prefix }
      } catch {
        unreadable = unreadable ?? error
      }
    }
    if let unreadable { throw unreadable }
    let cause = override == nil ? "looked in \(candidates.prefix(3).joined(separator: ", "))" : "SWIPED_RUNTIME names \(candidates[0])"
    throw InferenceError(.runtimeMissing, "no inference runtime: \(cause), which has no runtime/libopenvino_c", fix: .setup)
  }

  /// The library whose functions are called; it loads the others.
  private static let main = "libopenvino_c.so"
  /// The library that reads the format of the models, which the runtime loads when it reads the first one.
  private static let reader = "libopenvino_tensorflow_lite_frontend.so"
  /// The library that reads the format of compiled models.
  private static let compiledReader = "libopenvino_ir_frontend.so"

  /// Loads the runtime.
  ///
  /// - Throws: ``InferenceError`` that names the library that is missing or broken.
  func load() throws(InferenceError) -> LoadedLibrary {
    for file in try files { try file.check() }
    return try required(Self.main).load()
  }

  /// The library that reads models. Without it, the runtime would try its other readers, and report an error of each.
  func reader() throws(InferenceError) -> LibraryFile { try required(Self.reader) }

  /// Whether the runtime can read compiled models.
  var readsCompiled: Bool { (try? library(Self.compiledReader)) != nil }

  private func required(_ name: String) throws(InferenceError) -> LibraryFile {
    if let found = try library(name) { return found }
    throw InferenceError(.runtimeMissing, "inference runtime \(path)/runtime has no \(name)", fix: .setup)
  }

  /// The library with this name, which is followed by a release number.
  private func library(_ name: String) throws(InferenceError) -> LibraryFile? {
    try files.first { $0.path.hasPrefix("\(path)/runtime/\(name)") }
  }

  /// All files that the runtime may read: libraries, and `plugins.xml` if there is one.
  private var files: [LibraryFile] {
    get throws(InferenceError) {
      let folder = path + "/runtime"
      do throws(Errno) { return try Files.names(in: folder).map { LibraryFile(path: "\(folder)/\($0)") } } catch {
        let error = RegularFileError.system(error)
        if error.isMissing { return [] }
        throw InferenceError(
          .runtimeMissing, "inference runtime \(folder) cannot be read: \(error)", fix: error.fix(of: FilePath(folder), else: .setup))
      }
    }
  }
}

/// The file of a shared library of the runtime.
struct LibraryFile {
  let path: String

  /// Loads it until the process ends, since the runtime's worker threads would crash if it were unloaded.
  ///
  /// - Throws: ``InferenceError`` with the loader's message.
  func load() throws(InferenceError) -> LoadedLibrary {
    if let library = LoadedLibrary(path) { return library }
    let words = String(cString: dlerror())
    throw InferenceError(.runtimeBroken, "inference runtime \(path) cannot be loaded: \(words)", fix: RuntimeWords(words).fix)
  }

  /// Checks what the loader does not: that it is a regular file, since the loader could block on another kind, and that it is not
  /// truncated, since the process would end by SIGBUS.
  ///
  /// - Throws: ``InferenceError``.
  func check() throws(InferenceError) {
    let isCutShort: Bool
    do throws(RegularFileError) { isCutShort = try Self.isCutShort(RegularFile(opening: FilePath(path))) } catch {
      // The loader reports a directory by itself.
      if error == .notRegular(.directory) { return }
      throw InferenceError(
        .runtimeBroken, "inference runtime \(path) cannot be read: \(error)", fix: error.fix(of: FilePath(path), else: .setup))
    }
    if isCutShort { throw InferenceError(.runtimeBroken, "inference runtime \(path) is cut short", fix: .setup) }
  }

  private static func isCutShort(_ file: borrowing RegularFile) throws(RegularFileError) -> Bool {
    var header = Elf64_Ehdr()
    // The loader refuses what is not a library.
    guard try read(&header, from: file), withUnsafeBytes(of: header.e_ident, { $0.starts(with: [0x7f, 0x45, 0x4c, 0x46]) }) else {
      return false
    }
    guard header.e_phentsize == MemoryLayout<Elf64_Phdr>.size,
      lseek(file.descriptor, off_t(truncatingIfNeeded: header.e_phoff), SEEK_SET) >= 0
    else { return true }
    for _ in 0..<header.e_phnum {
      var segment = Elf64_Phdr()
      guard try read(&segment, from: file) else { return true }
      let (end, overflows) = segment.p_offset.addingReportingOverflow(segment.p_filesz)
      if segment.p_type == PT_LOAD, overflows || end > UInt64(file.size) { return true }
    }
    return false
  }

  /// Reads a value from the file's position.
  ///
  /// - Returns: whether the file had enough bytes.
  private static func read<Value: BitwiseCopyable>(_ value: inout Value, from file: borrowing RegularFile) throws(RegularFileError) -> Bool
  {
    var result: Result<Int, RegularFileError> = .success(0)
    withUnsafeMutableBytes(of: &value) { bytes in
      result = Result { () throws(RegularFileError) in try file.read(into: bytes) }
    }
    return try result.get() == MemoryLayout<Value>.size
  }
}
