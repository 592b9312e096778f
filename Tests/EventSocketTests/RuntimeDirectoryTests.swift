import EventSocket
import Foundation
import Glibc
import Platform
import SystemPackage
import Testing
import UserErrors

@Suite("The folder for a user's sockets")
struct RuntimeDirectoryTests {
  private func status(_ kind: mode_t, mode: mode_t, owner: uid_t) -> Stat {
    var status = stat()
    status.st_mode = kind | mode
    status.st_uid = owner
    return Stat(rawValue: status)
  }

  private func find(_ environment: [String: String] = [:], _ files: [String: Stat] = [:]) throws(UserError) -> RuntimeDirectory {
    try RuntimeDirectory(environment: environment, user: 7) { files[$0] }
  }

  @Test("is the one that the environment names")
  func variable() throws {
    let found = try find(["XDG_RUNTIME_DIR": "/run/mine"])
    #expect(found.path == "/run/mine" && found.isFromEnvironment)
    #expect(throws: UserError.self) { try find(["XDG_RUNTIME_DIR": "mine"]) }
  }

  @Test("is that of the login session if the environment names none", arguments: [[:], ["XDG_RUNTIME_DIR": ""]])
  func login(environment: [String: String]) throws {
    let found = try find(environment, ["/run/user/7": status(S_IFDIR, mode: 0o700, owner: 7)])
    #expect(found.path == "/run/user/7" && !found.isFromEnvironment)
  }

  @Test("is in /tmp without a login session, or if the session's folder belongs to another user")
  func temporary() throws {
    #expect(try find().path == "/tmp/swiped-7")
    #expect(try find([:], ["/run/user/7": status(S_IFDIR, mode: 0o700, owner: 0)]).path == "/tmp/swiped-7")
    #expect(try find([:], ["/tmp/swiped-7": status(S_IFDIR, mode: 0o700, owner: 7)]).path == "/tmp/swiped-7")
  }

  @Test("is refused in /tmp if another user may have created it")
  func refused() {
    for (kind, mode, owner) in [(S_IFDIR, 0o700, 8), (S_IFDIR, 0o770, 7), (S_IFDIR, 0o701, 7), (S_IFLNK, 0o777, 7), (S_IFREG, 0o600, 7)]
      as [(mode_t, mode_t, uid_t)]
    {
      let error = #expect(throws: UserError.self) {
        try find([:], ["/tmp/swiped-7": status(kind, mode: mode, owner: owner)])
      }
      #expect(error?.description.hasPrefix("/tmp/swiped-7: ") == true)
    }
  }

  @Test("is created in /tmp for its owner alone, and kept the next time")
  func created() throws {
    let user: uid_t = 4_000_000_000 + uid_t(getpid())
    let path = "/tmp/swiped-\(user)"
    defer { rmdir(path) }
    try RuntimeDirectory.prepare(for: "/elsewhere/swiped", user: user)
    #expect(!FileManager.default.fileExists(atPath: path))
    // Once it exists it is refused, since it belongs to this user and not to the given one.
    try RuntimeDirectory.prepare(for: path + "/swiped", user: user)
    #expect(try #require(Files.status(ofLink: path)).permissions == .ownerReadWriteExecute)
    #expect(throws: UserError.self) { try RuntimeDirectory.prepare(for: path + "/swiped", user: user) }
  }
}
