import Glibc
import SystemPackage

extension RegularFileError {
  /// The fix for it.
  ///
  /// - Parameter fix: for a file that is missing, or is not what it must be.
  package func fix(else fix: Fix) -> Fix {
    guard case .system(let error) = self else { return fix }
    return error.isDenied ? "make it readable for this user" : Fix(errno: error.rawValue) ?? fix
  }

  /// Nothing is there.
  package var isMissing: Bool { self == .system(.noSuchFileOrDirectory) || self == .system(.notDirectory) }
}
