import Glibc
import Platform
import SystemPackage

/// What keeps a user from reading a file or a folder, as far as owners and modes say it.
package struct AccessFacts: Sendable, Equatable {
  /// What may not be used: the first folder of the path that may not be searched, or else what the path leads to. Without links.
  package var path: FilePath
  package var isFolder: Bool
  package var owner: UInt32
  package var mode: FilePermissions
  /// The owner of the folder that it is in.
  package var folderOwner: UInt32
  /// The user who may not use it, and that user's group.
  package var user: UInt32, group: UInt32

  package init(
    _ path: FilePath, isFolder: Bool = false, owner: UInt32, mode: FilePermissions, folderOwner: UInt32, user: UInt32, group: UInt32
  ) {
    (self.path, self.isFolder, self.owner, self.mode) = (path, isFolder, owner, mode)
    (self.folderOwner, self.user, self.group) = (folderOwner, user, group)
  }

  /// The command with which the user gets access; words, where no command is certain to be what the user wants.
  package var fix: Fix {
    let needed: FilePermissions = isFolder ? [.ownerRead, .ownerExecute] : .ownerRead
    let permit: ShellCommand = isFolder ? "chmod u+rx \(path)" : "chmod u+r \(path)"
    let isPermitted = mode.isSuperset(of: needed)
    if owner == user, !isPermitted { return .command(permit) }
    // Such as what sudo has left in the home folder. What is elsewhere is root's on purpose.
    if owner == 0, user != 0, folderOwner == user {
      let take: ShellCommand = isFolder ? "sudo chown -R \(user):\(group) \(path)" : "sudo chown \(user):\(group) \(path)"
      return .command(isPermitted ? take : ShellCommand(allOf: [take, permit]))
    }
    if owner != user { return "use a file of your own, since \(path) belongs to user \(owner)" }
    return "find out what forbids it although the mode of \(path) does not, as a security module, or use another file"
  }
}

extension AccessFacts {
  /// The facts about a path that this process may not read; nil if they cannot be known, as where it has been removed.
  package init?(of path: FilePath) {
    guard let (found, status) = Self.refused(on: path.isAbsolute ? path : FilePath(Files.absolute(path.string))),
      let folder = try? Stat(found.removingLastComponent())
    else { return nil }
    self.init(
      found, isFolder: status.type == .directory, owner: status.userID.rawValue, mode: status.permissions,
      folderOwner: folder.userID.rawValue, user: geteuid(), group: getegid())
  }

  /// The first folder of an absolute path that may not be searched, or else what the path leads to.
  private static func refused(on path: FilePath) -> (path: FilePath, status: Stat)? {
    var rest = Array(path.components)
    var (place, links): (FilePath, Int) = ("/", 0)
    while !rest.isEmpty {
      if place.withPlatformString({ faccessat(AT_FDCWD, $0, X_OK, AT_EACCESS) }) != 0 { break }
      let component = rest.removeFirst()
      switch component.kind {
      case .currentDirectory: continue
      case .parentDirectory: place.removeLastComponent()
      case .regular:
        let next = place.appending(component)
        guard let target = Files.target(of: next) else {
          place = next
          continue
        }
        links += 1
        guard links <= Files.linkLimit else { return nil }
        if target.isAbsolute { place = "/" }
        rest = Array(target.components) + rest
      }
    }
    return (try? Stat(place)).map { (place, $0) }
  }
}
