/// An optional member that is written as null where there is no value, so that a client need not check for presence. A missing one is nil.
@propertyWrapper
public struct WritesNull<Value> {
  /// The value; nil is written as null.
  public var wrappedValue: Value?

  /// Wraps a value.
  public init(wrappedValue: Value?) { self.wrappedValue = wrappedValue }
}

extension WritesNull: Sendable where Value: Sendable {}
extension WritesNull: Equatable where Value: Equatable {}

extension WritesNull: Encodable where Value: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    try value.encode(wrappedValue)
  }
}

extension WritesNull: Decodable where Value: Decodable {
  public init(from decoder: any Decoder) throws { wrappedValue = try decoder.singleValueContainer().decode(Value?.self) }
}

/// A number with some decimals on the wire; null for nil, and for infinity and NaN, which JSON does not have. A missing one is nil.
///
/// `Value` is `Double` or `Double?`.
@propertyWrapper
public struct Rounded<let decimals: Int, Value: Codable & Equatable & Sendable>: Codable, Equatable, Sendable {
  /// The value, which is rounded only where it is written.
  public var wrappedValue: Value

  /// Wraps a value.
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }

  public init(from decoder: any Decoder) throws { wrappedValue = try decoder.singleValueContainer().decode(Value.self) }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    guard let value = wrappedValue as? Double, value.isFinite else { return try container.encodeNil() }
    let scale = (0..<decimals).reduce(1.0) { scale, _ in scale * 10 }
    let scaled = value * scale
    // The largest numbers have no decimals to round.
    let rounded = scaled.isFinite ? scaled.rounded() / scale : value
    // Without the sign of a negative zero.
    try container.encode(rounded == 0 ? 0 : rounded)
  }
}

/// The synthesized `init(from:)` calls these.
extension KeyedDecodingContainer {
  /// A member that is absent is nil.
  public func decode<Value: Decodable>(_ type: WritesNull<Value>.Type, forKey key: Key) throws -> WritesNull<Value> {
    WritesNull(wrappedValue: try decodeIfPresent(Value.self, forKey: key))
  }

  /// A member that is absent is nil.
  public func decode<let decimals: Int>(
    _ type: Rounded<decimals, Double?>.Type, forKey key: Key
  ) throws -> Rounded<decimals, Double?> {
    Rounded(wrappedValue: try decodeIfPresent(Double.self, forKey: key))
  }
}
