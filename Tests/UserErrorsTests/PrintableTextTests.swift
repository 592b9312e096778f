import Platform
import Testing
import UserErrors

@Suite("Untrusted text, as it is shown")
struct PrintableTextTests {
  @Test(
    "Control characters, line ends and invisible formatting are escaped",
    arguments: [
      ("a\nb", #"a\nb"#), ("a\r\nb", #"a\r\nb"#), ("\u{1b}[2J", #"\u{1b}[2J"#), ("\u{9b}31m", #"\u{9b}31m"#), ("\u{7f}", #"\u{7f}"#),
      ("\t", #"\t"#), ("\0", #"\u{0}"#), ("\u{2028}", #"\u{2028}"#), ("evil\u{202e}gpj.exe", #"evil\u{202e}gpj.exe"#),
      ("\u{feff}", #"\u{feff}"#),
    ])
  func escapes(text: String, shown: String) { #expect(text.printable == shown) }

  @Test("All other text stays as it is", arguments: ["", "Integrated Camera", "Kamera für Zoë – 640×480", "カメラ", "می‌خواهم", "👩‍👧"])
  func keeps(text: String) { #expect(text.printable == text) }

  @Test("Escaped JSON keeps its meaning, and has no control characters")
  func json() {
    let shown = escapingControlCharacters(inJSON: Array("{\"name\":\"a\u{7f}\u{9b}é\"}".utf8))
    #expect(String(decoding: shown, as: UTF8.self) == #"{"name":"a\u007f\u009bé"}"#)
    #expect(escapingControlCharacters(inJSON: [0x22, 0xc2]) == [0x22, 0xc2])
  }
}
