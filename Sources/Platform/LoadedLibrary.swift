import Glibc

/// A C library that is opened at run time, and stays until the process ends.
package struct LoadedLibrary {
  /// For dlsym(3).
  package let handle: UnsafeMutableRawPointer

  /// - Parameter name: the library's name, which the loader searches for, or its path.
  /// - Returns: nil if it cannot be opened; dlerror(3) says why.
  package init?(_ name: String) {
    guard let handle = dlopen(name, RTLD_NOW | RTLD_LOCAL) else { return nil }
    self.handle = handle
  }
}
