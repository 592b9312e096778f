/// A value as PipeWire's programs exchange it (spa/pod/pod.h): formats, and what is asked of buffers. Pure.
///
/// In memory: the number of bytes that follow this head, the type, the bytes, and zeros up to a multiple of eight.
package indirect enum Pod: Equatable, Sendable {
  case id(UInt32)
  case int(Int32)
  /// Pixels.
  case rectangle(UInt32, UInt32)
  case fraction(UInt32, UInt32)
  /// Alternatives of one type, the preferred one first. Of a range, the minimum and the maximum follow; of steps, also the step.
  case choice(Choice, [Pod])
  case object(type: UInt32, id: UInt32, [UInt32: Pod])
  /// A value that is not needed here.
  case other(type: UInt32)

  /// The numbers of spa/pod/pod.h. `none` is a choice that was made.
  package enum Choice: UInt32, Sendable { case none, range, step, enumeration, flags }

  /// The types' numbers (spa/utils/type.h).
  private enum Kind {
    static let id: UInt32 = 3, int: UInt32 = 4, rectangle: UInt32 = 10, fraction: UInt32 = 11, object: UInt32 = 15, choice: UInt32 = 19
  }

  private var kind: UInt32 {
    switch self {
    case .id: Kind.id
    case .int: Kind.int
    case .rectangle: Kind.rectangle
    case .fraction: Kind.fraction
    case .choice: Kind.choice
    case .object: Kind.object
    case .other(let type): type
    }
  }

  /// The alternatives, the preferred one first; of a range, only that; of a single value, itself.
  package var values: [Pod] {
    switch self {
    case .choice(.enumeration, let values): values
    case .choice(_, let values): Array(values.prefix(1))
    default: [self]
    }
  }

  /// The smallest and the largest value of a range; nil for other values.
  package var bounds: (Pod, Pod)? {
    guard case .choice(let kind, let values) = self, [.range, .step].contains(kind), values.count >= 3 else { return nil }
    return (values[1], values[2])
  }
}

// MARK: Writing

extension Pod {
  /// The value in memory.
  package var bytes: [UInt8] {
    let body = self.body
    return Self.words(UInt32(body.count), kind) + body + [UInt8](repeating: 0, count: -body.count & 7)
  }

  private var body: [UInt8] {
    switch self {
    case .id(let value): Self.words(value)
    case .int(let value): Self.words(UInt32(bitPattern: value))
    case .rectangle(let a, let b), .fraction(let a, let b): Self.words(a, b)
    case .choice(let choice, let values):
      Self.words(choice.rawValue, 0, UInt32(values.first?.body.count ?? 0), values.first?.kind ?? 0) + values.flatMap(\.body)
    case .object(let type, let id, let properties):
      Self.words(type, id) + properties.sorted { $0.key < $1.key }.flatMap { Self.words($0.key, 0) + $0.value.bytes }
    case .other: []
    }
  }

  private static func words(_ words: UInt32...) -> [UInt8] {
    words.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } }
  }
}

// MARK: Reading

extension Pod {
  /// The number of choices and objects inside each other that are read; formats have two.
  private static let deepest = 8

  /// Reads a value that another program has written.
  ///
  /// - Parameter bytes: the value in memory; more may follow.
  /// - Returns: nil if it is cut off, or nothing that this can be.
  package init?(_ bytes: UnsafeRawBufferPointer) { self.init(bytes[...], depth: 0) }

  private init?(_ bytes: Slice<UnsafeRawBufferPointer>, depth: Int) {
    guard depth < Self.deepest, let size = bytes.word(0), let kind = bytes.word(1), size <= bytes.count - 8 else { return nil }
    self.init(kind, bytes.dropFirst(8).prefix(Int(size)), depth: depth)
  }

  private init?(_ kind: UInt32, _ body: Slice<UnsafeRawBufferPointer>, depth: Int) {
    switch kind {
    case Kind.id:
      guard let value = body.word(0) else { return nil }
      self = .id(value)
    case Kind.int:
      guard let value = body.word(0) else { return nil }
      self = .int(Int32(bitPattern: value))
    case Kind.rectangle, Kind.fraction:
      guard let a = body.word(0), let b = body.word(1) else { return nil }
      self = kind == Kind.rectangle ? .rectangle(a, b) : .fraction(a, b)
    case Kind.choice:
      guard let choice = body.word(0).flatMap(Choice.init), let size = body.word(2), let kind = body.word(3), size > 0 else { return nil }
      let values = body.dropFirst(16)
      // A choice within a choice is none.
      guard size <= values.count, kind != Kind.choice, kind != Kind.object else { return nil }
      let read = stride(from: 0, through: values.count - Int(size), by: Int(size)).compactMap {
        Pod(kind, values.dropFirst($0).prefix(Int(size)), depth: depth + 1)
      }
      // What was chosen comes first; the alternatives are left in place.
      if choice == .none, let chosen = read.first { self = chosen } else { self = .choice(choice, read) }
    case Kind.object:
      guard let type = body.word(0), let id = body.word(1) else { return nil }
      var properties: [UInt32: Pod] = [:]
      var rest = body.dropFirst(8)
      while let key = rest.word(0), let size = rest.word(2) {
        guard let value = Pod(rest.dropFirst(8), depth: depth + 1) else { return nil }
        properties[key] = value
        rest = rest.dropFirst(16 + (Int(size) + 7) & ~7)
      }
      self = .object(type: type, id: id, properties)
    default: self = .other(type: kind)
    }
  }
}

extension Slice<UnsafeRawBufferPointer> {
  /// A number of 32 bits, in this machine's order of bytes; nil beyond the end.
  fileprivate func word(_ index: Int) -> UInt32? {
    guard count >= 4 * index + 4 else { return nil }
    return (0..<4).reduce(0) { $0 | UInt32(self[startIndex + 4 * index + $1]) << (8 * $1) }
  }
}
