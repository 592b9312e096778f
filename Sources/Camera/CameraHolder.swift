import Glibc
import Platform
import SystemPackage

/// A process that has a camera open.
package struct CameraHolder: Codable, Equatable, Sendable {
  /// Process ID.
  package let pid: Int32
  /// The process's name as `ps` prints it: at most 15 bytes of the program's file name.
  package let name: String
  /// The service that has the camera open for the process; nil if that is the process itself.
  package let through: String?

  package init(pid: Int32, name: String, through: String? = nil) {
    (self.pid, self.name, self.through) = (pid, name, through)
  }

  /// `cheese (process 4242)`, or `cheese (process 4242, through PipeWire)`.
  package var label: String { "\(name) (process \(pid)\(through.map { ", through \($0)" } ?? ""))" }

  /// The processes that have a device open, except this one, by process ID.
  ///
  /// Processes of other users are missing: the kernel does not show their open files.
  ///
  /// - Parameters:
  ///   - path: the device node, or a link to it.
  ///   - proc: where procfs is mounted.
  package static func holders(of path: String, proc: String = "/proc") -> [CameraHolder] {
    let device = FilePath(Files.resolve(path) ?? path)
    return Files.entries(of: proc).compactMap(Int32.init).filter { $0 != getpid() }.sorted().compactMap { pid in
      let folder = "\(proc)/\(pid)"
      let opened = Files.entries(of: "\(folder)/fd").lazy.map { Files.target(of: FilePath("\(folder)/fd/\($0)")) }
      guard opened.contains(device) else { return nil }
      return CameraHolder(pid: pid, name: Files.line(of: "\(folder)/comm") ?? "a program")
    }
  }
}

extension [CameraHolder] {
  /// Their labels, as part of a sentence.
  package var labels: String { map(\.label).joined(separator: " and ") }
}

/// The programs that have a camera open, and whether it is used.
package struct CameraUse: Codable, Equatable, Sendable {
  /// The programs, of those that this user may see; instead of PipeWire, the programs that it captures for.
  package var holders: [CameraHolder]
  /// Whether one of them uses the camera, or may use it. Some services keep cameras open that nobody uses.
  package var isUsed: Bool

  private enum CodingKeys: String, CodingKey {
    case holders
    case isUsed = "is_used"
  }

  package init(holders: [CameraHolder], isUsed: Bool) { (self.holders, self.isUsed) = (holders, isUsed) }

  /// Finds the programs that have a camera open. Opens the camera if they may not use it; takes a while.
  ///
  /// - Parameters:
  ///   - device: the device node.
  ///   - exception: the process on whose behalf this asks.
  ///   - dump: returns the output of `pw-dump`; nil without one.
  package static func find(
    _ device: String, except exception: Int32? = nil, calls: V4L2Calls = .libv4l2, dump: () -> [UInt8]? = PipeWireGraph.dump
  ) -> CameraUse {
    let holders = calls.machine.holders(device).filter { $0.pid != exception }
    let programs = holders.filter { !CameraProbers.mayBeIdle($0) }
    let server = holders.filter { $0.name == PipeWireGraph.server }
    let graph = server.isEmpty ? nil : dump().flatMap(PipeWireGraph.init)
    let clients = graph?.clients(of: calls.machine.resolve(device))
    if !programs.isEmpty || clients?.isEmpty == false { return CameraUse(holders: (clients ?? server) + programs, isUsed: true) }
    guard CameraDevice.isStreaming(device, calls: calls) else { return CameraUse(holders: holders, isUsed: false) }
    // A service that has it open for nobody is not what streams: then it is a program of another user.
    let idle = clients == nil ? PipeWireGraph.managers : PipeWireGraph.services
    return CameraUse(holders: holders.filter { !idle.contains($0.name) }, isUsed: true)
  }
}
