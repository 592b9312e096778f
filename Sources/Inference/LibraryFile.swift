import COpenVINO
import Glibc

/// A shared library of the runtime, as a file.
struct LibraryFile {
  let path: String

  /// Loads it for the rest of the process's life: the runtime's worker threads do not survive its being unloaded.
  ///
  /// - Throws: ``InferenceError`` with what the loader says.
  func load() throws(InferenceError) -> UnsafeMutableRawPointer {
    if let library = dlopen(path, RTLD_NOW | RTLD_LOCAL) { return library }
    throw InferenceError(
      .runtimeBroken, "inference runtime \(path) cannot be loaded: \(String(cString: dlerror())); run `make setup` again")
  }

  /// Whether it ends before its last segment does. The loader does not look, and the process would end by SIGBUS.
  var isCutShort: Bool {
    guard let file = fopen(path, "re") else { return false }
    defer { fclose(file) }
    var status = stat()
    var header = Elf64_Ehdr()
    guard fstat(fileno(file), &status) == 0 else { return false }
    // What is no library is the loader's to refuse.
    guard fread(&header, MemoryLayout<Elf64_Ehdr>.size, 1, file) == 1,
      withUnsafeBytes(of: header.e_ident, { $0.starts(with: [0x7f, 0x45, 0x4c, 0x46]) })
    else { return false }
    guard header.e_phentsize == MemoryLayout<Elf64_Phdr>.size, fseek(file, Int(header.e_phoff), SEEK_SET) == 0 else { return true }
    for _ in 0..<header.e_phnum {
      var segment = Elf64_Phdr()
      guard fread(&segment, MemoryLayout<Elf64_Phdr>.size, 1, file) == 1 else { return true }
      if segment.p_type == PT_LOAD, segment.p_offset + segment.p_filesz > UInt64(status.st_size) { return true }
    }
    return false
  }
}
