import Camera

/// A camera and whether the configuration means it, as a paragraph for people or an object for programs.
package struct CameraReport: Encodable {
  private let listing: CameraListing
  private let isConfigured: Bool

  package init(_ listing: CameraListing, isConfigured: Bool) {
    self.listing = listing
    self.isConfigured = isConfigured
  }

  package var text: String {
    let head = [listing.name, listing.driver, listing.bus, isConfigured ? "configured" : nil].compactMap { $0 }
    var lines = [listing.path + (head.isEmpty ? "" : "  \(head.joined(separator: " · "))")]
    if let why = listing.why { lines.append("  \(listing.wouldBeTaken ? "auto takes it" : "not what auto takes"): \(why)") }
    lines += listing.byID.map { "  id    \($0)" }
    lines += formats
    if !listing.holders.isEmpty { lines.append("  open in \(listing.holders.map(\.label).joined(separator: ", "))") }
    if let error = listing.error { lines.append("  \(error)") }
    return lines.joined(separator: "\n")
  }

  /// A line for each format, in the driver's order.
  private var formats: [String] {
    var lines: [(format: String, sizes: [String])] = []
    for mode in listing.modes {
      if lines.last?.format != mode.format { lines.append((mode.format, [])) }
      let rates = mode.rateText.isEmpty ? "" : " at \(mode.rateText)"
      lines[lines.count - 1].sizes.append(mode.sizeText + rates)
    }
    let unread = Set(listing.modes.filter { !$0.isReadable }.map(\.format))
    return lines.map { line in
      "  \(line.format)  \(line.sizes.joined(separator: " · "))\(unread.contains(line.format) ? " (not read by swiped)" : "")"
    }
  }

  private enum CodingKeys: String, CodingKey {
    case configured, name, driver, bus, why, error
  }

  package func encode(to encoder: any Encoder) throws {
    try listing.encode(to: encoder)
    var object = encoder.container(keyedBy: CodingKeys.self)
    try object.encode(isConfigured, forKey: .configured)
    // Null where nothing is known, so that a reader need not ask for presence.
    for (key, value) in [
      (.name, listing.name), (.driver, listing.driver), (.bus, listing.bus), (.why, listing.why), (CodingKeys.error, listing.error),
    ] { try object.encode(value, forKey: key) }
  }
}
