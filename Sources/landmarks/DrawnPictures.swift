import Drawing
import Glibc
import Imaging
import Platform
import SystemPackage

/// Where pictures with what was found are written: one file, or a folder that gets a file of the same name for each.
struct DrawnPictures {
  private let output: FilePath
  /// Whether all pictures would be written to the same file.
  let isFile: Bool
  private let background: OverlayBackground
  /// The paths that were written, so that two pictures of the same name do not replace each other.
  private var written: Set<String> = []

  /// - Parameter output: a file whose name ends with .png, .jpg or .jpeg; anything else is a folder, created when it is missing.
  init(_ output: FilePath, background: OverlayBackground) {
    (self.output, self.background) = (output, background)
    isFile = PictureFormat(ending: output) != nil && (try? Stat(output))?.type != .directory
  }

  /// Draws what was found in a picture, and writes it.
  ///
  /// - Throws: ``UserError`` if it cannot be drawn or written, or if the new file would replace the picture.
  mutating func write(_ people: People, on image: borrowing StillImage, named picture: FilePath) throws {
    let path = try place(of: picture)
    let overlay = Overlay(hands: people.hands ?? [], bodies: people.bodies ?? [], faces: people.faces ?? [])
    let file: [UInt8]
    do {
      file = try overlay.drawn(on: image, background: background).encoded(as: PictureFormat(ending: path) ?? .png)
    } catch let error as UserError where error.exitStatus != .unavailable {
      throw UserError("\(picture.string): \(error.summary)", fix: error.fix, exitStatus: error.exitStatus)
    }
    do throws(Errno) { try Files.replace(path, with: file) } catch {
      throw UserError(
        "\(path.string): cannot be written (\(error))", fix: Fix(errno: error.rawValue) ?? "name another output", exitStatus: .cannotCreate)
    }
    written.insert(path.string)
  }

  private func place(of picture: FilePath) throws(UserError) -> FilePath {
    var path = output
    if !isFile {
      // Files.replace would create it for its owner alone.
      _ = output.withPlatformString { mkdir($0, 0o777) }
      let stem = picture.stem ?? "picture"
      let ending = PictureFormat(ending: picture) == .png ? "png" : "jpg"
      var number = 1
      repeat {
        path = output.appending(number == 1 ? "\(stem).\(ending)" : "\(stem)-\(number).\(ending)")
        number += 1
      } while written.contains(path.string)
    }
    if let old = try? Stat(path), let source = try? Stat(picture), old.isSameFile(as: source) {
      throw UserError("\(path.string): is the picture itself", fix: "name another output", exitStatus: .cannotCreate)
    }
    return path
  }
}

extension PictureFormat {
  /// The format of a file with this name; nil for other endings.
  fileprivate init?(ending path: FilePath) {
    switch path.extension?.lowercased() {
    case "jpg", "jpeg": self = .jpeg
    case "png": self = .png
    default: return nil
    }
  }
}
