import CLinux
import Glibc
import SystemPackage

/// The locks of flock(2), as the kernel lists them, which touches none, and what else it says about who uses a file. Nothing else says that: a
/// file that is locked may hold any text.
package enum FileLocks {
  /// The process that has a file locked; nil if none has, or it is not known, as of another PID namespace.
  package static func holder(of file: borrowing OwnedDescriptor) -> pid_t? {
    guard let information = Files.text(of: "/proc/self/fdinfo/\(file.number)"), let mounts = Files.text(of: "/proc/self/mountinfo"),
      let name = name(information, mounts: mounts) ?? (try? file.status).map({ name(of: $0.rawValue.st_dev, $0.rawValue.st_ino) }),
      let list = try? OwnedDescriptor(opening: "/proc/locks", .readOnly), let bytes = try? list.readAll(limit: 1 << 20)
    else { return nil }
    return holder(of: name, in: String(decoding: bytes, as: UTF8.self))
  }

  /// The process that has the file at a path locked, which this user need not be able to read; a symbolic link is not followed.
  package static func holder(of path: FilePath) -> pid_t? {
    guard let file = try? OwnedDescriptor(opening: path, .readOnly, options: [onlyPath, .noFollow]) else { return nil }
    return holder(of: file)
  }

  /// Whether a program has a file open to write it; false where the kernel does not say that, as of another user's file, or of one on a server.
  package static func hasWriter(_ file: borrowing OwnedDescriptor) -> Bool {
    // Whoever opens the file in the moment of the lease has the kernel send a signal, which is by default one that ends the process.
    guard fcntl(file.number, setLeaseSignal, SIGURG) == 0 else { return false }
    // A lease for readers is refused while there is a writer.
    guard fcntl(file.number, setLease, F_RDLCK) != 0 else {
      _ = fcntl(file.number, setLease, F_UNLCK)
      return false
    }
    let refusal = Errno.last
    var system = statfs()
    return fstatfs(file.number, &system) == 0 && isOfWriter(refusal, fileSystem: UInt32(truncatingIfNeeded: system.f_type))
  }

  /// Whether a lease for readers was refused because there is a writer. On a remote file system, the same error says that the server has granted
  /// none, as NFS without a delegation and SMB without an oplock do, whoever has the file open.
  ///
  /// - Parameter fileSystem: the number of its type, of statfs(2).
  package static func isOfWriter(_ refusal: Errno, fileSystem: UInt32) -> Bool {
    refusal == .resourceTemporarilyUnavailable && !remoteFileSystems.contains(fileSystem)
  }

  /// Those whose files other machines or processes serve, as statfs(2) and `linux/magic.h` number them.
  private static let remoteFileSystems: Set<UInt32> = [
    0x6969,  // NFS
    0x517b, 0xff53_4d42, 0xfe53_4d42,  // SMB
    0x6573_5546,  // FUSE
    0x0102_1997,  // 9p
    0x00c3_6400,  // Ceph
    0x5346_414f, 0x6b41_4653,  // AFS
    0x7375_7245,  // Coda
    0x0bd0_0bd0,  // Lustre
    0x786f_4256,  // shared folders of VirtualBox
  ]

  /// `F_SETSIG` and `F_SETLEASE`, which the headers declare to GNU programs only.
  private static let setLeaseSignal: Int32 = 10, setLease: Int32 = 1024

  /// `O_PATH`, which the headers declare to GNU programs only.
  private static let onlyPath = FileDescriptor.OpenOptions(rawValue: 0o10_000_000)

  /// The name of a file on a file system whose mount is not listed, as in a chroot.
  package static func name(of device: dev_t, _ inode: ino_t) -> String {
    // As makedev(3) puts them together.
    let (major, minor) = (device >> 8 & 0xfff | device >> 32 & ~0xfff, device & 0xff | device >> 12 & ~0xff)
    func digits(_ number: dev_t) -> String { (number < 16 ? "0" : "") + String(number, radix: 16) }
    return "\(digits(major)):\(digits(minor)):\(inode)"
  }

  /// The name of a file in `/proc/locks`, `MAJOR:MINOR:INODE`: that of the device that is mounted. stat(2) names another one on btrfs and on
  /// overlayfs.
  ///
  /// - Parameters:
  ///   - information: the content of `/proc/self/fdinfo/FD`, with lines such as `mnt_id:	29` and `ino:	77`.
  ///   - mounts: the content of `/proc/self/mountinfo`, whose lines begin with `29 1 254:0`.
  package static func name(_ information: String, mounts: String) -> String? {
    func number(_ key: String) -> Substring? {
      let line = information.split(separator: "\n").first { $0.hasPrefix(key + ":") }
      return line?.dropFirst(key.count + 1).drop { $0 == " " || $0 == "\t" }
    }
    guard let inode = number("ino"), let mount = number("mnt_id") else { return nil }
    let fields = mounts.split(separator: "\n").lazy.map { $0.split(separator: " ", maxSplits: 3) }.first { $0.first == mount }
    guard let fields, fields.count > 2 else { return nil }
    let device = fields[2].split(separator: ":").compactMap { UInt32($0) }.map { ($0 < 0x10 ? "0" : "") + String($0, radix: 16) }
    return device.count == 2 ? "\(device[0]):\(device[1]):\(inode)" : nil
  }

  /// - Parameters:
  ///   - name: of the file in the list.
  ///   - list: the content of `/proc/locks`, with lines such as `1: FLOCK  ADVISORY  WRITE 1234 08:01:131090 0 EOF`; one with `->` after its
  ///     number is waiting.
  package static func holder(of name: String, in list: String) -> pid_t? {
    for line in list.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count >= 6, words[1] == "FLOCK", words[5] == Substring(name) else { continue }
      if let process = pid_t(words[4]), process > 0 { return process }
    }
    return nil
  }
}
