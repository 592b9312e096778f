import Glibc

/// A time on the clock of the wall, in the time zone that the machine has now.
package struct LocalTime {
  private var parts = tm()

  /// - Parameter unixS: in s since 1970.
  package init(unixS: Int) {
    var time = time_t(unixS)
    // The machine may have come to another time zone.
    tzset()
    localtime_r(&time, &parts)
  }

  package static var now: LocalTime { LocalTime(unixS: time(nil)) }

  /// A number of the day, which other days do not have. Later days have greater ones.
  package var day: Int { Int(parts.tm_year) * 1000 + Int(parts.tm_yday) }

  /// From 0 to 23.
  package var hour: Int { Int(parts.tm_hour) }

  /// - Parameter format: that of strftime(3); the text has fewer than 64 bytes.
  package func text(_ format: String) -> String {
    var parts = parts
    return String(unsafeUninitializedCapacity: 64) { text in
      text.withMemoryRebound(to: CChar.self) { strftime($0.baseAddress!, $0.count, format, &parts) }
    }
  }
}
