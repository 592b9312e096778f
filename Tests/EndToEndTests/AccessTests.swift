import Foundation
import Glibc
import Testing

extension EndToEnd {
  @Suite("Files that may not be read, and links to nothing")
  struct Access {
    private let home = Scratch()
    private var folder: String { home.file(".config/swiped") }
    private var file: String { "\(folder)/swiped.toml" }

    /// Runs swiped with a configuration of this user's home, as nobody if this is root, who may read everything.
    private func start() async throws -> Program.Outcome {
      let arguments = source("synthetic", home) + ["--no-keys"]
      guard geteuid() == 0 else { return try await run("swiped", arguments, home: home) }
      let program = Program.folder.appendingPathComponent("swiped").path
      let privileges = ["--reuid=65534", "--regid=65534", "--clear-groups"]
      return try await run("/usr/bin/setpriv", privileges + [program] + arguments, home: home)
    }

    private func write() throws {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try home.write(".config/swiped/swiped.toml", "keys.left = 1\n".utf8)
      if geteuid() == 0 { for path in [home.path, home.file(".config"), folder, file] { try #require(chown(path, 65534, 65534) == 0) } }
    }

    @Test("The fix that is proposed works: after it, the file is read", .timeLimit(.minutes(5)))
    func fix() async throws {
      try write()
      let user: uid_t = geteuid() == 0 ? 65534 : geteuid()
      var cases: [(make: () -> Void, command: String)] = [
        ({ chmod(file, 0) }, "chmod u+r \(file)"), ({ chmod(folder, 0o600) }, "chmod u+rx \(folder)"),
      ]
      if geteuid() == 0 {
        cases.append(({ _ = (chmod(file, 0o600), chown(file, 0, 0)) }, "sudo chown \(user):\(user) \(file)"))
        cases.append(
          ({ _ = (chmod(folder, 0o700), chown(folder, 0, 0), chown(file, 0, 0)) }, "sudo chown -R \(user):\(user) \(folder)"))
      }
      for (make, command) in cases {
        make()
        let refused = try await start()
        #expect(refused.status == 78 && refused.errors.count == 1 && refused.errors[0].hasSuffix("; run `\(command)`"), "\(refused.errors)")
        // This is root where sudo is needed.
        let shell = try await run("/bin/bash", ["-c", String(command.trimmingPrefix("sudo "))], home: home)
        #expect(shell.status == 0)
        // It is read, and refused for what it says.
        let read = try await start()
        #expect(read.status == 78 && read.errors.first?.contains("swiped.toml:1:13: keys.left ") == true, "\(read.errors)")
      }
    }

    @Test(
      "swiped does not start with the defaults where a link leads to nothing", arguments: [".config/swiped", ".config/swiped/swiped.toml"])
    func deadLink(name: String) async throws {
      let link = home.file(name)
      try FileManager.default.createDirectory(atPath: (link as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      try #require(symlink("/nowhere/swiped", link) == 0)
      let end = try await run("swiped", source("synthetic", home) + ["--no-keys"], home: home)
      #expect(end.status == 78 && end.errors.count == 1 && end.errors[0].contains("/nowhere/swiped, which does not exist; "))
      let change = try await run("swipectl", ["profile", "daily"], home: home)
      #expect(change.status == 78 && change.errors.count == 1)
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "/nowhere/swiped")
    }
  }
}
