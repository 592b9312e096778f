import EventProtocol
import Platform
import SystemPackage

extension EventClient {
  /// What the daemon did with a configuration file that was written.
  package struct Reload: Sendable {
    package let status: Status
    /// The file that the daemon uses in place of the written one; nil if it uses that.
    package let otherFile: String?
  }

  /// Has the daemon use a configuration file that was written: it reads the file again, and uses the profile that was selected there.
  ///
  /// - Parameters:
  ///   - file: as a person has named it; nil if there is none.
  ///   - profile: what was selected; nil if the selection was not changed.
  package mutating func reload(_ file: String?, selecting profile: String?, until deadline: Deadline) throws(SocketError) -> Reload {
    let status = try statusAfter(.reload, until: deadline)
    if let file, let other = status.fileInUse(insteadOf: file) { return Reload(status: status, otherFile: other) }
    // A temporary profile outlives a reload of a file that selects the same one as before. An older swiped does not say which is active.
    guard let profile, let active = status.profile, active != profile else { return Reload(status: status, otherFile: nil) }
    return Reload(status: try statusAfter(.setProfile(profile), until: deadline), otherFile: nil)
  }

  /// The status that the daemon greets with.
  ///
  /// - Returns: nil if it closes the connection before.
  package mutating func firstStatus(until deadline: Deadline) throws(SocketError) -> Status? {
    try first(until: deadline) { _, event throws(SocketError) in if case .status(let status) = event { status } else { nil } }
  }

  /// Controls the daemon, and returns the status after that.
  package mutating func statusAfter(_ control: Control, until deadline: Deadline) throws(SocketError) -> Status {
    guard case .status(let status) = try request(.control(control), until: deadline) else {
      throw .unknownAnswer
    }
    return status
  }
}

extension Status {
  /// The configuration file that the running swiped uses, if it is another one than that which a command changes.
  ///
  /// - Parameter file: as a person has named it.
  package func fileInUse(insteadOf file: String) -> String? {
    // An older swiped does not say.
    guard let used = configurationFile, used != Files.absolute(file) else { return nil }
    if let one = try? Stat(FilePath(used)), let other = try? Stat(CommandLinePaths.path(for: file)), one.isSameFile(as: other) {
      return nil
    }
    return used
  }
}
