import UserErrors

/// A message of the argument parser in the form of all others: its cause, and what it proposes.
package struct UsageMessage: Equatable {
  /// In lowercase, in double quotes, and without a full stop.
  package let cause: String
  /// Nil if it proposes nothing; ends in a question mark or in nothing.
  package let hint: String?

  /// - Parameter text: as the parser writes it, such as `Unknown option '--jsno'. Did you mean '--json'?`
  package init(_ text: String) {
    let lines = text.split(whereSeparator: \.isNewline).map { $0.drop { $0 == " " } }
    // More than two values are a list, each on its line.
    let values = lines.filter { $0.hasPrefix("- ") }.map { "\"\($0.dropFirst(2))\"" }
    let line = lines.filter { !$0.hasPrefix("- ") }.joined(separator: " ")
    if let match = line.wholeMatch(of: /(.*)\. Did you mean '([^']*)'\?/) {
      (cause, hint) = (Self.plain(match.1), "did you mean \"\(match.2)\"?")
    } else if let match = line.wholeMatch(of: /(.*)\. Please provide one of the following:/), let last = values.last {
      (cause, hint) = (Self.plain(match.1), "write \(values.dropLast().joined(separator: ", ")) or \(last)")
    } else if let match = line.wholeMatch(of: /(.*)\. Please provide one of (.*?)\.?/) {
      (cause, hint) = (Self.plain(match.1), "write \(Self.plain(match.2).replacing(" and ", with: " or "))")
    } else {
      (cause, hint) = (Self.plain(line[...]), nil)
    }
  }

  private static func plain(_ text: Substring) -> String {
    var text = text
    while text.last == "." { text.removeLast() }
    // Quotation marks, but no apostrophes.
    let quoted = text.replacing(/(^|[ (])'/) { "\($0.1)\"" }.replacing(/'($|[ ,.:;?)])/) { "\"\($0.1)" }
    let isWord = quoted.dropFirst().first?.isLowercase == true
    return isWord ? quoted.prefix(1).lowercased() + quoted.dropFirst() : String(quoted)
  }
}
