import EventProtocol
import Platform
import SystemPackage

extension Status {
  /// The configuration file that the running swiped uses, if it is another one than that which a command changes.
  ///
  /// - Parameter file: as a person has named it.
  func fileInUse(insteadOf file: String) -> String? {
    // An older swiped does not say.
    guard let used = configurationFile, used != Files.absolute(file) else { return nil }
    if let one = try? Stat(FilePath(used)), let other = try? Stat(CommandLinePaths.path(for: file)), one.isSameFile(as: other) {
      return nil
    }
    return used
  }
}
