import Platform
import UserErrors

/// A value that TOML does not know, as in `profile = daily`, and what a person may have meant by it.
struct BareWord: Sendable, Equatable {
  /// The names from the root down, as in ``TOMLPlaces/Entry``.
  let path: [String]
  let place: TOMLPlaces.Place
  /// As the file has it.
  private let source: String

  /// Nil for a value that TOML knows, for none, and for what the parser must not be given.
  init?(_ value: TOMLPlaces.BareValue, in scalars: [Unicode.Scalar]) {
    let source = String(String.UnicodeScalarView(scalars[value.scalars]))
    let statement = "x = \(source)"
    guard !source.isEmpty, TOMLPlaces(statement).fatalError == nil, (try? TOMLTable(parsing: statement)) == nil else { return nil }
    (path, place, self.source) = (value.path, value.place, source)
  }

  /// A value of the same length that TOML knows.
  var placeholder: [Unicode.Scalar] {
    let count = source.unicodeScalars.count
    return count == 1 ? ["0"] : ["\""] + Array(repeating: "x", count: count - 2) + ["\""]
  }

  /// The problem, by the rule for the option that has it.
  ///
  /// - Parameter name: of the option, with its section.
  func problem<Value>(in file: String, of name: String, _ rule: ValueRule<Value>) -> ConfigurationProblem {
    if let problem = edgeProblem(in: file) { return problem }
    if rule.read(.string(text)) != nil {
      return ConfigurationProblem(file: file, place: place, cause: "\(name) is \(shown), \(kind)", fix: inQuotes, fact: quotesMissing)
    }
    if let size {
      return ConfigurationProblem(
        file: file, place: place, cause: "\(name): \(shown) is \(size)", fix: .allowed(rule.allowed),
        fact: rule.fact(outside: shown, named: name) ?? unknown)
    }
    let meant = nearestName(to: text, among: rule.names).map { TOMLLiteral.string($0).description }
    let other = guesses.first { rule.read($0.value) != nil }?.text
    let cause = "\(name) is \(shown), \(rule.names.isEmpty ? "which TOML does not know" : kind)"
    return ConfigurationProblem(
      file: file, place: place, cause: cause, fix: .allowed(rule.allowed, meant: meant ?? other),
      fact: rule.fact(of: .string(text), named: name), meant: meant ?? other)
  }

  /// The problem, where no rule is known.
  func problem(in file: String) -> ConfigurationProblem {
    if let problem = edgeProblem(in: file) { return problem }
    if let size {
      return ConfigurationProblem(
        file: file, place: place, cause: "not TOML: \(shown) is \(size)", fix: "write a number from \(Int.min) to \(Int.max)", fact: unknown
      )
    }
    if Self.flags[text.lowercased()] != nil {
      return ConfigurationProblem(
        file: file, place: place, cause: "not TOML: \(shown) is no value",
        fix: "write true or false, or put a text in double quotes: \(words: Self.quoted(text))", fact: unknown,
        meant: guesses.first?.text)
    }
    if let number = guesses.first {
      return ConfigurationProblem(
        file: file, place: place, cause: "not TOML: \(shown) is no number",
        fix: "write one such as \(words: number.text), or put a text in double quotes: \(words: Self.quoted(text))", fact: unknown,
        meant: number.text)
    }
    return ConfigurationProblem(file: file, place: place, cause: "not TOML: \(shown) is \(kind)", fix: inQuotes, fact: quotesMissing)
  }

  private var quotesMissing: Fact { Fact(ConfigurationCode.textWithoutQuotes, ["text": shown, "quoted": Self.quoted(text)]) }

  private var unknown: Fact { Fact(ConfigurationCode.valueUnknown, ["text": shown]) }

  /// The problem of a value that only what is before or after it makes wrong, as in `= true` and `true;`.
  private func edgeProblem(in file: String) -> ConfigurationProblem? {
    if source.hasPrefix("=") {
      let fact = Fact(ConfigurationCode.equalsSignTwice)
      return ConfigurationProblem(file: file, place: place, cause: "not TOML: a second equals sign", fix: "remove it", fact: fact)
    }
    if let first = source.unicodeScalars.first, first.properties.isWhitespace {
      let code = "U+\(String(first.value, radix: 16, uppercase: true))"
      return ConfigurationProblem(
        file: file, place: place, cause: "not TOML: a space that TOML does not know, \(code)", fix: "replace it with one of the space bar",
        fact: Fact(ConfigurationCode.spaceUnknown, ["code": code]))
    }
    let value = source.prefix { !";, \t".contains($0) }
    let tail = source.dropFirst(value.count).drop { " \t".contains($0) }
    guard [";", ",", "//"].contains(where: tail.hasPrefix), tail.count == 1 || " /".contains(tail.dropFirst().prefix(1)),
      (try? TOMLTable(parsing: "x = \(value)")) != nil
    else { return nil }
    let fix: Fix = tail.count == 1 ? "remove it" : "begin a comment with #"
    let text = Self.shortened(String(tail))
    return ConfigurationProblem(
      file: file, place: place, cause: "not TOML: \"\(text)\" after the value \(value)", fix: fix,
      fact: Fact(ConfigurationCode.textAfterValue, ["text": text]))
  }
}

/// What is meant.
extension BareWord {
  /// The words for true and false, in lowercase.
  private static let flags = [
    "true": true, "yes": true, "on": true, "y": true, "enabled": true, "false": false, "no": false, "off": false, "n": false,
    "disabled": false,
  ]

  /// Without quotation marks that TOML does not know, and without what ends statements elsewhere.
  private var text: String {
    let end = source.last.map { ";,".contains($0) } == true && source.count > 1
    return Self.unquoted(end ? String(source.dropLast()) : source)
  }

  /// A text without the quotation marks around it, as far as TOML does not know them or they do not fit.
  ///
  /// - Parameter isOpen: whether a quotation mark is before it.
  static func unquoted(_ text: String, isOpen: Bool = false) -> String {
    let text = text.drop { $0 == " " }
    let opens = isOpen || text.unicodeScalars.first?.isQuotationMark == true
    let closes = text.unicodeScalars.last?.isQuotationMark == true
    guard opens || closes || text.last == "\"" || text.last == "'" else { return trimmed(text) }
    // A final mark of TOML's is a part of the text, unless another one opens it.
    func isMark(_ character: Character) -> Bool {
      character.unicodeScalars.allSatisfy(\.isQuotationMark) || (opens && (character == "\"" || character == "'"))
    }
    return trimmed(text.drop(while: isMark).reversed().drop { isMark($0) || $0 == " " }.reversed())
  }

  private static func trimmed(_ text: some BidirectionalCollection<Character>) -> String { String(text.trimming { $0 == " " }) }

  /// A text as TOML has it, in the quotes that leave it as it is.
  static func quoted(_ text: String) -> String {
    let isLiteral = text.contains { $0 == "\"" || $0 == "\\" } && !text.contains("'") && text.printable == text
    return isLiteral ? "'\(text)'" : TOMLLiteral.string(text).description
  }

  private var inQuotes: Fix {
    guard text.count <= 60 else { return "put it in double quotes" }
    let text = Self.quoted(text)
    return "put it in \(words: text.hasPrefix("'") ? "single" : "double") quotes: \(words: text)"
  }

  private var kind: String {
    source.unicodeScalars.contains(where: \.isQuotationMark) ? "in quotation marks that TOML does not know" : "a text without quotes"
  }

  /// How a number is out of any range; nil for what is none.
  private var size: String? {
    let digits = source.drop { "+-".contains($0) }.filter { $0 != "_" }
    guard let first = digits.first, first.isASCII, first.isNumber else { return nil }
    let prefix = digits.prefix(2)
    let isWhole = digits.utf8.allSatisfy(\.isDigit) && (first != "0" || digits.count == 1)
    let radix: Int? = ["0x": 16, "0o": 8, "0b": 2][prefix]
    let isPrefixed = radix.map { radix in digits.count > 2 && digits.dropFirst(2).allSatisfy { Int(String($0), radix: radix) != nil } }
    guard (isWhole && Int(digits) == nil) || isPrefixed == true || Double(digits)?.isInfinite == true else { return nil }
    return source.hasPrefix("-") ? "too small" : "too large"
  }

  /// Numbers and flags that may be meant, as TOML has them.
  private var guesses: [(text: String, value: TOMLValue)] {
    if let flag = Self.flags[text.lowercased()] { return [("\(flag)", .bool(flag))] }
    let number = text.prefix { "+-.,_".contains($0) || ($0.isASCII && $0.isNumber) }
    guard !text.dropFirst(number.count).contains(where: \.isNumber) else { return [] }
    let plain = number.replacing(",", with: ".").filter { $0 != "_" }
    if let whole = Int(plain.hasSuffix(".") ? plain.dropLast() : plain[...]) { return [(String(whole), .int(whole))] }
    return Double(plain.hasPrefix(".") ? "0" + plain : plain).map { [("\($0)", .double($0))] } ?? []
  }

  private var shown: String { Self.shortened(source) }

  static func shortened(_ text: String) -> String { text.count <= 60 ? text.printable : "\(text.prefix(60))…".printable }
}

extension Fix {
  /// What is allowed, after what may be meant.
  static func allowed(_ allowed: String, meant: String? = nil) -> Fix {
    "\(words: meant.map { "did you mean \($0)? " } ?? "")allowed: \(words: allowed)"
  }
}
