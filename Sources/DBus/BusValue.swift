/// A value of a bus message.
package indirect enum BusValue: Sendable, Equatable {
  case string(String)
  case objectPath(String)
  case bool(Bool)
  case int32(Int32)
  case uint32(UInt32)
  /// Values of one signature, which is known even without values.
  case array(String, [BusValue])
  case structure([BusValue])
  /// An entry of a dictionary.
  case entry(String, BusValue)
  case variant(BusValue)

  /// A dictionary of names and variants, `a{sv}`.
  package static func dictionary(_ values: [String: BusValue]) -> BusValue {
    // Sorted, so that equal dictionaries are equal values.
    .array("{sv}", values.sorted { $0.key < $1.key }.map { .entry($0.key, .variant($0.value)) })
  }

  /// The type of the value, as the bus writes it.
  package var signature: String {
    switch self {
    case .string: "s"
    case .objectPath: "o"
    case .bool: "b"
    case .int32: "i"
    case .uint32: "u"
    case .array(let contents, _): "a" + contents
    case .structure(let values): "(\(values.map(\.signature).joined()))"
    case .entry(_, let value): "{s\(value.signature)}"
    case .variant: "v"
    }
  }
}

/// The reply to a call.
package enum BusReply: Sendable, Equatable {
  case values([BusValue])
  /// An error by its name, without its prefix `org.freedesktop.DBus.Error.`, and in one line.
  case failure(String, String)

  package static let done = BusReply.values([])
  package static let invalidArguments = BusReply.failure("InvalidArgs", "the arguments are not those of the method")
}

extension BusMessage {
  package func append(_ value: BusValue) {
    switch value {
    case .string(let text): append(text)
    case .objectPath(let path): append(path, type: "o")
    case .bool(let flag): append(flag)
    case .int32(let number): append(number)
    case .uint32(let number): append(number)
    case .array(let contents, let values): append("a", contents) { for value in values { append(value) } }
    case .structure(let values):
      append("r", values.map(\.signature).joined()) { for value in values { append(value) } }
    case .entry(let key, let value):
      append("e", "s" + value.signature) {
        append(key)
        append(value)
      }
    case .variant(let value): append("v", value.signature) { append(value) }
    }
  }
}
