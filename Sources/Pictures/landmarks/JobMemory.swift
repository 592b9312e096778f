import Platform

/// The memory that jobs take beside what they share.
struct JobMemory {
  let jobs: Int
  /// In MiB.
  let eachMiB: Int

  /// For people, with a warning if the machine has less.
  var text: String {
    let text = "\(jobs) jobs take about \(jobs * eachMiB) MiB of memory, \(eachMiB) MiB each, and that of the pictures"
    guard let free = Self.freeMiB, free < (jobs - 1) * eachMiB else { return text }
    return "\(text); \(free) MiB are free, lower --jobs"
  }

  /// The memory that programs can get, in MiB; nil if that is not known.
  private static var freeMiB: Int? {
    let line = Files.text(of: "/proc/meminfo")?.split(separator: "\n").first { $0.hasPrefix("MemAvailable:") }
    return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 >> 10 }
  }
}
