import Glibc
import Platform
import Product
import SystemPackage
import Testing

@Suite("The fix of an error number")
struct SystemFixTests {
  @Test(
    "The fix is for the cause, not for the file",
    arguments: [(EMFILE, "ulimit -n"), (ENFILE, "fs.file-max"), (ENOMEM, "ulimit -v"), (EIO, "disk"), (EACCES, "readable")])
  func fixes(code: Int32, part: String) {
    let error = RegularFileError.system(Errno(rawValue: code))
    #expect(error.fix(else: .setup).text(in: .installed).contains(part) && !error.isMissing)
  }

  @Test("A file that is missing, or is not a regular one, has the caller's fix")
  func missing() {
    for error in [RegularFileError.system(.noSuchFileOrDirectory), .notRegular(.fifo)] {
      #expect(error.fix(else: .setup) == .setup)
    }
    #expect(RegularFileError.system(.noSuchFileOrDirectory).isMissing)
  }

  @Test("A folder that cannot be read is an error, not an empty folder")
  func folders() throws {
    #expect(throws: Errno.noSuchFileOrDirectory) { try Files.names(in: "/nowhere") }
    #expect(throws: Errno.notDirectory) { try Files.names(in: "/dev/null") }
    #expect(try Files.names(in: "/dev").contains("null"))
  }
}
