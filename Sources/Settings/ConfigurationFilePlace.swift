import Glibc
import Platform
import SystemPackage
import UserErrors

/// Where the file of an editor really is, and what there is to know about it before it is written.
extension ConfigurationEditor {
  private var path: FilePath { CommandLinePaths.path(for: file) }

  /// The file that is written: what the path leads to through links, which may be missing.
  private var target: FilePath {
    get throws(Errno) {
      let target = try Files.followLinks(path)
      return Files.resolve(target.string).map { FilePath($0) } ?? target
    }
  }

  /// Whether the file is a symbolic link, or in a folder that is one, as of GNU Stow. The folder of a person's file is in `.config`.
  private var isLinked: Bool {
    var path = path
    for _ in 0..<3 where !path.isEmpty {
      if Files.target(of: path) != nil { return true }
      path = path.removingLastComponent()
    }
    return false
  }

  /// - Throws: `UserError` if the file cannot be written.
  package func checkWritable() throws(UserError) {
    let target: FilePath
    do throws(Errno) { target = try self.target } catch {
      throw UserError("\(file): cannot be written (\(error))", fix: "replace the link with a file", exitStatus: .cannotCreate)
    }
    var folder = target.string
    repeat { folder = Files.folder(of: folder) } while !Files.exists(folder)
    for each in [folder] + (Files.exists(target.string) ? [target.string] : []) where faccessat(AT_FDCWD, each, W_OK, AT_EACCESS) != 0 {
      let cause = isLinked ? "leads to \(target), and \(each) is read-only" : "cannot be written, since \(each) is read-only"
      throw UserError("\(file): \(cause)", fix: Self.fix(readOnly: target), exitStatus: .notPermitted)
    }
  }

  /// Why the file cannot be written; one line.
  package var readOnly: String? {
    do throws(UserError) { try checkWritable() } catch { return "\(error)" }
    return nil
  }

  private static func fix(readOnly target: FilePath) -> Fix {
    // Packages of Nix and Guix, whose files are never written.
    if ["/nix/store", "/gnu/store"].contains(where: { target.starts(with: FilePath($0)) }) {
      return "change what it is generated from, such as the configuration of Home Manager, or name another file with --config"
    }
    return "make it writable, or name another file with --config"
  }

  /// What a person is to know before the file is written; one line each.
  package var notes: [String] {
    guard let target = try? target else { return [] }
    var notes: [String] = []
    if isLinked {
      let change = Files.exists(target.string) ? "which changes" : "which is missing, and is created"
      notes.append("\(file): leads to \(target), \(change); the link stays")
    }
    if let repository = Self.repository(of: target) {
      notes.append("\(target): is in the Git repository \(repository); commit the change there")
    }
    if let names = Files.status(of: target.string)?.linkCount, names > 1 {
      notes.append(
        "\(target): has \(names) names (hard links), of which only this one changes; make the others symbolic links if they are to follow it"
      )
    }
    return notes
  }

  private static func repository(of file: FilePath) -> FilePath? {
    var folder = FilePath(Files.absolute(file.string))
    while folder.removeLastComponent() {
      if Files.exists(folder.appending(".git").string) { return folder }
    }
    return nil
  }

  /// Which program seems to have the file open for editing, whose next save would undo a change made here; one line.
  package var openElsewhere: String? {
    for path in [path] + ((try? target).map { [$0] } ?? []) {
      let (folder, name) = (path.removingLastComponent(), path.lastComponent?.string ?? "")
      // Vim's copy, and the link with which Emacs marks a file that has unsaved changes.
      for (mark, program) in [(".\(name).swp", "Vim"), (".#\(name)", "Emacs")]
      where Files.status(ofLink: folder.appending(mark).string) != nil {
        return "\(program) seems to have \(file) open: save and close it there first, or it may undo what is changed here"
      }
    }
    return nil
  }
}
