import Foundation

/// A message bus for one test, in its own folder.
final class PrivateBus {
  let address: String
  private let folder: TestFolder
  private let process = Process()

  /// Returns once the bus takes connections.
  ///
  /// - Throws: an error without dbus-daemon (Debian: the package of that name).
  init(in folder: TestFolder) throws {
    self.folder = folder
    address = "unix:path=\(folder.path)/bus"
    let configuration = """
      <busconfig>
        <type>session</type>
        <listen>\(address)</listen>
        <auth>EXTERNAL</auth>
        <servicedir>\(folder.path)</servicedir>
        <policy context="default">
          <allow own="*"/>
          <allow send_destination="*"/>
          <allow receive_sender="*"/>
          <allow user="*"/>
        </policy>
      </busconfig>
      """
    let file = "\(folder.path)/bus.conf"
    try configuration.write(toFile: file, atomically: true, encoding: .utf8)
    let announcement = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/dbus-daemon")
    process.arguments = ["--config-file=\(file)", "--nofork", "--nopidfile", "--nosyslog", "--print-address"]
    process.standardOutput = announcement
    // It would complain of limits that only root can raise.
    process.standardError = FileHandle.nullDevice
    try process.run()
    // The address is printed once the socket accepts connections.
    _ = try announcement.fileHandleForReading.read(upToCount: 1)
  }

  deinit { stop() }

  /// Ends it, and every connection with it.
  func stop() {
    guard process.isRunning else { return }
    // It has inherited the mask of the test's thread, in which SIGTERM may be blocked.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    try? FileManager.default.removeItem(atPath: "\(folder.path)/bus")
  }
}
