import Settings

/// A configuration's bytes become options, or errors of one line each that point into the text.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let input = Array(UnsafeBufferPointer(start: bytes, count: count))
  do {
    _ = try Chords(LoadedConfiguration(bytes: input, file: "fuzz.toml"))
  } catch {
    promise(!error.problems.isEmpty, "an error without a problem")
    for problem in error.problems { check(problem, in: input) }
  }
  return 0
}

private func check(_ problem: ConfigurationProblem, in input: [UInt8]) {
  promise(!problem.message.isEmpty && !problem.description.contains(where: \.isNewline), "not one line: \(problem)")
  guard let place = problem.place else { return }
  // The text's end, where something is missing, is one past the last column; to the parser, past the newline that is there.
  let lines = input.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
  promise((1...lines.count).contains(place.line), "no such line: \(problem)")
  promise((1...lines[place.line - 1].count + 2).contains(place.column), "no such column: \(problem)")
}

/// As `precondition`, with its message in release builds too.
private func promise(_ isKept: Bool, _ message: @autoclosure () -> String) {
  if !isKept { fatalError(message()) }
}
