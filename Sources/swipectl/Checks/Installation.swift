/// Where the programs run from.
package enum Installation: Sendable, Equatable {
  /// A folder with the sources in it, in which they were built.
  case checkout(String)
  case installed

  /// - Parameters:
  ///   - executable: an absolute path.
  ///   - isFile: whether a path names a file.
  package init(executable: String, isFile: (String) -> Bool) {
    var folder = executable[...]
    while let slash = folder.lastIndex(of: "/") {
      folder = folder[..<slash]
      if isFile("\(folder)/Package.swift"), isFile("\(folder)/Makefile") {
        self = .checkout(String(folder))
        return
      }
    }
    self = .installed
  }

  /// Fetches runtime and models again.
  var fetch: String {
    switch self {
    case .checkout(let folder): "make -C \(Mend.quoted(folder)) setup"
    case .installed: "make install"
    }
  }
}
