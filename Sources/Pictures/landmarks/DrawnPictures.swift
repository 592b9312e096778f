import Drawing
import Glibc
import Imaging
import People
import Platform
import SystemPackage
import UserErrors

/// Where pictures with what was found are written: one file, or a folder that gets a JPEG or PNG file for each.
///
/// All places are known and checked before anything is written: a drawing never replaces anything but an earlier drawing.
struct DrawnPictures {
  /// More than any drawing has: 640 MiB, where the largest pictures have 384 MiB of pixels.
  private static let largestDrawing = 640 << 20

  private let output: DrawnOutput
  private let background: OverlayBackground
  /// Where each picture is drawn, in the order of the pictures.
  private let places: [FilePath]
  private let pictures: [FileIdentity: FilePath]
  /// The files that were written. Two places can be the same file, where the file system ignores case.
  private var written: Set<FileIdentity> = []

  /// - Parameters:
  ///   - output: the file, or the folder.
  ///   - pictures: all that are read.
  /// - Throws: ``UserError`` if a drawing would replace anything but an earlier one.
  init(_ output: DrawnOutput, of pictures: [FilePath], background: OverlayBackground) throws(UserError) {
    (self.output, self.background) = (output, background)
    switch output {
    case .file(let path):
      guard pictures.count < 2 else {
        throw UserError("\(path.string): is one file for \(pictures.count) pictures", fix: "name a folder", exitStatus: .usage)
      }
      places = pictures.map { _ in path }
    case .folder(let folder): places = Self.places(in: folder, for: pictures)
    }
    self.pictures = Dictionary(pictures.compactMap { path in (try? Stat(path)).map { ($0.identity, path) } }) { first, _ in first }
    for place in places { try earlierDrawing(at: place) }
  }

  /// The place of each picture: its name with the ending of the drawing, and a number behind it if another has that name.
  private static func places(in folder: FilePath, for pictures: [FilePath]) -> [FilePath] {
    var taken: Set<[UInt8]> = []
    // The number to try next behind each name: thousands of pictures may have the same.
    var next: [[UInt8]: Int] = [:]
    return pictures.map { picture in
      var stem = picture.lastComponent.map { FilePath(root: nil, [$0]) } ?? "picture"
      stem.extension = nil
      let ending = PictureFormat(ending: picture) == .png ? ".png" : ".jpg"
      let first = stem.bytes + ending.utf8
      var number = next[first] ?? 1
      while true {
        let name = FilePath(bytes: fileName(stem.bytes, (number == 1 ? ending : "-\(number)\(ending)").utf8))
        number += 1
        guard taken.insert(name.bytes).inserted else { continue }
        next[first] = number
        return folder.pushing(name)
      }
    }
  }

  /// A name and an ending, of as many bytes as a file's name may have: of a longer name, characters at its end are left out.
  private static func fileName(_ stem: [UInt8], _ ending: String.UTF8View) -> [UInt8] {
    var start = stem.prefix(Int(NAME_MAX) - ending.count)
    // Not within a character of UTF-8, whose first byte is none of these.
    while start.count < stem.count, !start.isEmpty, stem[start.count] & 0xC0 == 0x80 { start.removeLast() }
    return Array(start) + ending
  }

  /// Checks that writing to a place replaces nothing but an earlier drawing.
  ///
  /// - Returns: that drawing; nil if there is none.
  @discardableResult private func earlierDrawing(at place: FilePath) throws(UserError) -> [UInt8]? {
    guard let old = try? Stat(place, followTargetSymlink: false) else { return nil }
    if let picture = pictures[old.identity] ?? (try? Stat(place)).flatMap({ pictures[$0.identity] }) {
      throw refusal(place, "would overwrite the input \(picture.string)")
    }
    guard old.type != .symbolicLink else { throw refusal(place, "is a link, and drawings replace only earlier drawings") }
    if written.contains(old.identity) { throw refusal(place, "is the same file as that of another drawing") }
    let bytes: [UInt8]
    do throws(RegularFileError) { bytes = try RegularFile(opening: place, limit: Self.largestDrawing).readAll() } catch {
      throw refusal(place, "\(error)")
    }
    guard DrawingMark.isMarked(bytes) else { throw refusal(place, "is no earlier drawing, or was changed since, and is not replaced") }
    return bytes
  }

  private func refusal(_ place: FilePath, _ cause: String) -> UserError {
    UserError("\(place.string): \(cause)", fix: "name another output", exitStatus: .cannotCreate)
  }

  /// Draws what was found in a picture, and writes it.
  ///
  /// - Parameter index: of the picture.
  /// - Throws: ``UserError`` if it cannot be drawn or written.
  mutating func write(_ people: People, on image: borrowing StillImage, named picture: FilePath, at index: Int) throws {
    let path = places[index]
    let overlay = Overlay(hands: people.hands ?? [], bodies: people.bodies ?? [], faces: people.faces ?? [])
    let file: [UInt8]
    do {
      let format = PictureFormat(ending: path) ?? .png
      file = DrawingMark.marked(try overlay.drawn(on: image, background: background).encoded(as: format), as: format)
    } catch let error as any UserFacingError where error.exitStatus != .unavailable {
      let error = error.userError
      throw UserError("\(picture.string): \(error.summary)", fix: error.fix, exitStatus: error.exitStatus)
    }
    // They would be created for their owner alone. Why they cannot be is said by what follows.
    try? Files.createFolders(path.removingLastComponent(), permissions: 0o777)
    // Again, since other programs may have put files there.
    let old = try earlierDrawing(at: path)
    let isWritten: Bool
    do throws(Files.ReplacementError) { isWritten = try Files.replace(path, having: old, with: file) } catch {
      throw error.userError(of: path.string, else: "name another output", exitStatus: .cannotCreate)
    }
    guard isWritten else { throw refusal(path, "another program writes it, too") }
    if let status = try? Stat(path) { written.insert(status.identity) }
  }
}
