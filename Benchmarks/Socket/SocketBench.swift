import Foundation

/// Measures the delay after which subscribers receive swipes, and the server's CPU time and memory: one line per audience.
///
/// The server runs in its own process, and all subscribers in this one.
@main
enum SocketBench {
  static let usage = "usage: bench-socket [--seconds N] [--audience FAST+STALLED] [--json FILE], where N is 1 to 3600 per line"

  static func main() async throws {
    var (seconds, json, audiences) = (10, String?.none, Audience.all)
    var arguments = CommandLine.arguments.dropFirst()
    while let option = arguments.popFirst() {
      switch (option, arguments.popFirst()) {
      case ("--serve", let path?): return try await serve(at: path)
      case ("--seconds", let text?):
        guard let number = Int(text), (1...3600).contains(number) else { return stop(usage, 64) }
        seconds = number
      case ("--audience", let text?):
        audiences = audiences.filter { "\($0.fast)+\($0.stalled)" == text }
        guard !audiences.isEmpty else { return stop(usage, 64) }
      case ("--json", let path?): json = path
      default: return stop(usage, 64)
      }
    }
    var rows: [Row] = []
    print(Row.header)
    for audience in audiences {
      rows.append(try await audience.measure(seconds: seconds))
      print(rows[rows.count - 1].line)
    }
    if let json { try JSONEncoder().encode(rows).write(to: URL(fileURLWithPath: json)) }
    let failures = rows.compactMap(\.failure)
    if !failures.isEmpty { stop(failures.joined(separator: "\n"), 1) }
  }

  private static func stop(_ message: String, _ status: Int32) {
    FileHandle.standardError.write(Data("\(message)\n".utf8))
    exit(status)
  }
}

/// The number of subscribers that read and of those that never do.
struct Audience {
  let fast: Int, stalled: Int
  /// Limit of the 99th percentile of latency in ms; nil without a limit.
  var bound: Double?

  static let all = [
    Audience(fast: 1, stalled: 0, bound: 1), Audience(fast: 16, stalled: 0), Audience(fast: 64, stalled: 0),
    Audience(fast: 1, stalled: 15), Audience(fast: 1, stalled: 63, bound: 3),
  ]

  func measure(seconds: Int) async throws -> Row {
    let server = try ServerProcess()
    defer { server.end() }
    var crowd = try await Crowd(path: server.path, fast: fast, stalled: stalled)
    let before = server.usage
    try crowd.listen(seconds: seconds)
    let after = server.usage
    let sorted = crowd.latencies.sorted()
    func percentile(_ share: Double) -> Double { sorted[min(sorted.count - 1, Int(share * Double(sorted.count)))] }
    guard let last = sorted.last else { throw Failure(description: "no swipe was received") }
    return Row(
      fast: fast, stalled: stalled, seconds: seconds, bound: bound, swipes: sorted.count, p50: percentile(0.5), p99: percentile(0.99),
      max: last, lostSwipes: crowd.lostSwipes, lostFrames: crowd.lostFrames, closed: crowd.closed,
      cpu: 100 * (after.cpuSeconds - before.cpuSeconds) / Double(seconds), residentBefore: before.residentKb,
      residentAfter: after.residentKb)
  }
}

/// The results for one audience: latencies in ms, from a swipe's `emitted_ns` to its arrival; memory in KiB.
struct Row: Encodable {
  let fast: Int, stalled: Int, seconds: Int
  let bound: Double?
  let swipes: Int
  let p50: Double, p99: Double, max: Double
  let lostSwipes: Int, lostFrames: Int
  /// Number of times that a stalled subscriber was closed, and connected again.
  let closed: Int
  /// CPU time of the server, in percent of one core.
  let cpu: Double
  let residentBefore: Int, residentAfter: Int

  static let header =
    "fast stalled  swipes   p50 ms   p99 ms   max ms  lost swipes  lost frames  closed  server CPU  resident before  after"

  var line: String {
    String(
      format: "%4d %7d %7d %8.3f %8.3f %8.3f %12d %12d %7d %10.1f%% %12.1f MiB %5.1f MiB", fast, stalled, swipes, p50, p99, max, lostSwipes,
      lostFrames, closed, cpu, Double(residentBefore) / 1024, Double(residentAfter) / 1024)
  }

  /// A message if a limit is exceeded.
  var failure: String? {
    let audience = "bench-socket: with \(fast) fast and \(stalled) stalled subscribers"
    if lostSwipes > 0 { return "\(audience), \(lostSwipes) swipes were lost; the limit is 0" }
    if let bound, p99 > bound { return "\(audience), the 99th percentile is \(p99) ms; the limit is \(bound) ms" }
    return nil
  }
}

struct Failure: Error, CustomStringConvertible {
  let description: String
}
