import Glibc
import Platform
import SystemPackage
import UserErrors

extension ConfigurationEditor {
  /// Opens a configuration file to change it.
  ///
  /// - Parameters:
  ///   - explicit: `--config`'s value; its file must exist.
  ///   - environment: where XDG_CONFIG_HOME and HOME are looked up, for the user's own file, which may be missing.
  /// - Throws: ``ConfigurationError`` with everything that is wrong with the file; `UserError` without a home.
  package init(opening explicit: String?, environment: [String: String]) throws {
    let file = try Self.file(explicit: explicit, environment: environment)
    let bytes = try Self.read(file, orNothing: explicit == nil) ?? []
    // First, since it knows what is allowed in place of a wrong value.
    _ = try Chords(LoadedConfiguration(bytes: bytes, file: file, unselected: .ofService))
    try self.init(bytes: bytes, file: file)
    mayBeMissing = bytes.isEmpty && explicit == nil
  }

  /// The name of the file that is changed.
  ///
  /// - Throws: `UserError` without a home.
  package static func file(explicit: String?, environment: [String: String]) throws(UserError) -> String {
    if let file = explicit ?? LoadedConfiguration.defaultFile(environment: environment) { return file }
    throw UserError(
      "no place for a configuration file: HOME is not set", fix: "set HOME, or name a file with --config", exitStatus: .configuration)
  }

  /// Identifies the text before the changes.
  package var version: String { configurationVersion(of: original.utf8) }

  /// Whether there is no file yet.
  package var isMissing: Bool { mayBeMissing && !Files.exists("\(CommandLinePaths.path(for: file))") }

  /// - Returns: nil if there is no file, and there need not be one.
  private static func read(_ file: String, orNothing mayBeMissing: Bool) throws(ConfigurationError) -> [UInt8]? {
    do {
      return try readConfigurationFile(file)
    } catch  where mayBeMissing && (error.isMissingFile || error.deadLink != nil && hasFolder(file)) {
      return nil
    }
  }

  /// Whether a link leads into a folder that is there, so that the file can be created in it. Other links may lead to a disk that is not
  /// mounted, or to a folder that was moved.
  private static func hasFolder(_ file: String) -> Bool {
    (try? Files.followLinks(CommandLinePaths.path(for: file))).map { Files.exists(Files.folder(of: $0.string)) } ?? false
  }

  /// The configuration that the text is now.
  ///
  /// - Throws: ``ConfigurationError`` with everything that is wrong with it.
  package func validated() throws(ConfigurationError) -> LoadedConfiguration {
    let loaded = try LoadedConfiguration(bytes: Array(text.utf8), file: file, unselected: .ofService)
    _ = try Chords(loaded)
    return loaded
  }

  /// The lines that the changes remove, as `- line`, and add, as `+ line`, in their order.
  package var changedLines: [String] {
    let (old, new) = (Self.lines(of: original), Self.lines(of: text))
    let difference = new.difference(from: old)
    let removed = Set(difference.removals.map { if case .remove(let offset, _, _) = $0 { offset } else { -1 } })
    let added = Set(difference.insertions.map { if case .insert(let offset, _, _) = $0 { offset } else { -1 } })
    var lines: [String] = []
    var (from, to) = (0, 0)
    while from < old.count || to < new.count {
      if removed.contains(from) {
        lines.append("- \(old[from])")
        from += 1
      } else if added.contains(to) {
        lines.append("+ \(new[to])")
        to += 1
      } else {
        (from, to) = (from + 1, to + 1)
      }
    }
    return lines
  }

  private static func lines(of text: String) -> [String] { text.split(whereSeparator: \.isNewline).map(String.init) }

  /// How often the file is read again that another program has changed before it was replaced, and the time between, in µs.
  private static let attempts = 20, pause: UInt32 = 25_000

  /// Makes the changes in the file as it is now, which has either the old content or the new one at any moment; a symbolic link stays one.
  ///
  /// What other programs have written since the file was opened stays, up to the moment at which it is replaced.
  ///
  /// - Returns: the configuration that was written.
  /// - Throws: ``ConfigurationError`` for a text that is no valid configuration, or in which another program has changed the same options;
  ///   `UserError` if the file cannot be written. The file is as it was then.
  package func save() throws -> LoadedConfiguration {
    for _ in 0..<Self.attempts {
      let present = try Self.read(file, orNothing: mayBeMissing)
      let editor = (present ?? []).elementsEqual(original.utf8) ? self : try repeated(on: present ?? [])
      let loaded = try editor.validated()
      if present.map({ $0.elementsEqual(editor.text.utf8) }) ?? editor.text.isEmpty { return loaded }
      guard !Files.isLocked("\(CommandLinePaths.path(for: file))") else {
        throw UserError("\(file): another program has locked it", fix: "close it there, and try again", exitStatus: .notPermitted)
      }
      try checkWritable()
      if try editor.replace(present) { return loaded }
      usleep(Self.pause)
    }
    throw UserError("\(file): another program is writing it", fix: "close it there, and try again", exitStatus: .notPermitted)
  }

  /// - Returns: false if the file is not as it was read, or is being written.
  private func replace(_ present: [UInt8]?) throws(UserError) -> Bool {
    do throws(Files.ReplacementError) {
      return try Files.replace(CommandLinePaths.path(for: file), having: present, with: Array(text.utf8))
    } catch {
      throw error.userError(
        of: file, else: "make the file and its folder writable, or edit the file that it is generated from",
        exitStatus: error.cause.isDenied || error.cause == .readOnlyFileSystem ? .notPermitted : .cannotCreate)
    }
  }
}
