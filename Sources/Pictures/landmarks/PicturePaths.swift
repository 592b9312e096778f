import Glibc
import Imaging
import Platform
import SystemPackage
import UserErrors

/// The files that an argument names: itself, the pictures in a folder, or those that match a pattern that the shell has not expanded.
enum PicturePaths {
  /// - Returns: at least one path. One that names a file that is missing is returned as well: reading it says so.
  /// - Throws: ``UserError`` for a folder without pictures, and for a pattern that nothing matches.
  static func expand(_ path: FilePath) throws(UserError) -> [FilePath] {
    if let status = try? Stat(path) { return status.type == .directory ? try pictures(in: path) : [path] }
    return path.string.contains(where: "*?[".contains) ? try matches(of: path) : [path]
  }

  private static func pictures(in folder: FilePath) throws(UserError) -> [FilePath] {
    let names: [FilePath]
    do throws(Errno) { names = try Files.names(in: folder) } catch {
      throw UserError(
        "\(folder.string): cannot be read (\(error))", fix: "check the folder's permissions", exitStatus: .noInput)
    }
    let pictures = names.filter(\.hasPictureName)
    guard !pictures.isEmpty else {
      throw UserError("\(folder.string): has no JPEG or PNG file", fix: "name a folder that has some", exitStatus: .noInput)
    }
    return pictures.map { folder.pushing($0) }
  }

  private static func matches(of pattern: FilePath) throws(UserError) -> [FilePath] {
    var found = glob_t()
    defer { globfree(&found) }
    guard pattern.withPlatformString({ glob($0, 0, nil, &found) }) == 0 else {
      throw UserError("\(pattern.string): no such file, and as a pattern it matches none", fix: "check the path", exitStatus: .noInput)
    }
    return (0..<Int(clamping: found.gl_pathc)).compactMap { index in found.gl_pathv[index].map { FilePath(platformString: $0) } }
  }
}

extension FilePath {
  /// Whether it names a video: a YUV4MPEG2 file, or standard input.
  var isVideo: Bool { string == "-" || string.lowercased().hasSuffix(".y4m") }

  /// Whether its name ends as that of a picture; only such files are taken from a folder.
  var hasPictureName: Bool { [".jpg", ".jpeg", ".png"].contains { string.lowercased().hasSuffix($0) } }

  /// Whether it is a file that can be read, and neither a picture nor a video that can be followed.
  var isForeign: Bool { !isVideo && (try? StillImage.isPicture(self)) == false }
}
