import CEvdev

/// The names that libevdev has for keys. Buttons of mice and joysticks (`BTN_`) are not among them: a device that
/// declares one is no keyboard to a desktop.
enum KeyNames {
  private static let prefix = "KEY_"

  static func code(of name: String) -> UInt16? {
    guard name.hasPrefix(prefix) else { return nil }
    let code = libevdev_event_code_from_name(UInt32(EV_KEY), name)
    // KEY_RESERVED is 0 and cannot be pressed; KEY_MAX ends the range.
    return (1..<KEY_MAX).contains(code) ? UInt16(code) : nil
  }

  static func name(of code: UInt16) -> String {
    libevdev_event_code_get_name(UInt32(EV_KEY), UInt32(code)).map { String(cString: $0) } ?? "\(code)"
  }

  /// Names that may have been meant, nearest first.
  static func nearest(to wrong: String, count: Int = 3) -> [String] {
    let upper = wrong.uppercased()
    let wish = upper.hasPrefix(prefix) ? upper : prefix + upper
    let names = (1..<UInt16(KEY_MAX)).map(name).filter { $0.hasPrefix(prefix) }
    let ranked = names.map { (distance: editDistance(wish, $0), name: $0) }.sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }
    // With the right name found but for its case or prefix, others would only confuse.
    if ranked.first?.distance == 0 { return [ranked[0].name] }
    return ranked.prefix(count).map(\.name)
  }
}
