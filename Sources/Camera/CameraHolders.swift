import Glibc

/// A process that has a camera open.
package struct CameraHolder: Codable, Equatable, Sendable {
  /// Its process number.
  package let pid: Int32
  /// Its name, as `ps` has it: at most 15 bytes of the program's file name.
  package let name: String

  package init(pid: Int32, name: String) {
    self.pid = pid
    self.name = name
  }
}

/// Who has a device open, as far as this user may see.
package enum CameraHolders {
  /// The processes that have the device open, except this one.
  ///
  /// Those of other users are not seen, as the kernel shows their open files to them alone.
  ///
  /// - Parameters:
  ///   - path: the device node, or a link to it.
  ///   - proc: where procfs is mounted.
  package static func holding(_ path: String, proc: String = "/proc") -> [CameraHolder] {
    let device = Files.resolve(path)
    return Files.entries(of: proc).compactMap(Int32.init).filter { $0 != getpid() }.sorted().compactMap { pid in
      let folder = "\(proc)/\(pid)"
      guard Files.entries(of: "\(folder)/fd").contains(where: { Files.target(of: "\(folder)/fd/\($0)") == device }) else { return nil }
      return CameraHolder(pid: pid, name: Files.line(of: "\(folder)/comm") ?? "a program")
    }
  }
}
