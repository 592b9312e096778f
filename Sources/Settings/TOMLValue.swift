import CCxx
import CTOML
import Glibc

/// A value of a TOML text.
enum TOMLValue: Sendable {
  case table(TOMLTable)
  case array([TOMLValue])
  case string(String)
  case int(Int)
  case double(Double)
  case bool(Bool)
  /// A date, a time or both, as TOML writes them.
  case date(String)
  case time(String)
  case dateTime(String)

  var table: TOMLTable? { if case .table(let table) = self { table } else { nil } }
  var array: [TOMLValue]? { if case .array(let array) = self { array } else { nil } }
  var string: String? { if case .string(let text) = self { text } else { nil } }
  var int: Int? { if case .int(let number) = self { number } else { nil } }
  var double: Double? { if case .double(let number) = self { number } else { nil } }
  var bool: Bool? { if case .bool(let flag) = self { flag } else { nil } }

  var isTable: Bool { table != nil }
}

typealias TOMLTable = [String: TOMLValue]

/// Why a text is not TOML.
struct TOMLSyntaxError: Error, CustomStringConvertible {
  let place: TOMLPlaces.Place
  let message: String
  var description: String { message }
}

extension TOMLTable {
  /// Parses a text that ``TOMLScanner`` has found nothing fatal in.
  init(parsing text: String) throws(TOMLSyntaxError) { self = try ParsedTable(text).entries }
}

/// The table of the parser. The types of TOMLKit free neither it nor what they copy out of it, so its C functions are used, and all that they
/// return is freed here.
private struct ParsedTable: ~Copyable {
  private let table: OpaquePointer

  init(_ text: String) throws(TOMLSyntaxError) {
    var error: TOMLSyntaxError?
    let table = withUnsafeTemporaryAllocation(of: CTOMLParseError.self, capacity: 1) { fault in
      let table = tableCreateFromString(text, fault.baseAddress!)
      if table == nil {
        let begin = fault[0].source.begin
        error = TOMLSyntaxError(
          place: TOMLPlaces.Place(line: Int(begin.line), column: Int(begin.column)),
          message: Self.take(fault[0].description) { String(cString: $0) })
      }
      return table
    }
    guard let table else { throw error! }
    self.table = table
  }

  deinit {
    // There is no function that runs its destructor: this frees what it holds, then the rest.
    tableClear(table)
    swiped_operator_delete(UnsafeMutableRawPointer(table))
  }

  var entries: TOMLTable { Self.entries(of: table) }

  private static func entries(of table: OpaquePointer) -> TOMLTable {
    let names = take(tableGetKeys(table)) { keys in (0..<tableSize(table)).map { take(keys[$0]) { String(cString: $0) } } }
    return names.reduce(into: [:]) { entries, name in entries[name] = tableGetNode(table, name).map(value) }
  }

  private static func value(of node: OpaquePointer) -> TOMLValue {
    if let table = nodeAsTable(node) { return .table(entries(of: table)) }
    if let array = nodeAsArray(node) { return .array((0..<arraySize(array)).map { value(of: arrayGetNode(array, Int64($0))) }) }
    if let text = nodeAsString(node) { return .string(take(text) { String(cString: $0) }) }
    if let number = nodeAsInt(node) { return .int(take(number) { Int($0.pointee) }) }
    if let number = nodeAsDouble(node) { return .double(take(number) { $0.pointee }) }
    if let flag = nodeAsBool(node) { return .bool(take(flag) { $0.pointee }) }
    if let date = nodeAsDate(node) { return .date(take(cTOMLDateToTOML(take(date) { $0.pointee })) { String(cString: $0) }) }
    if let time = nodeAsTime(node) { return .time(take(cTOMLTimeToTOML(take(time) { $0.pointee })) { String(cString: $0) }) }
    let moment = take(nodeAsDateTime(node)!) { $0.pointee }
    defer { if let offset = moment.offset { swiped_operator_delete(offset) } }
    return .dateTime(take(cTOMLDateTimeToTOML(moment)) { String(cString: $0) })
  }

  /// Passes what a function has returned, and frees it.
  private static func take<Value, Result>(_ returned: UnsafePointer<Value>, _ body: (UnsafePointer<Value>) -> Result) -> Result {
    defer { free(UnsafeMutableRawPointer(mutating: returned)) }
    return body(returned)
  }
}
