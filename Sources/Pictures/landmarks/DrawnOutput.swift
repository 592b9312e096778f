import Imaging
import Platform
import SystemPackage
import UserErrors

/// Where `--output` has drawings written: one file, or a folder.
enum DrawnOutput {
  case file(FilePath)
  /// Created when it is missing.
  case folder(FilePath)

  /// A folder is one that is there, under any name, or else a name that ends in a slash or has no extension. Another name must be that of
  /// a picture that can be written.
  ///
  /// - Parameter argument: as given on the command line.
  /// - Throws: ``UserError`` for another name, such as `out.gif`, and for a folder in whose place a file is.
  init(argument: String) throws(UserError) {
    let path = CommandLinePaths.path(for: argument)
    let type = (try? Stat(path))?.type
    if type == .directory {
      self = .folder(path)
      return
    }
    // A path has no slash at its end.
    let isFolder = argument.hasSuffix("/") || (path.extension ?? "").isEmpty
    if !isFolder, PictureFormat(ending: path) != nil {
      self = .file(path)
      return
    }
    guard argument != "-" else {
      throw UserError(
        "--output -: standard output is for the landmarks", fix: "name a .png or .jpg file, or a folder", exitStatus: .usage)
    }
    guard isFolder else {
      throw UserError(
        "\(path.string): drawings are PNG or JPEG files", fix: "end the name with .png or .jpg, or with / for a folder", exitStatus: .usage)
    }
    guard type == nil else {
      throw UserError("\(path.string): is not a folder", fix: "name another output", exitStatus: .cannotCreate)
    }
    self = .folder(path)
  }
}

extension PictureFormat {
  /// The format of a file with this name; nil for other endings.
  init?(ending path: FilePath) {
    switch path.extension?.lowercased() {
    case "jpg", "jpeg": self = .jpeg
    case "png": self = .png
    default: return nil
    }
  }
}
