import EventProtocol
import Foundation

/// A JSON value.
enum JSON: Decodable, Equatable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  indirect case array([JSON])
  indirect case object([String: JSON])

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .null
    } else if let bool = try? value.decode(Bool.self) {
      self = .bool(bool)
    } else if let number = try? value.decode(Double.self) {
      self = .number(number)
    } else if let string = try? value.decode(String.self) {
      self = .string(string)
    } else if let array = try? value.decode([JSON].self) {
      self = .array(array)
    } else {
      self = .object(try value.decode([String: JSON].self))
    }
  }

  init(_ text: some Collection<UInt8>) throws { self = try JSONDecoder().decode(JSON.self, from: Data(text)) }

  subscript(key: String) -> JSON? { if case .object(let members) = self { members[key] } else { nil } }

  var items: [JSON]? { if case .array(let items) = self { items } else { nil } }

  func isOf(type: String) -> Bool {
    switch (self, type) {
    case (.null, "null"), (.bool, "boolean"), (.number, "number"), (.string, "string"), (.array, "array"), (.object, "object"): true
    case (.number(let number), "integer"): number == number.rounded()
    default: false
    }
  }
}

/// The part of JSON Schema that our schemas use.
struct Schema {
  struct Unknown: Error {
    let keyword: String
  }

  let root: JSON

  /// - Parameter name: of a file in `config`, without its ending.
  init(_ name: String = "swiped-protocol") throws {
    let path = "\(#filePath)/../../../config/\(name).schema.json"
    root = try JSON(Data(contentsOf: URL(fileURLWithPath: path).standardizedFileURL))
  }

  /// Whether a value conforms to a definition under `$defs`.
  func accepts(_ value: JSON, as name: String) throws -> Bool { try holds(value, .object(["$ref": .string("#/$defs/\(name)")])) }

  func definition(_ name: String) -> JSON? { root["$defs"]?[name] }

  private func holds(_ value: JSON, _ schema: JSON) throws -> Bool {
    guard case .object(let keywords) = schema else { throw Unknown(keyword: "\(schema)") }
    return try keywords.allSatisfy { try holds(value, keyword: $0, $1, keywords) }
  }

  private func holds(_ value: JSON, keyword: String, _ operand: JSON, _ all: [String: JSON]) throws -> Bool {
    switch (keyword, operand) {
    case ("description", .string), ("deprecated", .bool): return true
    case ("$ref", .string(let path)):
      guard path.hasPrefix("#/$defs/"), let target = definition(String(path.dropFirst(8))) else { throw Unknown(keyword: path) }
      return try holds(value, target)
    case ("const", _): return value == operand
    case ("enum", .array(let values)): return values.contains(value)
    case ("type", .string(let type)): return value.isOf(type: type)
    case ("type", .array(let types)): return types.contains { if case .string(let type) = $0 { value.isOf(type: type) } else { false } }
    case ("minimum", .number(let least)): if case .number(let number) = value { return number >= least } else { return true }
    case ("maximum", .number(let most)): if case .number(let number) = value { return number <= most } else { return true }
    case ("maxItems", .number(let most)): return value.items.map { Double($0.count) <= most } ?? true
    case ("minItems", .number(let least)): return value.items.map { Double($0.count) >= least } ?? true
    case ("items", _): return try value.items?.allSatisfy { try holds($0, operand) } ?? true
    case ("anyOf", .array(let schemas)): return try schemas.contains { try holds(value, $0) }
    case ("oneOf", .array(let schemas)): return try schemas.filter { try holds(value, $0) }.count == 1
    case ("required", .array(let names)):
      guard case .object(let members) = value else { return true }
      return names.allSatisfy { if case .string(let name) = $0 { members[name] != nil } else { false } }
    case ("properties", .object(let properties)):
      guard case .object(let members) = value else { return true }
      return try members.allSatisfy { name, member in try properties[name].map { try holds(member, $0) } ?? true }
    default: throw Unknown(keyword: keyword)
    }
  }
}

extension JSON {
  /// Copies of the value, each with one member or item changed, at any depth, and the name of its member.
  ///
  /// - Parameter change: returns the replacement; nil removes the member or item.
  func changes(under name: String = "", _ change: (JSON) -> JSON?) -> [(name: String, value: JSON)] {
    var changes: [(name: String, value: JSON)] = []
    switch self {
    case .object(let members):
      for (key, member) in members {
        var changed = members
        changed[key] = change(member)
        changes.append((key, .object(changed)))
        for (name, value) in member.changes(under: key, change) {
          changed[key] = value
          changes.append((name, .object(changed)))
        }
      }
    case .array(let items):
      for (i, item) in items.enumerated() {
        var changed = items
        for (name, value) in (change(item).map { [(name, $0)] } ?? []) + item.changes(under: name, change) {
          changed[i] = value
          changes.append((name, .array(changed)))
        }
      }
    default: break
    }
    return changes
  }
}
