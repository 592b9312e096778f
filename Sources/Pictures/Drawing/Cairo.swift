import CCairo
import Glibc
import Platform
import UserErrors

/// The functions of cairo, looked up by name in the library.
package struct Cairo {
  private(set) var calls = cairo_functions()

  /// Loads the library, which stays until the process ends.
  ///
  /// - Parameter library: the library's name, which the loader searches for, or its path.
  /// - Throws: ``UserError`` if there is no such library, or if it lacks a function.
  package init(library: String = "libcairo.so.2") throws(UserError) {
    guard let library = LoadedLibrary(library), cairo_functions_find(&calls, library.handle) else { throw Self.unavailable() }
  }

  private static func unavailable() -> UserError {
    UserError(
      "cairo, which draws, cannot be loaded: \(String(cString: dlerror()))", fix: .command("sudo apt install libcairo2"),
      exitStatus: .unavailable)
  }
}
