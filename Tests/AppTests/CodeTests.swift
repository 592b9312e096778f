import App
import Doctor
import Gestures
import Settings
import TestWeb
import Testing
import VirtualKeyboard
import Web

/// What a page is told by a code.
struct SaidFact: Decodable, Equatable {
  let code: String
  var values: [String: String] = [:]
}

/// What a page is told of an error.
struct Problem: Decodable {
  let error: String
  let facts: [SaidFact]?
  let fix: String?
}

/// The codes by which the daemon and the server say something, and the page's texts for them.
struct CodeTests {
  private static let facts =
    FindingCode.allCases.map(\.rawValue) + ConfigurationCode.allCases.map(\.rawValue) + ErrorCode.allCases.map(\.rawValue)
    + WebErrorCode.allCases.map(\.rawValue)
  /// A thumb that has swiped, and one whose keys this page suspends, are no misses to a person.
  private static let misses = NoSwipeReason.Code.allCases.filter { ![.held, .keysSuspended].contains($0) }.map(\.rawValue)

  /// The keys of a file of texts.
  private func keys(_ file: String, of app: AppFixture) throws -> Set<String> {
    Set(try app.get(file).text.matches(of: #/(?m)^  "([\w.]+)":/#).map { String($0.1) })
  }

  @Test("Each code has a text in each language, and no text is for a code that is never sent", arguments: ["en", "de"])
  func texts(language: String) throws {
    let app = try AppFixture()
    let facts = try keys("/facts-\(language).js", of: app).filter { $0.hasPrefix("fact.") && $0 != "fact.with_command" }
    #expect(Set(Self.facts).count == Self.facts.count)
    #expect(facts == Set(Self.facts.map { "fact.\($0)" }))
    let texts = try keys("/texts-\(language).js", of: app)
    #expect(Self.misses.filter { !texts.contains("miss.\($0)") }.isEmpty)
    // What else fails is said in the words of the daemon, which have the error of the kernel.
    let causes = KeyboardError.Code.allCases.filter { $0 != .failed }.map { "keys_reason.\($0.rawValue)" }
    #expect(texts.filter { $0.hasPrefix("keys_reason.") } == Set(causes))
  }

  @Test("An error has its words, and the codes of what they say with their values")
  func errors() throws {
    let app = try AppFixture()
    let large = try app.send("POST", "/service", body: Array(repeating: 0x20, count: 5000)).json(Problem.self)
    #expect(large.facts == [SaidFact(code: "body_too_large", values: ["size": "4096 bytes"])] && large.error.contains("4096 bytes"))
    let stranger = try app.get("/cameras", ["Authorization": nil]).json(Problem.self)
    #expect(stranger.facts == [SaidFact(code: "key_missing", values: ["command": "swipectl open"])] && stranger.fix == nil)
    let wrong = try app.send("POST", "/service", body: Array("{}".utf8)).json(Problem.self)
    #expect(wrong.facts?.map(\.code) == ["page_outdated"])
  }
}
