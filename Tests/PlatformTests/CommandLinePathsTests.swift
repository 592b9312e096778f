import Platform
import SystemPackage
import Testing

@Suite("Paths on the command line")
struct CommandLinePathsTests {
  private func paths(_ texts: [String], _ arguments: [[UInt8]]) -> [[UInt8]] {
    CommandLinePaths.paths(for: texts, in: arguments).map { path in
      path.withPlatformString { name in (0..<path.length).map { UInt8(bitPattern: name[$0]) } }
    }
  }

  @Test("A UTF-8 name is used as it is, whatever the arguments are")
  func plain() {
    #expect(paths(["a", "ä", ""], [[0x62]]) == [[0x61], Array("ä".utf8), []])
  }

  @Test("A name that is not UTF-8 has the bytes of its argument")
  func raw() {
    #expect(paths(["b\u{FFFD}"], [Array("--json".utf8), [0x62, 0xe4]]) == [[0x62, 0xe4]])
  }

  @Test("Names that look alike are matched to the arguments in their order")
  func alike() {
    let arguments: [[UInt8]] = [[0x62, 0xe4], [0x63], [0x62, 0xf6], [0x62, 0xe4]]
    #expect(paths(["b\u{FFFD}", "c", "b\u{FFFD}", "b\u{FFFD}"], arguments) == [[0x62, 0xe4], [0x63], [0x62, 0xf6], [0x62, 0xe4]])
  }

  @Test("A name is found after an option's equals sign, and after the kind of a source")
  func parts() {
    let config = Array("--config=/a=b/".utf8) + [0xff]
    #expect(paths(["/a=b/\u{FFFD}"], [config]) == [Array("/a=b/".utf8) + [0xff]])
    let source = Array("y4m:/a:b/".utf8) + [0xfe]
    #expect(paths(["/a:b/\u{FFFD}"], [config, source]) == [Array("/a:b/".utf8) + [0xfe]])
  }

  @Test("A name that really contains U+FFFD, and one that is in no argument, are used as they are")
  func replacement() {
    let name = Array("b\u{FFFD}".utf8)
    #expect(paths(["b\u{FFFD}"], [name]) == [name] && paths(["b\u{FFFD}"], []) == [name])
  }
}
