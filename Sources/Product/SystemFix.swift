import Glibc
import Platform
import SystemPackage

extension RegularFileError {
  /// The fix for the error.
  ///
  /// - Parameter fix: the fix for a missing or wrong file.
  package func fix(else fix: Fix) -> Fix {
    guard case .system(let error) = self else { return fix }
    return error.isDenied ? "make it readable for this user" : Fix(errno: error.rawValue) ?? fix
  }

  /// Whether the file does not exist.
  package var isMissing: Bool { self == .system(.noSuchFileOrDirectory) || self == .system(.notDirectory) }
}
