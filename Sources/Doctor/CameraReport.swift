import Camera

/// A camera, and whether the configuration names it, as a human-readable paragraph or a JSON object.
package struct CameraReport: Encodable {
  private let listing: CameraListing
  private let isConfigured: Bool
  /// The mode that is taken of it, and why; nil if none can be read.
  private let mode: String?

  /// - Parameter request: what the configuration asks of a camera.
  package init(_ listing: CameraListing, isConfigured: Bool, request: CameraRequest = CameraRequest()) {
    (self.listing, self.isConfigured) = (listing, isConfigured)
    mode = listing.error == nil ? listing.chosenMode(request).map { "\($0.text): \($0.reason)" } : nil
  }

  package var lines: [String] {
    let head = [listing.name, listing.driver, listing.bus, isConfigured ? "configured" : nil].compactMap { $0 }
    var lines = [listing.path + (head.isEmpty ? "" : "  \(head.joined(separator: " · "))")]
    if let why = listing.why { lines.append("  \(listing.isAutoChoice ? "auto takes it" : "not what auto takes"): \(why)") }
    if let mode { lines.append("  takes \(mode)") }
    lines += listing.byID.map { "  id    \($0)" }
    lines += listing.sameAs.map { "  the same camera as \($0)" }
    lines += formats
    if !listing.holders.isEmpty { lines.append("  open in \(listing.holders.map(\.label).joined(separator: ", "))") }
    if let error = listing.error { lines.append("  \(error)") }
    return lines
  }

  /// A line for each format, in the driver's order; formats that come in the same sizes and rates share one.
  private var formats: [String] {
    var formats: [(name: String, isReadable: Bool, sizes: [String])] = []
    for mode in listing.modes {
      if formats.last?.name != mode.format { formats.append((mode.format, mode.isReadable, [])) }
      let size = mode.sizeText + (mode.rateText.isEmpty ? "" : " at \(mode.rateText)")
      formats[formats.count - 1].sizes.append(size)
    }
    var lines: [(names: [String], isReadable: Bool, sizes: [String])] = []
    for format in formats {
      if let same = lines.firstIndex(where: { $0.isReadable == format.isReadable && $0.sizes == format.sizes }) {
        lines[same].names.append(format.name)
      } else {
        lines.append(([format.name], format.isReadable, format.sizes))
      }
    }
    return lines.map { line in
      "  \(line.names.map(trimmed).joined(separator: ", "))  \(line.sizes.joined(separator: " · "))\(line.isReadable ? "" : " (not read by swiped)")"
    }
  }

  /// Some codes are padded with spaces: `Y10 `.
  private func trimmed(_ code: String) -> String { String(code.prefix { $0 != " " }) }

  private enum CodingKeys: String, CodingKey {
    case configured, name, driver, bus, why, error
    case mode = "taken_mode"
  }

  package func encode(to encoder: any Encoder) throws {
    try listing.encode(to: encoder)
    var object = encoder.container(keyedBy: CodingKeys.self)
    try object.encode(isConfigured, forKey: .configured)
    // Null where nothing is known, so that a reader need not check for presence.
    for (key, value) in [
      (.name, listing.name), (.driver, listing.driver), (.bus, listing.bus), (.why, listing.why), (.mode, mode),
      (CodingKeys.error, listing.error),
    ] { try object.encode(value, forKey: key) }
  }
}
