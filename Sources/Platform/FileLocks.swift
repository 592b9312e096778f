import Glibc
import SystemPackage

/// The locks of flock(2), as the kernel lists them.
package enum FileLocks {
  /// The process that has a file locked; nil if it is not known, as of another PID namespace.
  package static func holder(of file: borrowing OwnedDescriptor) -> pid_t? {
    guard let inode = try? file.status.inode.rawValue,
      let list = try? OwnedDescriptor(opening: "/proc/locks", .readOnly), let bytes = try? list.readAll(limit: 1 << 20)
    else { return nil }
    return holder(of: UInt64(inode), in: String(decoding: bytes, as: UTF8.self))
  }

  /// - Parameters:
  ///   - inode: of the file. Its device is not compared: some file systems list another one.
  ///   - list: the content of `/proc/locks`, whose lines are `1: FLOCK ADVISORY WRITE PROCESS MAJOR:MINOR:INODE 0 EOF`.
  static func holder(of inode: UInt64, in list: String) -> pid_t? {
    for line in list.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count >= 6, words[1] == "FLOCK", words[5].split(separator: ":").last == Substring(String(inode)) else { continue }
      if let process = pid_t(words[4]), process > 0 { return process }
    }
    return nil
  }
}
