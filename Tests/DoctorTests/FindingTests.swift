import Doctor
import EventProtocol
import Testing

@Suite("The output of swipectl doctor")
struct FindingTests {
  @Test("A line has the verdict, the check and the message; the fix is on the next line, indented")
  func text() {
    #expect(Finding.ok("camera", "there").lines == ["ok    camera: there"])
    #expect(Finding.note("unit", "none").lines == ["note  unit: none"])
    #expect(Finding.failed("socket", "stale", fix: "rm x").lines == ["FAIL  socket: stale", "      rm x"])
    #expect(Finding.failed("camera", "none", fix: nil).lines == ["FAIL  camera: none"])
  }

  @Test("JSON has check, ok, message and fix, which is null where no command helps; a note is ok")
  func json() {
    let findings: [Finding] = [.ok("a", "b"), .note("c", "d"), .failed("e", "f", fix: "g"), .failed("h", "i", fix: nil)]
    let expected = [
      #"{"check":"a","fix":null,"message":"b","ok":true}"#, #"{"check":"c","fix":null,"message":"d","ok":true}"#,
      #"{"check":"e","fix":"g","message":"f","ok":false}"#, #"{"check":"h","fix":null,"message":"i","ok":false}"#,
    ]
    #expect(String(decoding: JSONCoding.encode(findings), as: UTF8.self) == "[\(expected.joined(separator: ","))]")
  }

  @Test(
    "A shell reads a path in a command as it is, whatever characters it has",
    arguments: [
      "/run/user/1000/swiped/swiped.sock", "/tmp/it's here/a b", "/tmp/$(reboot)", "/tmp/`x`\"y\"", "/tmp/ä*?", "~/x",
      "/tmp/\u{1b}[2J\n\u{202e}it's\\x",
    ])
  func quoting(path: String) throws {
    let fix = SocketFacts(path: path, file: .other("a file"), answer: .notTried).check(nil).fix?.description
    #expect(try words(try #require(fix)) == ["mv", "--backup=numbered", path, path + ".old"])
    #expect(fix?.unicodeScalars.contains { $0.properties.generalCategory == .control } == false)
  }
}
