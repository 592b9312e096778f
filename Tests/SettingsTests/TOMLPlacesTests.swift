import Settings
import Testing

@Suite("Places in a TOML text")
struct TOMLPlacesTests {
  /// Every path as `a.b key-line:column value-line:column`.
  private func places(_ text: String) -> [String] {
    TOMLPlaces(text).entries.map { entry in
      let value = entry.value.map { " \($0.line):\($0.column)" } ?? ""
      return "\(entry.path.joined(separator: ".")) \(entry.key.line):\(entry.key.column)\(value)"
    }
  }

  @Test(
    "Keys and values are found",
    arguments: [
      ("", []),
      ("a = 1\n  b=2", ["a 1:1 1:5", "b 2:3 2:5"]),
      ("[s]\nk = 1\n[t]\nk = 2", ["s 1:2", "s.k 2:1 2:5", "t 3:2", "t.k 4:1 4:5"]),
      ("  [ s . \"u v\" ] # [no]\nk = 1", ["s 1:5", "s.u v 1:5", "s.u v.k 2:1 2:5"]),
      ("s . k . l = 1", ["s 1:1", "s.k 1:1", "s.k.l 1:1 1:13"]),
      ("\"a.b\" = 1\n'c\"' = 2", ["a.b 1:1 1:9", "c\" 2:1 2:8"]),
      ("\"\\u0061\\t\" = 1", ["a\t 1:1 1:14"]),
      ("s = { a = 1, b = { c = \"}\" } } # x = 1\nt = 2", ["s 1:1 1:5", "s.a 1:7 1:11", "s.b 1:14 1:18", "s.b.c 1:20 1:24", "t 2:1 2:5"]),
      ("a = [ # b = 1 ]\n  1, [2, \"]\"],\n  # c = 2\n]\nd = 1", ["a 1:1 1:5", "d 5:1 5:5"]),
      ("a = \"b = \\\" # 1\" # c = 1\nd = 'e = \\'\nf = 1", ["a 1:1 1:5", "d 2:1 2:5", "f 3:1 3:5"]),
      ("a = \"\"\"\nb = 1\n[c]\n\\\"\"\" d = 2\n\"\"\"\"\"\ne = 3", ["a 1:1 1:5", "e 6:1 6:5"]),
      ("a = '''\nb = ''1\n\\''''\nc = \"\"\nd = ''\ne = 1", ["a 1:1 1:5", "c 4:1 4:5", "d 5:1 5:5", "e 6:1 6:5"]),
      ("[[on]]\nx = 1\n[[on]]\nx = 2", ["on 1:3", "on.0 1:3", "on.0.x 2:1 2:5", "on.1 3:3", "on.1.x 4:1 4:5"]),
      (
        "[[a]]\n[a.b]\nx = 1\n[[a.c]]\n[[a.c]]\ny = 1",
        ["a 1:3", "a.0 1:3", "a.0.b 2:2", "a.0.b.x 3:1 3:5", "a.0.c 4:3", "a.0.c.0 4:3", "a.0.c.1 5:3", "a.0.c.1.y 6:1 6:5"]
      ),
      ("a = [{}, {b = 1}, [{c = 2}]]", ["a 1:1 1:5", "a.1 1:11", "a.1.b 1:11 1:15", "a.2 1:21", "a.2.0 1:21", "a.2.0.c 1:21 1:25"]),
      ("a = 1979-05-27 07:32:00 # b = 1\nc = -inf", ["a 1:1 1:5", "c 2:1 2:5"]),
      ("ä = \"ö\"\r\nb = 1\r\n", ["ä 1:1 1:5", "b 2:1 2:5"]),
      ("\u{FEFF}a = 1", ["a 1:1 1:5"]),
    ])
  func found(text: String, expected: [String]) {
    #expect(places(text) == expected)
  }

  @Test("Text that is not TOML is scanned to its end")
  func garbage() {
    var generator = SystemRandomNumberGenerator()
    let letters = Array("ab=[]{}\"'\\#,.\n \tu")
    for _ in 0..<2000 {
      let text = String((0..<60).map { _ in letters.randomElement(using: &generator) ?? "a" })
      #expect(TOMLPlaces(text).entries.count <= 60 * 60)
    }
  }

  @Test("A name is found only by its full path")
  func lookup() {
    let places = TOMLPlaces("[s]\nk = 1")
    #expect(places["s", "k"]?.value == TOMLPlaces.Place(line: 2, column: 5))
    #expect(places["s"]?.value == nil && places["s"] != nil && places["k"] == nil)
  }
}
