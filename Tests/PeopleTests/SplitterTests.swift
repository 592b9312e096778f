import People
import Testing
import UserErrors

/// The pictures of a stream that comes in pieces, and the cause if the rest cannot be read.
private func pictures(_ start: PictureSplitter, _ pieces: [[UInt8]]) -> (pictures: [Picture], error: UserError?) {
  var splitter = start
  var read: [Picture] = []
  do {
    for piece in pieces {
      splitter.append(piece)
      while let picture = try splitter.next(isAtEnd: false) { read.append(picture) }
    }
    while let picture = try splitter.next(isAtEnd: true) { read.append(picture) }
    return (read, nil)
  } catch {
    return (read, error)
  }
}

@Suite("A list of the names of pictures")
struct NameListTests {
  private func names(_ text: [UInt8], hasNulls: Bool = false, cutInto size: Int) -> (names: [[UInt8]], error: UserError?) {
    let pieces = stride(from: 0, to: text.count, by: size).map { Array(text[$0..<min($0 + size, text.count)]) }
    let found = pictures(PictureSplitter(hasNulls: hasNulls), pieces)
    return (found.pictures.compactMap { $0.name?.bytes }, found.error)
  }

  @Test("Names are the same, however the list was cut", arguments: 1...7)
  func pieces(size: Int) {
    #expect(names(Array("a.jpg\nb c\n\nd".utf8), cutInto: size).names == ["a.jpg", "b c", "", "d"].map { Array($0.utf8) })
  }

  @Test("The last name may have a newline, or none", arguments: ["a\nb", "a\nb\n"])
  func ends(text: String) { #expect(names(Array(text.utf8), cutInto: 9).names == [[0x61], [0x62]]) }

  @Test("With NULs, a name may have a newline; bytes that are not UTF-8 stay")
  func nulls() { #expect(names([0x61, 10, 0xff, 0, 0x62, 0], hasNulls: true, cutInto: 9).names == [[0x61, 10, 0xff], [0x62]]) }

  @Test("A list whose names end with NULs is an error of the option, and so is a name without an end")
  func mistakes() {
    let forgotten = names([0x61, 10, 0x62, 0, 0x63, 10], cutInto: 9)
    #expect(forgotten.names == [[0x61]] && forgotten.error?.exitStatus == .damagedInput)
    let endless = names([UInt8](repeating: 0x61, count: 70_000), cutInto: 4096)
    #expect(endless.names == [] && endless.error?.exitStatus == .damagedInput)
  }
}

@Suite("Records of pictures")
struct RecordTests {
  @Test("Records are the same, however the stream was cut", arguments: [1, 2, 3, 5, 100])
  func pieces(size: Int) {
    let records: [[UInt8]] = [[1, 2, 3], [], [UInt8](repeating: 7, count: 300)]
    let stream = records.flatMap(RecordSplitter.framed)
    let pieces = stride(from: 0, to: stream.count, by: size).map { Array(stream[$0..<min($0 + size, stream.count)]) }
    let read = pictures(PictureSplitter(), pieces)
    #expect(read.pictures == records.map(Picture.record) && read.error == nil)
  }

  @Test("A length has its most significant byte first")
  func order() { #expect(RecordSplitter.framed([UInt8](repeating: 0, count: 258)).prefix(4) == [0, 0, 1, 2]) }

  @Test("A record over the limit is left out, and the next one is read", arguments: [1, 3, 50])
  func tooLong(size: Int) throws {
    let stream = [[UInt8](repeating: 1, count: 11), [2]].flatMap(RecordSplitter.framed)
    var splitter = RecordSplitter(limit: 10)
    var read: [RecordSplitter.Record] = []
    for start in stride(from: 0, to: stream.count, by: size) {
      splitter.append(stream[start..<min(start + size, stream.count)])
      while let record = try splitter.next() { read.append(record) }
    }
    #expect(read == [.tooLong(11), .whole([2])] && splitter.isBetweenRecords)
  }

  @Test("The record in which a stream ends is named by its number, also if it is too long", arguments: [3, 4, 5, 100])
  func numbers(size: Int) {
    let tooLong: [UInt8] = [0x7f, 0xff, 0xff, 0xff, 1, 2, 3]
    let read = pictures(PictureSplitter(), [RecordSplitter.framed([9]), Array(tooLong.prefix(size))])
    #expect(read.error?.summary.hasPrefix("record 2 ") == true)
    #expect(read.pictures == [.record([9])] + (size < 4 ? [] : [.tooLong(0x7fff_ffff)]))
  }

  @Test("A stream that ends within a record is damaged after those before", arguments: 1...5)
  func cut(missing: Int) {
    let stream = [[9], [1, 2]].flatMap(RecordSplitter.framed)
    let read = pictures(PictureSplitter(), [Array(stream.dropLast(missing))])
    #expect(read.pictures == [.record([9])] && read.error?.exitStatus == .damagedInput)
  }

  @Test("A JPEG or a PNG without its length is no record", arguments: [[0xff, 0xd8, 0xff, 0xe0], [0x89, 0x50, 0x4e, 0x47]])
  func bare(start: [UInt8]) { #expect(pictures(PictureSplitter(), [start]).error?.exitStatus == .damagedInput) }
}
