/// A TOML text, its values, and their places.
struct ParsedTOML {
  let text: String
  let table: TOMLTable
  let places: TOMLPlaces

  /// The values that are not TOML; `table` has placeholders for them.
  let bareWords: [BareWord]

  /// More than anybody corrects at a time.
  private static let bareWordLimit = 20

  /// - Parameters:
  ///   - bytes: a TOML text in UTF-8.
  ///   - file: its name, for messages.
  init(bytes: [UInt8], file: String) throws(ConfigurationError) {
    try self.init(allowingBareWordsIn: bytes, file: file)
    guard bareWords.isEmpty else { throw ConfigurationError(bareWords.map { $0.problem(in: file) }) }
  }

  /// A text that may have values that TOML does not know, so that the reader of the options can say what to write in their place.
  init(allowingBareWordsIn bytes: [UInt8], file: String) throws(ConfigurationError) {
    // Here, so that no program writes a text that it would not read.
    guard bytes.count <= largestConfiguration else { throw .tooLarge(file) }
    text = try Self.decode(bytes, file: file)
    var scalars = text.unicodeScalars.drop { $0 == "\u{FEFF}" }.map { $0 }
    var (valid, words) = (text, [BareWord]())
    while true {
      let places = TOMLPlaces(valid)
      do throws(TOMLSyntaxError) {
        (table, self.places, bareWords) = (try Self.parse(valid, places), places, words)
        return
      } catch {
        guard words.count < Self.bareWordLimit, let found = places.bareValues.first(where: { $0.contains(error.place) }),
          let word = BareWord(found, in: scalars)
        else { throw Self.problem(words, TOMLMistake.explain(error, places), file) }
        words.append(word)
        // Of the same length, so that all places stay the same.
        scalars.replaceSubrange(found.scalars, with: word.placeholder)
        valid = String(String.UnicodeScalarView(scalars))
      }
    }
  }

  private static func parse(_ text: String, _ places: TOMLPlaces) throws(TOMLSyntaxError) -> TOMLTable {
    guard let fatal = places.fatalError else { return try TOMLTable(parsing: text) }
    // An error above it comes first.
    _ = try TOMLTable(parsing: fatal.before)
    throw TOMLSyntaxError(place: fatal.place, message: fatal.message)
  }

  /// The first of what is wrong: a text that cannot be read to its end has no options to say more about.
  private static func problem(_ words: [BareWord], _ error: TOMLMistake.Explanation, _ file: String) -> ConfigurationError {
    if let word = words.first, word.place.line <= error.place.line { return ConfigurationError([word.problem(in: file)]) }
    return ConfigurationError(file: file, at: error.place, "not TOML: \(error.cause)", fix: error.fix, fact: error.fact)
  }

  private static func decode(_ bytes: [UInt8], file: String) throws(ConfigurationError) -> String {
    var place = TOMLPlaces.Place(line: 1, column: 1)
    var text = String.UnicodeScalarView()
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    while true {
      switch decoder.decode(&iterator) {
      case .emptyInput: return String(text)
      case .error: throw ConfigurationError(file: file, at: place, "not UTF-8", fix: "save the file in that encoding")
      case .scalarValue("\0"):
        throw ConfigurationError(file: file, at: place, "a zero byte, which text does not contain", fix: "is this a TOML file?")
      case .scalarValue(let scalar):
        text.append(scalar)
        place =
          scalar == "\n" ? TOMLPlaces.Place(line: place.line + 1, column: 1) : TOMLPlaces.Place(line: place.line, column: place.column + 1)
      }
    }
  }

  /// Every value that is no table, by its path; an array's elements go by their numbers. Two texts with the same ones mean the same.
  var leaves: [[String]: String] {
    var leaves: [[String]: String] = [:]
    func collect(_ value: TOMLValue, _ path: [String]) {
      switch value {
      case .table(let table): for (key, value) in table { collect(value, path + [key]) }
      case .array(let array):
        leaves[path] = "array of \(array.count)"
        for (index, value) in array.enumerated() { collect(value, path + [String(index)]) }
      default: leaves[path] = "\(value)"
      }
    }
    for (key, value) in table { collect(value, [key]) }
    return leaves
  }
}
