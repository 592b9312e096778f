import Doctor
import Settings
import Testing

@Suite("The check of the commands")
struct CommandCheckTests {
  private let file = "/home/ann/.config/swiped/swiped.toml"

  private func check(_ text: String) throws -> [Finding] {
    CommandFacts(try configure(text).get(), CommandSearch(environment: ["PATH": "/usr/bin:/bin"]), of: "swiped (process 42)").check()
  }

  @Test("Commands that are found are counted, with whose PATH it is; without commands there is nothing to say")
  func found() throws {
    let findings = try check("[[on]]\nswipe = 'left'\nrun = ['sh']")
    #expect(findings.isFinding(.ok, naming: ["1", "swiped (process 42)"]))
    #expect(try check("") == [])
    #expect(CommandFacts(nil, CommandSearch(environment: [:]), of: "").check() == [])
  }

  @Test("Each command that cannot be started fails, and the fix opens the file at it")
  func missing() throws {
    let findings = try check("[[on]]\nswipe = 'left'\nrun = ['/nowhere/x']\n[[on]]\nswipe = 'left'\nrun = ['~/y']")
    #expect(findings.map(\.fix) == ["${EDITOR:-nano} +3 \(file)", "${EDITOR:-nano} +6 \(file)"])
    #expect(findings[0].isFinding(.failed, naming: ["\(file):3:7:", "\"/nowhere/x\""], fix: findings[0].fix?.description))
  }
}
