import Settings

/// Checks that a configuration becomes options, or errors of one line each whose places are in the text.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let input = Array(UnsafeBufferPointer(start: bytes, count: count))
  do {
    let loaded = try LoadedConfiguration(bytes: input, file: "fuzz.toml")
    _ = try Chords(loaded)
    for name in loaded.profiles.names { checkSelection(of: name, in: input) }
  } catch {
    promise(!error.problems.isEmpty, "an error without a problem")
    for problem in error.problems { check(problem, in: input) }
  }
  do { _ = try MQTTSettings(bytes: input, file: "fuzz.toml") } catch {
    promise(!error.problems.isEmpty, "an error without a problem")
    for problem in error.problems { check(problem, in: input) }
  }
  return 0
}

/// Checks that selecting a profile changes that and nothing else, or is refused.
private func checkSelection(of name: String, in input: [UInt8]) {
  guard var editor = try? ConfigurationEditor(bytes: input, file: "fuzz.toml") else { return promise(false, "no TOML, though it was read") }
  do { try editor.set(section: "gesture", key: "profile", to: .string(name)) } catch {
    promise(editor.text == String(decoding: input, as: UTF8.self), "refused, and changed")
    return
  }
  let text = editor.text
  // Its options may not fit the profile.
  if let changed = try? LoadedConfiguration(bytes: Array(text.utf8), file: "fuzz.toml") {
    promise(changed.profiles.selected == name, "another profile is selected")
  }
  do {
    try editor.set(section: "gesture", key: "profile", to: .string(name))
    promise(editor.text == text, "the same change changes again")
    try editor.remove(section: "gesture", key: "profile")
  } catch {
    // In an inline table.
  }
}

private func check(_ problem: ConfigurationProblem, in input: [UInt8]) {
  promise(!problem.cause.isEmpty && !problem.description.contains(where: \.isNewline), "not one line: \(problem)")
  guard let place = problem.place else { return }
  // An error at the end of the text is one column past the last one; for the parser, past the newline that follows it.
  let lines = input.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
  promise((1...lines.count).contains(place.line), "no such line: \(problem)")
  promise((1...lines[place.line - 1].count + 2).contains(place.column), "no such column: \(problem)")
}

/// Checks a condition, and prints the message in release builds too, unlike `precondition`.
private func promise(_ isKept: Bool, _ message: @autoclosure () -> String) {
  if !isKept { fatalError(message()) }
}
