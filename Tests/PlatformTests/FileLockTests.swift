import Glibc
import Platform
import SystemPackage
import Testing

@Suite("Locks of files")
struct FileLockTests {
  @Test("The holder of a lock is found by its file, and a process that only waits for it is not")
  func list() {
    let list = """
      1: POSIX  ADVISORY  READ 10 00:1c:77 0 EOF
      2: FLOCK  ADVISORY  WRITE 11 00:1c:77 0 EOF
      2: -> FLOCK  ADVISORY  WRITE 12 00:1c:77 0 EOF
      3: FLOCK  ADVISORY  WRITE 13 fd:01:77 0 EOF
      4: OFDLCK ADVISORY  WRITE -1 00:1c:78 0 EOF
      5: FLOCK  ADVISORY  WRITE 0 00:1c:79 0 EOF
      6: FLOCK  ADVISORY  WRITE -1 00:1c:80 0 EOF
      7: FLOCK
      """
    #expect(FileLocks.holder(of: "00:1c:77", in: list) == 11)
    #expect(FileLocks.holder(of: "fd:01:77", in: list) == 13)
    for inode in 78...81 { #expect(FileLocks.holder(of: "00:1c:\(inode)", in: list) == nil) }
  }

  @Test("The kernel lists a file by the device of its mount", arguments: [("29", "fe:00:77"), ("30", "00:2a:77"), ("31", "103:01:77")])
  func names(mount: String, name: String) {
    let mounts = """
      29 1 254:0 / / rw,relatime - ext4 /dev/root rw
      30 29 0:42 /@home /home rw - btrfs /dev/sda rw
      31 29 259:1 / /x rw - xfs /dev/nvme0n1p1 rw
      """
    #expect(FileLocks.name("pos:\t0\nflags:\t0100000\nmnt_id:\t\(mount)\nino:\t77\n", mounts: mounts) == name)
  }

  @Test("What the kernel does not say has no name", arguments: ["", "mnt_id:\t29\n", "ino:\t7\n", "mnt_id:\t9\nino:\t7\n"])
  func unknown(information: String) { #expect(FileLocks.name(information, mounts: "29 1 254:0 / / rw\n9 1\n") == nil) }

  @Test(
    "is named by its file system where no mount is listed for it, as in a chroot", arguments: [(0xfe00, "fe:00"), (0x801, "08:01")])
  func unlisted(device: dev_t, name: String) { #expect(FileLocks.name(of: device, 77) == "\(name):77") }

  @Test("This process is found by a file that it has locked, on each file system, also by its name", arguments: ["/tmp", "/dev/shm"])
  func here(folder: String) throws {
    var template = Array("\(folder)/swiped-lock-XXXXXX".utf8CString)
    let locked = OwnedDescriptor(owning: mkstemp(&template))
    let path = FilePath(platformString: template)
    defer { path.withPlatformString { _ = unlink($0) } }
    #expect(FileLocks.holder(of: path) == nil)
    try #require(flock(locked.number, LOCK_EX | LOCK_NB) == 0)
    let other = try OwnedDescriptor(opening: path, .readOnly)
    #expect(FileLocks.holder(of: other) == getpid() && FileLocks.holder(of: path) == getpid())
  }

  private static let local: [UInt32] = [0xef53, 0x5846_5342, 0x9123_683e, 0x0102_1994, 0x2fc1_2fc1]
  private static let remote: [UInt32] = [0x6969, 0xff53_4d42, 0xfe53_4d42, 0x517b, 0x6573_5546, 0x0102_1997, 0x00c3_6400]

  @Test("A refused lease is one of a writer on a local file system: ext4, XFS, btrfs, tmpfs, ZFS", arguments: local)
  func writerOn(local: UInt32) {
    #expect(FileLocks.isOfWriter(.resourceTemporarilyUnavailable, fileSystem: local))
    for refusal in [Errno.invalidArgument, .permissionDenied, .noLocks] { #expect(!FileLocks.isOfWriter(refusal, fileSystem: local)) }
  }

  @Test("A refused lease says nothing about writers on a remote file system: NFS, SMB, FUSE, 9p, Ceph", arguments: remote)
  func serverOf(remote: UInt32) { #expect(!FileLocks.isOfWriter(.resourceTemporarilyUnavailable, fileSystem: remote)) }

  @Test("A writer is seen while it has the file open", arguments: ["/tmp", "/dev/shm"])
  func writer(folder: String) throws {
    var template = Array("\(folder)/swiped-lock-XXXXXX".utf8CString)
    let writing = OwnedDescriptor(owning: mkstemp(&template))
    let path = FilePath(platformString: template)
    defer { path.withPlatformString { _ = unlink($0) } }
    let file = try OwnedDescriptor(opening: path, .readOnly)
    let isWritten = FileLocks.hasWriter(file)
    close(writing.release())
    let isStillWritten = FileLocks.hasWriter(file)
    #expect(isWritten && !isStillWritten)
  }
}
