import Programs
import Testing

@Suite("Text where the locale has only ASCII")
struct AsciiTests {
  @Test(
    "The first of LC_ALL, LC_CTYPE and LANG that is set decides; none of them is as UTF-8",
    arguments: [
      ([:], false), (["LANG": "C"], true), (["LANG": "POSIX"], true), (["LANG": "C.UTF-8"], false), (["LANG": "de_DE.utf8"], false),
      (["LANG": "en_US.UTF-8", "LC_ALL": "C"], true), (["LANG": "C", "LC_CTYPE": "C.UTF-8", "LC_ALL": ""], false),
      (["LANG": "de_DE.ISO-8859-1"], true),
    ] as [([String: String], Bool)])
  func locale(variables: [String: String], isAscii: Bool) {
    #expect(Ascii.isNeeded { variables[$0] } == isAscii)
  }

  @Test("Signs have substitutes, and a name stays as it is")
  func signs() {
    #expect(Ascii.substituted("→ right · 640×480 – ●…") == "-> right - 640x480 - *...")
    // A quotation mark in a name must not become one of a shell.
    #expect(Ascii.substituted("Käse, Anna’s “cheese”") == "Käse, Anna’s “cheese”")
  }
}
