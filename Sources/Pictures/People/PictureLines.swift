import EventProtocol
import Imaging
import Platform
import SystemPackage
import UserErrors

/// Makes the line of JSON of each picture: what was found, or why it could not be read.
package struct PictureLines: ~Copyable {
  private let wanted: Wanted
  /// What finds people; nil until the first picture.
  private var finder: PeopleFinder?

  package init(_ wanted: Wanted) { self.wanted = wanted }

  /// Loads the models, unless that is done.
  ///
  /// - Throws: what concerns all pictures, such as a missing model.
  package mutating func loadModels() throws {
    if finder == nil { finder = try PeopleFinder(wanted) }
  }

  /// Finds people, once the models are loaded.
  package mutating func people(in image: borrowing StillImage) throws -> People { try finder!.find(in: image) }

  /// - Returns: one JSON object.
  /// - Throws: what concerns all pictures, such as a missing model.
  package mutating func line(for picture: Picture) throws -> [UInt8] {
    try loadModels()
    do {
      let image = try StillImage(of: picture)
      return try people(in: image).report(file: picture.name, width: image.width, height: image.height).json
    } catch  where !UserError(error).concernsAllPictures {
      return PictureFailure(UserError(error), of: picture.name).json
    }
  }
}

extension StillImage {
  /// - Throws: ``UserError``: one line with the cause and the fix, and the file if there is one.
  fileprivate init(of picture: Picture) throws(UserError) {
    switch picture {
    case .file(let name): try self.init(path: FilePath(bytes: name.bytes))
    case .record(let bytes): do { try self.init(data: bytes) } catch { throw error.of(nil) }
    case .tooLong(let size): throw .tooLong(size)
    }
  }
}

extension UserError {
  /// The error of a record that was left out.
  package static func tooLong(_ size: Int) -> UserError {
    let cause = "has \(size) bytes, over the limit of \(Picture.sizeLimit)"
    return UserError(cause, fix: "leave it out, or scale it down", exitStatus: .noInput).of(nil)
  }

  /// The same with the picture in front of the cause.
  ///
  /// - Parameter name: of its file; nil for a record.
  package func of(_ name: FileName?) -> UserError {
    UserError("\(name?.text ?? "the record"): \(summary)", fix: fix, exitStatus: exitStatus)
  }

  /// Whether the next picture would have the same error: one of the output, or of the installation.
  package var concernsAllPictures: Bool { [.success, .inputOutput, .cannotCreate, .unavailable].contains(exitStatus) }
}
