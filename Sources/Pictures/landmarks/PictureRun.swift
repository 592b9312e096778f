import ArgumentParser
import People
import Platform
import Programs
import Reports
import SystemPackage
import UserErrors

/// A run over many pictures, which prints a line for each in their order, also for one that cannot be read.
struct PictureRun {
  let options: FilterOptions
  let wanted: Wanted
  /// The options that say what is looked for.
  let choice: [String]

  /// - Parameter paths: the pictures of the arguments.
  /// - Throws: ``UserError``, or an exit status that says that some pictures could not be read.
  func run(_ paths: [FilePath]) throws {
    let earlier: EarlierOutput? = if let output = options.resume { try EarlierOutput(output) } else { nil }
    // Its lock lasts for the run.
    defer { extendLifetime(earlier) }
    var input = try input(paths, without: earlier?.finished() ?? FinishedPictures())
    var output = PictureOutput()
    defer { output.clear() }
    if let count = options.jobs.map({ min($0, FilterOptions.mostJobs) }) {
      var jobs = Jobs(count, options.jobCommand(choice))
      try jobs.run(&input, say: { output.say($0) }, print: { try output.print($0, $1) })
    } else {
      try look(at: &input, &output)
    }
    output.end()
    if let failure = input.failure { throw failure }
    if output.failures > 0 { throw ExitCode(.noInput) }
  }

  private func input(_ paths: [FilePath], without finished: FinishedPictures) throws(UserError) -> PictureInput {
    if let records = options.records { return try PictureInput(records, PictureSplitter()) }
    guard let list = options.filesFrom else { return PictureInput(paths, without: finished) }
    return try PictureInput(list, PictureSplitter(hasNulls: options.null), without: finished)
  }

  /// Looks at the pictures in this process.
  private func look(at input: inout PictureInput, _ output: inout PictureOutput) throws {
    var lines = PictureLines(wanted)
    while true {
      switch input.next() {
      case .picture(let picture): try output.print(lines.line(for: picture), input.fraction)
      case .later: try input.read()
      case .ended: return
      }
    }
  }
}

/// The lines of a run, and how far it is.
private struct PictureOutput {
  private let line = ProgressLine(isLong: true)
  private var progress = PictureProgress()
  private var count = 0
  private(set) var failures = 0

  /// - Parameter fraction: of the input that is used; nil if that is not known.
  mutating func print(_ json: [UInt8], _ fraction: Double?) throws(UserError) {
    try StandardOutput.write(json: json)
    count += 1
    if PictureFailure.isFailure(json) { failures += 1 }
    line.show(progress.text(count, fraction, nowNs: monotonicNs()))
  }

  /// Writes a line for people to standard error.
  func say(_ text: String) {
    line.clear()
    StandardError.line("landmarks: \(text)")
  }

  func clear() { line.clear() }

  func end() {
    guard failures > 0 else { return }
    say("\(failures) of \(count) pictures could not be read; see \"error\" in their lines")
  }
}
