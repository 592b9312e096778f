import EventProtocol
import UserErrors

/// Splits a stream of bytes into pictures: it is a list of names, or records with the pictures themselves.
package struct PictureSplitter: Sendable {
  /// Most bytes of a name: several times those of the longest path.
  private static let nameLimit = 1 << 16

  private var names: PieceSplitter?
  private var records: RecordSplitter?
  private var count = 0
  /// The number of bytes that the pictures so far took.
  package private(set) var used = 0

  /// A list of names.
  ///
  /// - Parameter hasNulls: whether a NUL ends each name, and not a newline.
  package init(hasNulls: Bool) { names = PieceSplitter(at: hasNulls ? 0 : UInt8(ascii: "\n"), limit: Self.nameLimit) }

  /// Records.
  package init() { records = RecordSplitter(limit: Picture.sizeLimit) }

  package mutating func append(_ bytes: some Collection<UInt8>) {
    names?.append(bytes)
    records?.append(bytes)
  }

  /// Returns the next picture; nil when more bytes are needed.
  ///
  /// - Parameter isAtEnd: whether there are no more.
  /// - Throws: ``UserError``, of which the summary is the cause. Nothing more can be read then.
  package mutating func next(isAtEnd: Bool) throws(UserError) -> Picture? {
    let picture = names != nil ? try nextName(isAtEnd) : try nextRecord(isAtEnd)
    if picture != nil { count += 1 }
    return picture
  }

  private mutating func nextName(_ isAtEnd: Bool) throws(UserError) -> Picture? {
    let name: [UInt8]?
    do throws(PieceSplitter.TooLong) { name = try names?.next() ?? (isAtEnd ? names?.rest() : nil) } catch {
      throw UserError(
        "name \(count + 1) has more than \(Self.nameLimit) bytes", fix: "end each name with a newline, or with a NUL and add --null",
        exitStatus: .damagedInput)
    }
    guard let name else { return nil }
    guard !name.contains(0) else {
      throw UserError("name \(count + 1) has a NUL in it", fix: "add --null if NULs end the names", exitStatus: .damagedInput)
    }
    used += name.count + 1
    return .file(FileName(name))
  }

  private mutating func nextRecord(_ isAtEnd: Bool) throws(UserError) -> Picture? {
    func problem(_ cause: String) -> UserError {
      // One that is too long has been counted before its end.
      let number = records?.isWithinLeftOut == true ? count : count + 1
      return UserError(
        "record \(number) \(cause)", fix: "write the length of each picture in 4 bytes, the most significant first, and the picture",
        exitStatus: .damagedInput)
    }
    let record: RecordSplitter.Record?
    do throws(RecordSplitter.NoRecords) { record = try records?.next() } catch { throw problem("has a negative length") }
    switch record {
    case .whole(let bytes):
      used += bytes.count + RecordSplitter.headSize
      return .record(bytes)
    case .tooLong(let size):
      used += size + RecordSplitter.headSize
      return .tooLong(size)
    case nil:
      if isAtEnd, records?.isBetweenRecords == false { throw problem("is cut") }
      return nil
    }
  }
}
