import People
import Testing
import UserErrors

@Suite("What an earlier output has")
struct FinishedPicturesTests {
  private func finished(_ text: String, cutInto size: Int = 1000) throws -> FinishedPictures {
    var finished = FinishedPictures()
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: size) { try finished.read(bytes[start..<min(start + size, bytes.count)]) }
    try finished.end()
    return finished
  }

  private func name(_ text: String) -> FileName { FileName(text.utf8) }

  @Test("A picture is left out as often as it has a line, failures among them, and not for a line that is cut", arguments: [1, 7, 1000])
  func counts(size: Int) throws {
    let whole = #"{"file":"a","hands":[],"height":1,"width":1}\#n{"error":"b: x","file":"b"}\#n{"file":"a","height":1,"width":1}\#n"#
    var finished = try finished(whole + #"{"file":"c","hei"#, cutInto: size)
    #expect(finished.wholeSize == whole.utf8.count)
    #expect(["a", "b", "c", "a", "a", "b"].map { finished.take(name($0)) } == [true, true, false, true, false, false])
  }

  @Test("A name that is not UTF-8 is found by its bytes, and not by its text")
  func bytes() throws {
    let raw = FileName([0x62, 0xe4])
    let line = String(decoding: PictureReport(file: raw, width: 1, height: 1).json, as: UTF8.self)
    var finished = try finished(line + "\n")
    #expect(!finished.take(name("b\u{fffd}")) && !finished.take(FileName([0x62, 0xf6])))
    let isFound = finished.take(raw)
    #expect(isFound)
  }

  @Test(
    "Another file is no output, and its line is named",
    arguments: [
      "{}\n", "hello\n", "\n", #"{"file":1,"height":1,"width":1}"# + "\n", #"{"file":"a"}"# + "\n", #"{"file":"a","height":1}"# + "\n",
      #"{"error":1,"file":"a"}"# + "\n", #"{"file":"a","file_bytes":"?","height":1,"width":1}"# + "\n",
      // Without a newline.
      "hello", " ", "\0", "[", #"{"precious":[1,2"#, #"{"files"#, #"{"file": "a"#, #"{"file":1"#, #"{"file":"a","title":"#,
      #"{"file":"a"}"#,
      #"{"file":"a","height":1}"#, #"{"height":1,"width":1}"#, #"{"file":"a","height":1,"width":1} "#, #"{"file":"a","hands":[{"x":1,}"#,
      #"{"file":"a","hands":[1-2,"#, #"{"file":"a","hands":{"#, "{\"file\":\"a\tb", #"{"hands":"# + String(repeating: "[", count: 100_000),
    ])
  func others(text: String) {
    let error = #expect(throws: UserError.self) { try finished(#"{"file":"a","height":1,"width":1}"# + "\n" + text) }
    #expect(error?.exitStatus == .damagedInput && error?.summary.hasPrefix("2: ") == true)
  }

  @Test("A line that was cut at any byte is none, and no other file")
  func cuts() throws {
    let failure = PictureFailure(UserError("a\\\"b\u{1}: x", exitStatus: .noInput), of: FileName([0x62, 0xe4])).json
    let hand = #"{"confidence":0.98,"fingers":null,"isLeft":true,"joints":{"thumbTip":{"x":-1.5e-07,"y":2}},"others":[]}"#
    let report = Array(#"{"bodies":[],"faces":[\#(hand),\#(hand)],"file":"ä","hands":[\#(hand)],"height":12,"width":34}"#.utf8)
    for line in [failure, report] {
      for size in 0...line.count {
        var finished = FinishedPictures()
        try finished.read(report + [10] + line.prefix(size))
        try finished.end()
        #expect(finished.wholeSize == report.count + 1)
      }
    }
  }

  @Test("A failure is one whatever its text is, and a report is none, also of a picture with such a name")
  func failures() {
    let failure = PictureFailure(UserError("\"x\"", exitStatus: .noInput), of: name(#"{"error":"#))
    #expect(PictureFailure.isFailure(failure.json))
    #expect(PictureFailure.isFailure(PictureFailure(UserError("x", exitStatus: .noInput), of: nil).json))
    #expect(!PictureFailure.isFailure(PictureReport(file: name(#"{"error":"#), width: 1, height: 1).json))
  }
}
