import Glibc
import Platform
import SystemPackage
import Testing
import UserErrors

@Suite("The fix for a file that may not be read")
struct AccessFactsTests {
  struct Row: Sendable {
    var path: FilePath = "/home/ann/f"
    var isFolder = false
    var owner: UInt32
    var mode: UInt32
    var folderOwner: UInt32 = 1000
    var user: UInt32 = 1000
    /// Nil for words.
    var command: String?
  }

  @Test(
    "A command is proposed only if it works for the person who gets it",
    arguments: [
      Row(owner: 1000, mode: 0o000, command: "chmod u+r /home/ann/f"),
      Row(path: "/home/ann/my f", owner: 1000, mode: 0o277, command: "chmod u+r '/home/ann/my f'"),
      Row(owner: 1000, mode: 0o000, folderOwner: 0, command: "chmod u+r /home/ann/f"),
      Row(isFolder: true, owner: 1000, mode: 0o600, command: "chmod u+rx /home/ann/f"),
      // Left by sudo in a folder of the user.
      Row(owner: 0, mode: 0o600, command: "sudo chown 1000:100 /home/ann/f"),
      Row(owner: 0, mode: 0o000, command: "sudo chown 1000:100 /home/ann/f && chmod u+r /home/ann/f"),
      Row(isFolder: true, owner: 0, mode: 0o700, command: "sudo chown -R 1000:100 /home/ann/f"),
      Row(isFolder: true, owner: 0, mode: 0o600, command: "sudo chown -R 1000:100 /home/ann/f && chmod u+rx /home/ann/f"),
      // Of the system or of others.
      Row(path: "/root", isFolder: true, owner: 0, mode: 0o700, folderOwner: 0), Row(path: "/etc/f", owner: 0, mode: 0o600, folderOwner: 0),
      Row(owner: 1001, mode: 0o600), Row(isFolder: true, owner: 1001, mode: 0o700),
      // What no mode forbids.
      Row(owner: 1000, mode: 0o600), Row(owner: 0, mode: 0o600, folderOwner: 0, user: 0),
    ])
  func fix(row: Row) {
    let facts = AccessFacts(
      row.path, isFolder: row.isFolder, owner: row.owner, mode: FilePermissions(rawValue: row.mode), folderOwner: row.folderOwner,
      user: row.user, group: 100)
    #expect(facts.fix.command(in: .installed)?.description == row.command)
    #expect(facts.fix.text(in: .installed).contains("\(row.path.lastComponent?.string ?? "")"))
  }

  /// A folder that is removed with its owner.
  private final class Folder {
    let path: FilePath

    init() throws {
      var name = Array("/tmp/swiped-access-XXXXXX".utf8CString)
      try #require(mkdtemp(&name) != nil)
      path = try #require(FilePath(platformString: name).withPlatformString { realpath($0, nil) }.map { FilePath(platformString: $0) })
      chmod(path.string, 0o755)
    }

    deinit {
      for name in ["a/b/f", "a/b", "a", "link"] { remove(path.appending(name).string) }
      rmdir(path.string)
    }
  }

  @Test("The facts are those of the first folder that may not be searched, through links, or else of the file")
  func facts() throws {
    let folder = try Folder()
    let (a, b, file, link) = (
      folder.path.appending("a"), folder.path.appending("a/b"), folder.path.appending("a/b/f"), folder.path.appending("link")
    )
    try #require(mkdir(a.string, 0o755) == 0 && mkdir(b.string, 0o755) == 0 && symlink("a/../a/b", link.string) == 0)
    close(creat(file.string, 0o600))
    for each in [a, b, file] { chmod(each.string, each == file ? 0o200 : 0o755) }
    let user: uid_t = geteuid() == 0 ? 65534 : geteuid()
    if geteuid() == 0 { for each in [a, b, file] { try #require(chown(each.string, user, user) == 0) } }
    // Root may search every folder, so the test looks as another user.
    let setfsuid = unsafeBitCast(dlsym(nil, "setfsuid"), to: (@convention(c) (uid_t) -> Int32).self)
    _ = setfsuid(user)
    defer { _ = setfsuid(geteuid()) }
    for path in [file, link.appending("f")] {
      let facts = AccessFacts(of: path)
      #expect(facts?.path == file && facts?.isFolder == false && facts?.owner == user && facts?.folderOwner == user)
      #expect(facts?.mode.rawValue == 0o200)
    }
    chmod(a.string, 0o600)
    for path in [file, link.appending("f")] {
      let facts = AccessFacts(of: path)
      #expect(facts?.path == a && facts?.isFolder == true && facts?.mode.rawValue == 0o600)
    }
    chmod(a.string, 0o755)
    #expect(AccessFacts(of: folder.path.appending("none")) == nil)
  }
}
