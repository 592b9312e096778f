import ArgumentParser
import Platform
import SystemPackage
import UserErrors

/// The options for many pictures: with one of them, each picture has a line, also one that cannot be read.
struct FilterOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Read the names of pictures; - is standard input.", valueName: "list"), completion: .file())
  var filesFrom: String?

  @Flag(name: [.customShort("0"), .long], help: "Names in the list end with NUL instead of newline.")
  var null = false

  @Option(
    help: ArgumentHelp("Pictures themselves, each after its length (4 bytes).", valueName: "file"),
    completion: .file())
  var records: String?

  @Option(help: ArgumentHelp("Number of processes; without it, one reads all.", valueName: "n"))
  var jobs: Int?

  @Option(help: ArgumentHelp("Skip pictures that have a line in this output.", valueName: "output"), completion: .file())
  var resume: String?

  /// This process is a job of another.
  @Flag(help: .private)
  var asJob = false

  /// So many run at a time at most: each needs descriptors.
  static let mostJobs = 256

  /// Whether one is given.
  var areUsed: Bool { filesFrom != nil || records != nil || jobs != nil || resume != nil }

  func validate() throws {
    if filesFrom != nil, records != nil { throw ValidationError("--files-from and --records exclude each other") }
    guard filesFrom != "" else { throw ValidationError("--files-from is empty") }
    guard records != "" else { throw ValidationError("--records is empty") }
    guard resume != "" else { throw ValidationError("--resume is empty") }
    guard !null || filesFrom != nil else { throw ValidationError("--null has no meaning without --files-from") }
    guard records == nil || resume == nil else { throw ValidationError("--resume has no meaning with --records, which have no names") }
    if let jobs, jobs < 1 { throw ValidationError("--jobs takes a number from 1, not \(jobs)") }
  }

  /// The command of a job.
  ///
  /// - Parameter choice: the options that say what is looked for.
  func jobCommand(_ choice: [String]) -> [String] {
    [Files.program("landmarks").string, "--as-job"] + choice
  }
}
