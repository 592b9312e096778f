import Glibc
import Imaging
import Platform
import SystemPackage
import UserErrors

/// The files that an argument names: itself, the pictures in a folder, or what matches a pattern that the shell has not expanded.
enum PicturePaths {
  /// - Parameter report: takes why files are left out: a folder that cannot be read or has no pictures, or a pattern that nothing matches.
  /// - Returns: their paths. One that names a file that is missing is returned as well: reading it says so.
  static func expand(_ path: FilePath, orReport report: (UserError) -> Void) -> [FilePath] {
    guard let status = try? Stat(path) else {
      return path.string.contains(where: "*?[".contains) ? matches(of: path, orReport: report) : [path]
    }
    guard status.type == .directory else { return [path] }
    guard let pictures = pictures(in: path, orReport: report) else { return [] }
    if pictures.isEmpty {
      report(UserError("\(path.string): has no JPEG or PNG file", fix: "name a folder that has some", exitStatus: .noInput))
    }
    return pictures
  }

  /// - Returns: nil if the folder cannot be read.
  private static func pictures(in folder: FilePath, orReport report: (UserError) -> Void) -> [FilePath]? {
    do throws(Errno) { return try Files.names(in: folder).filter(\.hasPictureName).map { folder.pushing($0) } } catch {
      report(UserError("\(folder.string): cannot be read (\(error))", fix: "check the folder's permissions", exitStatus: .noInput))
      return nil
    }
  }

  private static func matches(of pattern: FilePath, orReport report: (UserError) -> Void) -> [FilePath] {
    var found = glob_t()
    defer { globfree(&found) }
    guard pattern.withPlatformString({ glob($0, 0, nil, &found) }) == 0 else {
      report(
        UserError("\(pattern.string): no such file, and as a pattern it matches none", fix: "check the path", exitStatus: .noInput))
      return []
    }
    let paths = (0..<Int(clamping: found.gl_pathc)).compactMap { found.gl_pathv[$0].map { FilePath(platformString: $0) } }
    return paths.flatMap { path in
      // As if the shell had expanded it; but a folder without pictures is nothing that anybody has named.
      if (try? Stat(path))?.type == .directory { return pictures(in: path, orReport: report) ?? [] }
      // An argument "-" is standard input, and a file of that name is none.
      return [path == "-" ? "./-" : path]
    }
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
