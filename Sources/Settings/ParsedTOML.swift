/// A TOML text, its values, and their places.
struct ParsedTOML {
  let text: String
  let table: TOMLTable
  let places: TOMLPlaces

  /// - Parameters:
  ///   - bytes: a TOML text in UTF-8.
  ///   - file: its name, for messages.
  init(bytes: [UInt8], file: String) throws(ConfigurationError) {
    // Here, so that no program writes a text that it would not read.
    guard bytes.count <= largestConfiguration else { throw .tooLarge(file) }
    text = try Self.decode(bytes, file: file)
    places = TOMLPlaces(text)
    if let error = places.fatalError {
      // An error above it comes first.
      _ = try Self.parse(error.before, file: file)
      throw ConfigurationError(file: file, at: error.place, "not TOML: \(error.message)")
    }
    table = try Self.parse(text, file: file)
  }

  private static func parse(_ text: String, file: String) throws(ConfigurationError) -> TOMLTable {
    do { return try TOMLTable(parsing: text) } catch {
      throw ConfigurationError(file: file, at: error.place, "not TOML: \(error.message)")
    }
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
