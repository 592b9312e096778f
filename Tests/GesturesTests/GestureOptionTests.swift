import Gestures
import Testing

@Suite("The options of the rule")
struct GestureOptionTests {
  @Test("Every setting has an option, and the threshold has two")
  func complete() {
    let properties = Mirror(reflecting: GestureSettings()).children.count
    #expect(GestureOption.all.count == properties + 1)
    #expect(Set(GestureOption.all.map(\.key)).count == GestureOption.all.count)
  }

  @Test("Every option changes a setting of its own, and gives its value back", arguments: GestureOption.all.map(\.key))
  func values(key: String) throws {
    let option = try #require(GestureOption.named(key))
    let (old, candidates): (OptionValue, [OptionValue]) = (
      option.value(in: .plain),
      [.flag(false), .integer(17), .number(0.625), .size(width: 320, height: 200.5)] + option.names.map { .text($0) }
    )
    let changed = candidates.compactMap { option.setting($0, in: .plain) }.filter { $0 != .plain }
    #expect(!changed.isEmpty)
    for settings in changed {
      #expect(option.setting(old, in: settings) == .plain && option.setting(option.value(in: settings), in: .plain) == settings)
      let others = GestureOption.all.filter { $0.key != key && !(key == "threshold_unit" && $0.key == "threshold") }
      #expect(others.allSatisfy { $0.value(in: settings) == $0.value(in: .plain) })
    }
  }

  @Test("The built-in profiles are within the ranges of their options", arguments: [GestureSettings.plain, .daily])
  func builtIn(settings: GestureSettings) {
    for option in GestureOption.all { #expect(option.setting(option.value(in: settings), in: settings) == settings, "\(option.key)") }
  }

  @Test("A threshold is in the unit of the other settings, and another unit comes with its default")
  func threshold() throws {
    let (unit, number) = (try #require(GestureOption.named("threshold_unit")), try #require(GestureOption.named("threshold")))
    #expect(unit.setting(.text("px"), in: .daily)?.threshold == .pixels(50))
    #expect(unit.setting(.text("hand"), in: .plain)?.threshold == .handSizes(0.6))
    #expect(number.setting(.number(5.5), in: .daily) == nil && number.setting(.number(5.5), in: .plain)?.threshold == .pixels(5.5))
  }
}
