import EventProtocol

/// The status as a table for people.
struct StatusReport {
  let text: String

  init(_ status: Status) {
    let uptime = Self.duration(seconds: status.uptimeS)
    let head = "swiped \(status.version) · \(status.stateName) · process \(status.pid), up \(uptime)"
    let lines = Self.rows(status).map { name, value in name.padded(12) + value }
    text = ([head, ""] + lines).joined(separator: "\n")
  }

  private static func rows(_ status: Status) -> [(name: String, value: String)] {
    let (frames, swipes) = (status.frames, status.swipes)
    let counts = [
      "\(frames.handled) handled", "\(frames.tracked) tracked", "\(frames.skipped) skipped", "\(frames.dropped) dropped",
    ]
    let latency = status.latencyMs.map { [("p50", $0.p50), ("p99", $0.p99), ("max", $0.max)] }
    var rows: [(name: String, value: String)] = []
    if let reason = status.reason { rows.append(("reason", reason)) }
    rows.append(("camera", status.camera?.summary ?? "none"))
    rows.append(("source", status.source))
    rows.append(("keys", status.keys.rawValue))
    rows.append(("precision", status.precision))
    rows.append(("frame rate", measured(status.fps?.decimals(1), "fps")))
    rows.append(("CPU", "\(status.cpuPercent.decimals(1)) % of one core"))
    rows.append(("CPU time", measured(status.cpuMsPerFrame?.decimals(2), "ms a frame")))
    rows.append(("memory", (Double(status.residentKb) / 1024).decimals(1) + " MiB resident"))
    let latencies = latency?.map { "\($0.0) \($0.1.decimals(2))" }
    rows.append(("latency", measured(latencies?.joined(separator: ", "), "ms from frame to event")))
    rows.append(("frames", counts.joined(separator: ", ")))
    let damaged = [(frames.flagged, "flagged by the driver"), (frames.short, "short"), (frames.undecodable, "undecodable")]
    let damages = damaged.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    if !damages.isEmpty { rows.append(("damaged", damages.joined(separator: ", "))) }
    rows.append(("swipes", "\(swipes.left) left, \(swipes.right) right"))
    return rows
  }

  private static func measured(_ value: String?, _ unit: String) -> String {
    value.map { "\($0) \(unit)" } ?? "not measured yet"
  }

  /// The two largest units are enough.
  private static func duration(seconds: Double) -> String {
    let total = Int(max(0, min(seconds, 1e12)))
    let parts = [("d", total / 86400), ("h", total / 3600 % 24), ("min", total / 60 % 60), ("s", total % 60)]
    let shown = parts.drop { $0.1 == 0 }.prefix(2)
    return shown.isEmpty ? "0 s" : shown.map { "\($0.1) \($0.0)" }.joined(separator: " ")
  }
}
