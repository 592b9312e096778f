import EventSocket
import Glibc
import Platform
import SystemPackage
import UserErrors

/// The owner of a file that leads the browser to the page, which removes it at its end.
///
/// The address has the token, and every user can read the arguments of every process; only this user can read the file.
struct AddressFile: ~Copyable {
  let path: FilePath

  /// - Throws: `UserError` or `Errno` if there is no place for it.
  init(_ address: String, environment: [String: String]) throws {
    let path = try Self.path(of: getpid(), environment: environment)
    _ = try Self.prepareFolder(environment: environment)
    // Of a process that had this number before.
    path.withPlatformString { _ = unlink($0) }
    let file = try OwnedDescriptor(
      opening: path, .writeOnly, options: [.create, .exclusiveCreate, .noFollow], permissions: .ownerReadWrite)
    try file.writeAll(Array(Self.text(address).utf8))
    self.path = path
  }

  private static func folder(environment: [String: String]) throws -> FilePath {
    FilePath(try RuntimeDirectory(environment: environment).path).appending("swiped")
  }

  /// Creates the folder for files of this user alone, if it is missing.
  ///
  /// - Throws: `UserError` if there is no place for it.
  static func prepareFolder(environment: [String: String]) throws -> FilePath {
    let folder = try folder(environment: environment)
    try RuntimeDirectory.prepare(for: folder.string)
    _ = folder.withPlatformString { mkdir($0, 0o700) }
    return folder
  }

  private static func path(of process: pid_t, environment: [String: String]) throws -> FilePath {
    try folder(environment: environment).appending("page-\(process).html")
  }

  /// The file of a process that serves the page; nil if it has none.
  static func find(of process: pid_t, environment: [String: String]) -> FilePath? {
    guard let path = try? path(of: process, environment: environment), (try? Stat(path)) != nil else { return nil }
    return path
  }

  deinit { path.withPlatformString { _ = unlink($0) } }

  /// The address of a file, if there is one.
  static func address(of file: borrowing AddressFile?) -> String? {
    switch file {
    case .some(let file): file.address
    case .none: nil
    }
  }

  /// The address for the browser.
  var address: String {
    "file://"
      + path.bytes.map { byte in
        let scalar = Unicode.Scalar(byte)
        let isPlain =
          byte < 0x80 && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil || "/-_.~".unicodeScalars.contains(scalar))
        return isPlain ? String(scalar) : "%" + byte.hexadecimal
      }.joined()
  }

  private static func text(_ address: String) -> String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <meta charset="utf-8">
    <meta name="referrer" content="no-referrer">
    <meta http-equiv="refresh" content="0; url=\(address)">
    <title>swiped</title>
    <p><a href="\(address)">Open the page of swiped</a></p>

    """
  }
}
