import Glibc
import Platform
import SystemPackage
import Testing
import UserErrors

@Suite("The fix of an error number")
struct SystemFixTests {
  @Test(
    "The fix is for the cause, not for the file",
    arguments: [(EMFILE, "ulimit -n"), (ENFILE, "fs.file-max"), (ENOMEM, "ulimit -v"), (EIO, "disk"), (EACCES, "readable")])
  func fixes(code: Int32, part: String) {
    let error = RegularFileError.system(Errno(rawValue: code))
    #expect(error.fix(of: nil, else: .setup).text(in: .installed).contains(part) && !error.isMissing)
  }

  @Test("A file that is missing, or is not a regular one, has the caller's fix")
  func missing() {
    for error in [RegularFileError.system(.noSuchFileOrDirectory), .notRegular(.fifo)] {
      #expect(error.fix(of: "/f", else: .setup) == .setup)
    }
    #expect(RegularFileError.system(.noSuchFileOrDirectory).isMissing)
  }

  @Test("A folder that cannot be read is an error, not an empty folder")
  func folders() throws {
    #expect(throws: Errno.noSuchFileOrDirectory) { try Files.names(in: "/nowhere") }
    #expect(throws: Errno.notDirectory) { try Files.names(in: "/dev/null") }
    #expect(try Files.names(in: "/dev").contains("null"))
  }

  @Test("A file that was replaced and cannot be put back is named, with the command that puts it back; else the fix is for the cause")
  func replacement() {
    func error(_ cause: Errno, kept: FilePath?) -> UserError {
      Files.ReplacementError(path: "/home/my file", cause: cause, kept: kept).userError(
        of: "link", else: "caller's", exitStatus: .cannotCreate)
    }
    let kept = error(.permissionDenied, kept: "/home/.swiped.7.1.old")
    #expect(kept.summary.contains("/home/.swiped.7.1.old") && kept.exitStatus == .cannotCreate)
    #expect(kept.fix == .command("mv /home/.swiped.7.1.old '/home/my file'"))
    #expect(error(.permissionDenied, kept: nil).fix == "caller's" && error(.noSpace, kept: nil).fix == Fix(errno: ENOSPC))
  }
}
