import Gestures
import TOMLKit

/// What an option may be: how to read it, and how to say what is allowed.
struct ValueRule<Value> {
  /// Ends the sentence "allowed: …".
  let allowed: String
  /// The allowed names, when it is one of a few; for "did you mean".
  var names: [String] = []
  /// `nil`: not allowed.
  let read: (any TOMLValueConvertible) -> Value?

  func map<Other>(_ transform: @escaping (Value) -> Other) -> ValueRule<Other> {
    ValueRule<Other>(allowed: allowed, names: names) { [read] in read($0).map(transform) }
  }

  var optional: ValueRule<Value?> { map { $0 } }
}

extension ValueRule<Bool> {
  static var flag: Self { Self(allowed: "true or false") { $0.bool } }
}

extension ValueRule<Int> {
  static func integer(_ range: ClosedRange<Int>) -> Self {
    Self(allowed: "a whole number from \(range.lowerBound) to \(range.upperBound)") { value in
      value.int.flatMap { range.contains($0) ? $0 : nil }
    }
  }
}

extension ValueRule<Double> {
  static func number(_ allowed: String, where isAllowed: @escaping (Double) -> Bool) -> Self {
    Self(allowed: allowed) { value in
      (value.double ?? value.int.map(Double.init)).flatMap { isAllowed($0) ? $0 : nil }
    }
  }
}

extension ValueRule<String> {
  static func text(_ allowed: String, where isAllowed: @escaping (String) -> Bool) -> Self {
    Self(allowed: allowed) { value in value.string.flatMap { isAllowed($0) ? $0 : nil } }
  }

  /// Whether such a key exists is for ``Chords`` to say.
  static var key: Self { text("a key's name, as in \"KEY_LEFT\", or a chord, as in \"KEY_LEFTALT+KEY_RIGHT\"") { !$0.isEmpty } }

  /// 107 bytes: what `sockaddr_un.sun_path` holds before its final zero.
  static var socketPath: Self {
    text("an absolute path of at most 107 bytes") { $0.hasPrefix("/") && $0.utf8.count <= 107 }
  }
}

extension ValueRule<[String]> {
  /// A program and its arguments, as `execvp` takes them.
  static var command: Self {
    let allowed = "a program and its arguments in an array, as no shell reads them: [\"playerctl\", \"next\"]"
    return Self(allowed: allowed) { value in
      guard let array = value.array else { return nil }
      let words = array.compactMap(\.string)
      guard words.count == array.count, let program = words.first, !program.isEmpty else { return nil }
      return words
    }
  }
}

extension ValueRule<View> {
  static var size: Self {
    let side = ValueRule<Double>.number("") { $0 >= 16 && $0 <= 8192 }
    return Self(allowed: "two numbers from 16 to 8192, as in [640, 480]") { value in
      guard let array = value.array, array.count == 2, let width = side.read(array[0]), let height = side.read(array[1]) else { return nil }
      return View(width: width, height: height)
    }
  }
}

extension ValueRule where Value: RawRepresentable<String> & CaseIterable {
  static func choice(_ type: Value.Type) -> Self {
    let names = type.allCases.map(\.rawValue)
    return Self(allowed: names.map { "\"\($0)\"" }.joined(separator: ", "), names: names) { $0.string.flatMap(Value.init(rawValue:)) }
  }
}
