import Settings
import Testing
import swipectl

@Suite("The check of the configuration")
struct ConfigurationCheckTests {
  private let file = "/home/ann/.config/swiped/swiped.toml"

  @Test("A sound file is named, with its keys")
  func sound() {
    let findings = ConfigurationFacts(configure("[keys]\nleft = 'KEY_LEFTALT+KEY_LEFT'")).check()
    #expect(findings == [.ok("configuration", "\(file); keys KEY_LEFTALT+KEY_LEFT and KEY_RIGHT")])
  }

  @Test("Without a file the defaults hold, and the place for one is told")
  func defaults() {
    let findings = ConfigurationFacts(.success(LoadedConfiguration()), defaultFile: file).check()
    #expect(findings == [.ok("configuration", "built-in defaults, as there is no \(file); keys KEY_LEFT and KEY_RIGHT")])
  }

  @Test("Each mistake has its line, and the command opens the file there")
  func mistakes() {
    let findings = ConfigurationFacts(configure("[keys]\nlefft = 'KEY_A'\n[log]\nlevel = 3")).check()
    #expect(findings.map(\.fix) == ["${EDITOR:-nano} +2 \(file)", "${EDITOR:-nano} +4 \(file)"])
    #expect(findings[0].message.hasPrefix("\(file):2:1: unknown key \"lefft\" in [keys]; did you mean \"left\"?"))
  }

  @Test("A key that does not exist is a mistake, too")
  func noKey() {
    let findings = ConfigurationFacts(configure("[keys]\nleft = 'KEY_LEFFT'")).check()
    #expect(findings.count == 1 && findings[0].verdict == .failed && findings[0].fix == "${EDITOR:-nano} +2 \(file)")
    #expect(findings[0].message.contains("\"KEY_LEFFT\" is not a key; the nearest names are KEY_LEFT"))
  }

  @Test("A file that cannot be read is moved away, and one that was named and is not there cannot be fixed")
  func unreadable() {
    let large = ConfigurationFacts(.failure(ConfigurationError(file: file, .system(.tooManySymbolicLinkLevels)))).check()
    #expect(large.map(\.fix) == ["mv \(file) \(file).old"])
    let missing = ConfigurationFacts(.failure(ConfigurationError(file: file, .system(.noSuchFileOrDirectory)))).check()
    #expect(missing.map(\.fix) == [nil])
    #expect(
      ConfigurationFacts(.failure(ConfigurationError(file: file, .system(.permissionDenied)))).check().map(\.fix) == ["chmod u+r \(file)"])
  }
}
