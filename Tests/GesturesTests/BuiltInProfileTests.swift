import Foundation
import Gestures
import Testing

@Suite("The built-in profiles")
struct BuiltInProfileTests {
  /// The keys of the options in which they differ.
  private var differing: [String] {
    GestureOption.all.filter { $0.value(in: .plain) != $0.value(in: .daily) }.map(\.key)
  }

  @Test("plain is the product's definition, and each threshold is the default of its unit")
  func plain() {
    #expect(GestureSettings.plain == GestureSettings())
    for settings in [GestureSettings.plain, .daily] { #expect(settings.threshold == settings.threshold.unit.defaultThreshold) }
  }

  @Test("The guide's table has every option in which they differ, with the values of both, and no other")
  func table() throws {
    let guide = URL(fileURLWithPath: "\(#filePath)/../../../Documentation/profiles.md").standardizedFileURL
    let text = try String(contentsOf: guide, encoding: .utf8)
    let section = try #require(text.components(separatedBy: "\n## plain and daily\n").last?.components(separatedBy: "\n## ").first)
    let rows = section.split(separator: "\n").filter { $0.hasPrefix("|") }.map { line in
      line.split(separator: "|").map { $0.replacing("`", with: "").trimmingCharacters(in: .whitespaces) }
    }
    #expect(rows.first?.prefix(3) == ["option", "plain", "daily"])
    let options = rows.dropFirst(2)
    #expect(options.map { $0[0] }.sorted() == differing.sorted())
    for row in options {
      let option = try #require(GestureOption.named(row[0]))
      #expect(row[1...2].elementsEqual([GestureSettings.plain, .daily].map { "\(option.value(in: $0))" }), "\(row)")
    }
  }
}
