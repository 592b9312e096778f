import UserErrors

/// What a text has that TOML does not allow, as the scanner sees it. It explains errors for which the parser has no words of a person.
struct TOMLMistake: Sendable, Equatable {
  enum Kind: Sendable, Equatable {
    /// A text without its end on the same line; the text, if it is a value.
    case noClosingQuote(String?)
    case noValue
    /// A name that no equals sign follows.
    case noEqualsSign(String)
    /// A name in quotation marks that TOML does not know.
    case quotedName(String)
    /// Anything but a comment.
    case textAfterValue(String)
  }

  let place: TOMLPlaces.Place
  let kind: Kind

  /// What a message says of an error.
  struct Explanation {
    let place: TOMLPlaces.Place
    let cause: String
    let fix: Fix?
    /// What the cause says, by a code.
    var fact: Fact?
  }

  /// Explains an error of the parser by the first mistake on its line, or else in the parser's words.
  static func explain(_ error: TOMLSyntaxError, _ places: TOMLPlaces) -> Explanation {
    if error.isDuplicate, let (name, entry, first) = places.duplicate(before: error.place) {
      let what = entry.value == nil ? "the section \(quote(name))" : quote(name)
      return Explanation(
        place: entry.key, cause: "\(what) occurs twice, first in line \(first.line)",
        fix: entry.value == nil ? "write all its options below one header" : "remove one of the two",
        fact: Fact(ConfigurationCode.nameTwice, ["name": name, "line": "\(first.line)"]))
    }
    if error.isInEscape {
      return Explanation(place: error.place, cause: error.message, fix: "write \\\\ for a backslash, or put the text in single quotes")
    }
    let mistake = places.mistakes.first { $0.place.line == error.place.line && $0.place.column <= error.place.column }
    return mistake?.explanation(of: error) ?? Explanation(place: error.place, cause: error.message, fix: nil)
  }

  /// Nil where the parser's words are better.
  private func explanation(of error: TOMLSyntaxError) -> Explanation? {
    switch kind {
    case .noClosingQuote(let value):
      var fix: Fix = "write one before the equals sign"
      if let value {
        // Where a comment begins, the text was to end.
        let end = value.firstRange(of: " #")?.lowerBound ?? value.endIndex
        let text = BareWord.unquoted(String(value[..<end]), isOpen: true)
        fix = text.count <= 60 ? "put it in double quotes: \(words: BareWord.quoted(text))" : "put it in double quotes"
      }
      return Explanation(
        place: place, cause: "a text without its closing quotation mark", fix: fix, fact: Fact(ConfigurationCode.quoteNotClosed))
    case .noValue:
      return Explanation(
        place: place, cause: "no value after the equals sign", fix: "write one, or remove the line for the default",
        fact: Fact(ConfigurationCode.valueMissing))
    case .noEqualsSign(let name):
      let bare = String(String.UnicodeScalarView(name.unicodeScalars.prefix { $0.isBareKey }))
      guard !bare.isEmpty else { return nil }
      return Explanation(
        place: error.place, cause: "no equals sign after \(quote(bare))",
        fix: "write \(words: bare.prefix(60)) = and its value; a comment begins with #",
        fact: Fact(ConfigurationCode.equalsSignMissing, ["name": String(bare.prefix(60))]))
    case .quotedName(let name):
      return Explanation(
        place: place, cause: "the name \(BareWord.shortened(name)) is in quotation marks that TOML does not know",
        fix: "write \(words: BareWord.unquoted(name).printable)")
    case .textAfterValue(let text):
      let fix: Fix = [",", ";"].contains(text) ? "remove it" : "put all of it in one pair of quotes, or begin a comment with #"
      return Explanation(
        place: place, cause: "\(BareWord.shortened(text)) follows the value", fix: fix,
        fact: Fact(ConfigurationCode.textAfterValue, ["text": BareWord.shortened(text)]))
    }
  }
}

extension TOMLSyntaxError {
  /// Whether a name is given twice. The parser has no codes, and garbles quoted names.
  fileprivate var isDuplicate: Bool { message.contains("cannot redefine") }

  /// Whether a backslash begins nothing that TOML knows.
  fileprivate var isInEscape: Bool { message.contains("escape sequence") || message.contains("unicode scalar sequence") }
}
