@testable import Focus

/// Messages of a Wayland compositor, in this machine's byte order.
struct CompositorMessages {
  var bytes: [UInt8] = []

  static let manager = "zwlr_foreign_toplevel_manager_v1"

  mutating func add(_ object: UInt32, _ event: UInt16, _ arguments: [UInt8] = []) {
    bytes += number(object) + number(UInt32(8 + arguments.count) << 16 | UInt32(event)) + arguments
  }

  mutating func global(_ name: UInt32, _ interface: String) { add(2, 0, number(name) + text(interface) + number(3)) }

  /// All globals of now have come.
  mutating func globalsDone() { add(3, 0, number(0)) }

  /// All windows of now have come.
  mutating func windowsDone() { add(5, 0, number(0)) }

  mutating func window(_ id: UInt32) { add(4, 0, number(id)) }

  /// What a compositor says of a window, in one step.
  mutating func window(_ id: UInt32, is name: String?, active: Bool, title: String = "a title") {
    add(id, 0, text(title))
    if let name { add(id, 1, text(name)) }
    let states: [UInt32] = active ? [0, 2] : [0]
    add(id, 4, number(UInt32(4 * states.count)) + states.flatMap(number))
    add(id, 5)
  }

  mutating func close(_ id: UInt32) { add(id, 6) }
}

func number(_ value: UInt32) -> [UInt8] { withUnsafeBytes(of: value) { Array($0) } }
func short(_ value: UInt16) -> [UInt8] { withUnsafeBytes(of: value) { Array($0) } }

/// A string with its length and its final zero, padded.
func text(_ value: String) -> [UInt8] { text(Array(value.utf8)) }

func text(_ value: [UInt8]) -> [UInt8] { number(UInt32(value.count + 1)) + padded(value + [0]) }

func padded(_ bytes: [UInt8]) -> [UInt8] { bytes + [UInt8](repeating: 0, count: -bytes.count & 3) }

/// The same numbers in each run.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}

func front(_ names: String...) -> FocusState { .front(FrontWindow(names: names)) }
