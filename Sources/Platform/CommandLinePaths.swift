import SystemPackage

/// Finds the bytes of file names on the command line.
///
/// Swift's own `CommandLine.arguments`, which the argument parser reads, has U+FFFD in place of bytes that are not UTF-8. A name with
/// U+FFFD is therefore looked up among the arguments as the kernel passed them.
package enum CommandLinePaths {
  /// The file that an argument, or the value in an argument such as `--config=FILE` or `y4m:FILE`, names.
  package static func path(for text: String) -> FilePath { paths(for: [text])[0] }

  /// The files that some arguments name, in the order of the arguments: two names may differ only in bytes that are not UTF-8.
  package static func paths(for texts: [String]) -> [FilePath] {
    // Nearly every name; the arguments are searched only for the others.
    guard texts.contains(where: isRepaired) else { return texts.map { FilePath($0) } }
    return paths(for: texts, in: rawArguments())
  }

  /// - Parameter arguments: the arguments of the process, as the kernel passed them.
  package static func paths(for texts: [String], in arguments: [[UInt8]]) -> [FilePath] {
    var rest = arguments[...]
    return texts.map { text in
      guard isRepaired(text) else { return FilePath(text) }
      // The next argument that matches; any that matches, if the order differs.
      for candidates in [rest, arguments[...]] {
        for (index, argument) in zip(candidates.indices, candidates) {
          guard let bytes = tail(of: argument, reading: text) else { continue }
          rest = arguments[(index + 1)...]
          return FilePath(bytes: bytes)
        }
      }
      return FilePath(text)
    }
  }

  /// The end of an argument that reads as `text`: all of it, or what follows `=` or `:`.
  private static func tail(of argument: [UInt8], reading text: String) -> [UInt8]? {
    let starts = [0] + argument.indices.filter { [UInt8(ascii: "="), UInt8(ascii: ":")].contains(argument[$0]) }.map { $0 + 1 }
    // Compared as bytes: characters that are canonically equivalent are different names.
    return starts.lazy.map { Array(argument[$0...]) }.first { String(decoding: $0, as: UTF8.self).utf8.elementsEqual(text.utf8) }
  }

  private static func isRepaired(_ text: String) -> Bool { text.unicodeScalars.contains("\u{FFFD}") }

  private static func rawArguments() -> [[UInt8]] {
    (1..<max(Int(CommandLine.argc), 1)).compactMap { index in
      CommandLine.unsafeArgv[index].map { start in
        var end = start
        while end.pointee != 0 { end += 1 }
        return Array(UnsafeRawBufferPointer(start: start, count: end - start))
      }
    }
  }
}

extension FilePath {
  /// A path of any bytes without a NUL: the names of files need not be UTF-8.
  package init(bytes: some Sequence<UInt8>) {
    self.init(platformString: bytes.map { CChar(bitPattern: $0) } + [0])
  }

  /// The bytes of the path, without the NUL.
  package var bytes: [UInt8] { withPlatformString { path in (0..<length).map { UInt8(bitPattern: path[$0]) } } }
}
