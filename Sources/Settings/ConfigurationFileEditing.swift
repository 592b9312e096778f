import Glibc
import Platform
import Product
import SystemPackage

extension ConfigurationEditor {
  /// Opens a configuration file to change it.
  ///
  /// - Parameters:
  ///   - explicit: `--config`'s value; its file must exist.
  ///   - environment: where XDG_CONFIG_HOME and HOME are looked up, for the user's own file, which may be missing.
  /// - Throws: ``ConfigurationError`` with everything that is wrong with the file; `UserError` without a home.
  package init(opening explicit: String?, environment: [String: String]) throws {
    let file = try Self.file(explicit: explicit, environment: environment)
    let bytes = try Self.read(file, orNothing: explicit == nil)
    try self.init(bytes: bytes, file: file)
    _ = try validated()
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

  /// - Throws: `UserError` if the file cannot be written.
  package func checkWritable() throws(UserError) {
    let path = CommandLinePaths.path(for: file).string
    var folder = path
    repeat { folder = Files.folder(of: folder) } while !Files.exists(folder)
    for each in [folder] + (Files.exists(path) ? [path] : []) where access(each, W_OK) != 0 {
      throw UserError(
        "\(file): cannot be written, since \(each) is read-only", fix: "make it writable, or name another file with --config",
        exitStatus: .notPermitted)
    }
  }

  /// Which program seems to have the file open for editing, whose next save would undo a change made here; one line.
  package var openElsewhere: String? {
    let path = CommandLinePaths.path(for: file)
    let (folder, name) = (path.removingLastComponent(), path.lastComponent?.string ?? "")
    // Vim's copy, and the link with which Emacs marks a file that has unsaved changes.
    let marks = [(".\(name).swp", "Vim"), (".#\(name)", "Emacs")]
    return marks.first { Files.status(ofLink: folder.appending($0.0).string) != nil }.map {
      "\($0.1) seems to have \(file) open: save and close it there first, or it may undo what is changed here"
    }
  }

  private static func read(_ file: String, orNothing mayBeMissing: Bool) throws(ConfigurationError) -> [UInt8] {
    do {
      return try readConfigurationFile(file)
    } catch  where error.isMissingFile && mayBeMissing {
      return []
    }
  }

  /// The configuration that the text is now.
  ///
  /// - Throws: ``ConfigurationError`` with everything that is wrong with it.
  package func validated() throws(ConfigurationError) -> LoadedConfiguration {
    let loaded = try LoadedConfiguration(bytes: Array(text.utf8), file: file)
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

  /// Makes the changes in the file as it is now, which has either the old content or the new one at any moment; a symbolic link stays one.
  ///
  /// What other programs have written since the file was opened stays.
  ///
  /// - Returns: the configuration that was written.
  /// - Throws: ``ConfigurationError`` for a text that is no valid configuration, or in which another program has changed the same options;
  ///   `UserError` if the file cannot be written. The file is as it was then.
  package func save() throws -> LoadedConfiguration {
    let present = try Self.read(file, orNothing: mayBeMissing)
    let editor = present.elementsEqual(original.utf8) ? self : try repeated(on: present)
    let loaded = try editor.validated()
    guard !Files.isLocked("\(CommandLinePaths.path(for: file))") else {
      throw UserError("\(file): another program has locked it", fix: "close it there, and try again", exitStatus: .notPermitted)
    }
    do throws(Errno) {
      try Files.replace(CommandLinePaths.path(for: file), with: Array(editor.text.utf8))
    } catch {
      throw UserError(
        "\(file): cannot be written (\(error))",
        fix: Fix(errno: error.rawValue) ?? "make the file and its folder writable, or edit the file that it is generated from",
        exitStatus: error.isDenied || error == .readOnlyFileSystem ? .notPermitted : .cannotCreate)
    }
    return loaded
  }
}
