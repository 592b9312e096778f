import FoundationEssentials
import JSON
import Testing

/// Any JSON: only whether it can be read counts.
private struct Anything: Decodable { init(from decoder: any Decoder) throws {} }

@Suite struct JSONReaderTests {
  private func isRead(_ text: some Collection<UInt8>) -> Bool { (try? JSONReader().decode(Anything.self, from: text)) != nil }

  private static let openings = ["[", "{\"a\":", "[{\"a\":"]
  private static let ends = ["", " ", "x", "\"", "[", "{", "\\", "1", "\"\\"]

  @Test(arguments: openings)
  func `A text that ends within any number of levels is refused, and never ends the process`(opening: String) {
    for count in [1, 2, 255, 256, 257, 510, 511, 512, 513, 514, 60_000] {
      for end in Self.ends { #expect(!isRead((String(repeating: opening, count: count) + end).utf8), "\(count) and \(end)") }
    }
  }

  @Test func `512 levels are read, and one more is refused`() {
    func nested(_ count: Int) -> String { String(repeating: "[", count: count) + String(repeating: "]", count: count) }
    #expect(isRead(nested(512).utf8))
    #expect(!isRead(nested(513).utf8))
    let pairs = String(repeating: #"{"a":["#, count: 256) + String(repeating: "]}", count: 256)
    #expect(isRead(pairs.utf8))
    #expect(!isRead("[\(pairs)]".utf8))
  }

  @Test func `Levels side by side are as deep as one`() {
    #expect(isRead(("[" + Array(repeating: #"{"a":[]}"#, count: 1000).joined(separator: ",") + "]").utf8))
  }

  @Test func `Brackets in strings are no levels, and an escaped quotation mark does not end a string`() {
    let brackets = String(repeating: "[{", count: 1000)
    for text in ["\"\(brackets)\"", #""\"\#(brackets)""#, #""\\\"\#(brackets)\\""#, #"{"\#(brackets)":"\\"}"#] {
      #expect(isRead(text.utf8))
    }
    let deep = String(repeating: "[", count: 513)
    for text in [#"["\"","# + deep, #"["\\","# + deep, #"["\\\"","# + deep, #"["[",""# + "\"," + deep] { #expect(!isRead(text.utf8)) }
  }

  @Test func `A text in UTF-16 or UTF-32 is refused, with and without a mark of its order`() {
    // Seen as UTF-8, this has a quotation mark before the brackets.
    let text = #"["∁","# + String(repeating: "[", count: 513)
    for encoding: String.Encoding in [.utf16, .utf16BigEndian, .utf16LittleEndian, .utf32, .utf32BigEndian, .utf32LittleEndian] {
      for text in [text, "[]"] { #expect(!isRead(text.data(using: encoding) ?? Data())) }
    }
    #expect(isRead("\u{FEFF}[]".utf8))
  }

  private static let refused = [
    "", " ", "[1,]", "[,1]", "[1 2]", "{\"a\":1,}", "{\"a\"}", "{\"a\":}", "{a:1}", "{1:1}", "{\"a\":1}}", "[1]]", "[1],", "{}{}", "'a'",
    "\"a",
    "01", "-01", "1.", ".1", "-", "+1", "1e", "1e+", "0x1", "NaN", "Infinity", "True", "nul", "tru e", "\"\\q\"", "\"\\x41\"",
    "\"\\u12g4\"",
    "\"\\u12\"", "\"\t\"", "\"\u{1}\"", "\"\n\"", "\0\0", "[1]\0", "\u{a0}1", "\u{c}1", "/* a */1", "1//", "[1]\u{feff}", #""\ud800""#,
    #""\udc00""#, #""\ud800\u0041""#, #""\ud800\n""#, #""\ud83d""#,
  ]

  @Test(arguments: refused)
  func `What is no JSON is refused, also within members that nobody asks for`(text: String) {
    #expect(!isRead(text.utf8))
    #expect(!isRead("{\"ignored\":\(text)}".utf8))
  }

  @Test func `Bytes that are not UTF-8 are refused`() {
    for bytes in [[0xff], [0xc3], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80]] as [[UInt8]] {
      #expect(!isRead(Array("\"".utf8) + bytes + Array("\"".utf8)))
    }
  }

  @Test(arguments: [
    " [ ] ", "{ }", "[1 , 2]", "{ \"a\" : 1 , \"a\" : 2 }", "0", "-0", "-0.5e-3", "1E+2", "1e400", "123456789012345678901234567890", "true",
    "null",
    "\"\"", #""\"\\\/\b\f\n\r\t\u00e9\uD83D\uDC4D""#, "\"👍\u{7f}\"", "\r\n[\t1\n]", "[[],{},\"\",null]",
  ])
  func `What is JSON is read`(text: String) { #expect(isRead("[\(text)]".utf8)) }

  @Test func `Keys become those of the values as the reader was made`() throws {
    struct Named: Decodable, Equatable { let someName: Int }
    #expect(try JSONReader(keys: .convertFromSnakeCase).decode(Named.self, from: Array(#"{"some_name":1}"#.utf8)).someName == 1)
    #expect(throws: DecodingError.self) { try JSONReader().decode(Named.self, from: Array(#"{"some_name":1}"#.utf8)) }
  }
}
