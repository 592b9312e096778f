import Glibc
import Platform
import SystemPackage

extension RegularFileError {
  /// The fix for the error.
  ///
  /// - Parameters:
  ///   - path: the file or folder that cannot be read; nil if it is open already.
  ///   - fix: the fix for a missing or wrong file.
  package func fix(of path: FilePath?, else fix: Fix) -> Fix {
    guard case .system(let error) = self else { return fix }
    if error.isDenied { return path.flatMap { AccessFacts(of: $0) }?.fix ?? "make it readable for this user" }
    return Fix(errno: error.rawValue) ?? fix
  }

  /// Whether the file does not exist.
  package var isMissing: Bool { self == .system(.noSuchFileOrDirectory) || self == .system(.notDirectory) }
}

extension Files.ReplacementError {
  /// The error as it is shown.
  ///
  /// - Parameters:
  ///   - file: the name of the file, as a person knows it.
  ///   - fix: the fix for a cause that has none of its own.
  package func userError(of file: String, else fix: Fix, exitStatus: ExitStatus) -> UserError {
    guard let kept else {
      return UserError("\(file): cannot be written (\(cause))", fix: Fix(errno: cause.rawValue) ?? fix, exitStatus: exitStatus)
    }
    return UserError(
      "\(file): was replaced while another program saved it, whose text is in \(kept.string) and cannot be put back (\(cause))",
      fix: .command("mv \(kept) \(path)"), exitStatus: exitStatus)
  }
}
