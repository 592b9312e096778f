import ArgumentParser
import Drawing
import EventProtocol
import FrameSources
import Imaging
import Inference
import IsolatedPictures
import Landmarks
import People
import Platform
import Programs
import Reports
import SystemPackage
import UserErrors

package struct LandmarksCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "landmarks",
    abstract: "Find hands, bodies and faces in pictures, and their landmarks.",
    usage: "landmarks [OPTIONS] <picture> ...",
    version: Version.current)

  @Flag(help: "Find hands: the default without --body and --face.")
  var hands = false

  @Flag(help: "Find bodies.")
  var body = false

  @Flag(help: "Find faces.")
  var face = false

  @Option(help: ArgumentHelp("Maximum number of hands per picture. (default: 2)", valueName: "n"))
  var maxHands: Int?

  @Option(help: ArgumentHelp("Maximum number of bodies per picture. (default: 4)", valueName: "n"))
  var maxBodies: Int?

  @Option(help: ArgumentHelp("Maximum number of faces per picture. (default: 16)", valueName: "n"))
  var maxFaces: Int?

  @Flag(help: "Print one JSON object per picture, one per line.")
  var json = false

  @Option(
    name: [.short, .long], help: ArgumentHelp("Draw into this folder, or .png or .jpg file.", valueName: "output"),
    completion: .directory)
  var output: String?

  @Flag(help: "Draw on plain gray instead of the picture.")
  var onGray = false

  @Option(help: ArgumentHelp("Arithmetic of the hand models.", valueName: "name"))
  var precision: Precision?

  @OptionGroup var filter: FilterOptions

  @Argument(
    help: ArgumentHelp("JPEG or PNG files, folders, patterns or .y4m videos.", valueName: "picture"),
    completion: .file(extensions: ["jpg", "jpeg", "png", "y4m"]))
  var pictures: [String] = []

  package init() {}

  package static func main() { runProgram() }

  private static let counts = 1...16

  package func validate() throws {
    let looksForHands = hands || !(body || face)
    for (option, count, flag, isGiven) in [
      ("--max-hands", maxHands, "--hands", looksForHands), ("--max-bodies", maxBodies, "--body", body),
      ("--max-faces", maxFaces, "--face", face),
    ] {
      guard let count else { continue }
      guard Self.counts.contains(count) else { throw ValidationError("\(option) takes a number from 1 to 16, not \(count)") }
      guard isGiven else { throw ValidationError("\(option) has no meaning without \(flag)") }
    }
    if let video = pictures.first(where: { FilePath($0).isVideo }) {
      if output != nil { throw ValidationError("--output draws on pictures, and \(video) is a video") }
      if filter.areUsed { throw ValidationError("--jobs and --resume are for pictures, and \(video) is a video") }
    }
    let isStream = filter.filesFrom != nil || filter.records != nil
    guard !filter.areUsed || json else { throw ValidationError("a line for each picture is JSON; add --json") }
    guard !filter.areUsed || output == nil else { throw ValidationError("--output draws the pictures of the arguments, one after another") }
    guard !isStream || pictures.isEmpty else { throw ValidationError("\(pictures[0]) is not read beside --files-from and --records") }
    guard isStream || filter.asJob || !pictures.isEmpty else { throw ValidationError("no picture is named") }
    guard !onGray || output != nil else { throw ValidationError("--on-gray has no meaning without --output") }
    guard output != "" else { throw ValidationError("--output is empty") }
    guard !pictures.contains("") else { throw ValidationError("the name of a picture is empty") }
  }

  private var wanted: Wanted {
    Wanted(
      hands: hands || !(body || face) ? maxHands ?? 2 : nil, bodies: body ? maxBodies ?? 4 : nil, faces: face ? maxFaces ?? 16 : nil,
      precision: precision ?? .f32)
  }

  /// The options that say what is looked for, which other commands with the same result have.
  private var choice: [String] {
    let flags = [("--hands", hands), ("--body", body), ("--face", face)].filter(\.1).map(\.0)
    let counts = [("--max-hands", maxHands), ("--max-bodies", maxBodies), ("--max-faces", maxFaces)]
    let values = counts.flatMap { option, count in count.map { [option, "\($0)"] } ?? [] }
    return flags + values + (precision.map { ["--precision", $0.rawValue] } ?? [])
  }

  package func run() throws {
    if filter.asJob { return try PictureWorker.runAsJob(wanted) }
    if filter.areUsed { return try runAsFilter() }
    let place = try output.map { try DrawnOutput(argument: $0) }
    let (paths, areAllReadable) = readablePaths()
    var isComplete = areAllReadable
    var drawn = try place.map { try DrawnPictures($0, of: paths, background: onGray ? .gray : .picture) }
    if paths.isEmpty { throw ExitCode(.noInput) }
    var finder = try PeopleFinder(wanted)
    let progress = ProgressLine(isLong: paths.count > 1)
    defer { progress.clear() }
    for (index, path) in paths.enumerated() {
      progress.show("\(index + 1) of \(paths.count): \(path.string.printable.prefix(60))")
      do {
        if path.isVideo { try follow(path) } else { try look(at: path, index, &finder, &drawn) }
      } catch  where !UserError(error).concernsAllPictures {
        progress.clear()
        StandardError.line("landmarks: \(error)")
        isComplete = false
      }
    }
    if !isComplete { throw ExitCode(.noInput) }
  }

  /// Prints a line for each picture.
  private func runAsFilter() throws {
    let (paths, areAllReadable) = readablePaths()
    try PictureRun(options: filter, wanted: wanted, choice: choice).run(paths)
    if !areAllReadable { throw ExitCode(.noInput) }
  }

  /// The files that the arguments name, and whether they are all; a line is printed for what is left out.
  private func readablePaths() -> (paths: [FilePath], areAll: Bool) {
    var (paths, areAll): ([FilePath], Bool) = ([], true)
    // In the order of the arguments, which are searched for names that are not UTF-8.
    for name in CommandLinePaths.paths(for: pictures) {
      paths += PicturePaths.expand(name) { error in
        StandardError.line("landmarks: \(error)")
        areAll = false
      }
    }
    return (paths, areAll)
  }

  /// The error of a file that is no picture, with the command that reads a compressed video with the same options.
  private func refusal(of file: FilePath) -> UserError {
    var command: ShellCommand = "landmarks"
    // Words without blanks and quotation marks.
    for word in (json ? ["--json"] : []) + choice { command = "\(command) \(ShellCommand(stringLiteral: word))" }
    let pipe = VideoPipe.command(file, to: "\(command) -")
    return UserError(
      "\(file.string): neither a JPEG nor a PNG",
      fix: file.hasPictureName ? "convert it to one of them" : "convert it to one of them, or pipe a video: \(pipe)", exitStatus: .noInput)
  }

  /// Finds people in a picture, and prints and draws them.
  private func look(at path: FilePath, _ index: Int, _ finder: inout PeopleFinder, _ drawn: inout DrawnPictures?) throws {
    if path.isForeign { throw refusal(of: path) }
    let image = try StillImage(path: path)
    let people = try finder.find(in: image)
    // A picture that is too large to draw on has its landmarks all the same.
    var problem: (any Error)?
    do { try drawn?.write(people, on: image, named: path, at: index) } catch  where !UserError(error).concernsAllPictures {
      problem = error
    }
    let report = people.report(file: FileName(path.bytes), width: image.width, height: image.height)
    let isDrawn = drawn != nil
    do throws(UserError) { try print(report) } catch {
      // Drawings are wanted also where nobody reads the lines any more.
      guard isDrawn, error.exitStatus == .success else { throw error }
    }
    if let problem { throw problem }
  }

  /// Follows people through a video, and prints them for each frame.
  private func follow(_ path: FilePath) throws {
    var follower = try PeopleFollower(wanted)
    if output != nil {
      throw UserError("\(path.string): is a video, and --output draws on pictures", fix: "leave one of them out", exitStatus: .noInput)
    }
    var video = try Y4MStream(path: path.string, file: path == "-" ? nil : path, startNs: 0)
    while true {
      let step = try video.next(wake: -1) { frame in
        var report = try follower.follow(frame).report(
          file: FileName(path.bytes), width: frame.uprightWidth, height: frame.uprightHeight)
        (report.frame, report.timeS) = (Int(clamping: frame.sequence), Double(frame.capturedNs) / 1e9)
        try print(report)
      }
      if step == .ended { return }
    }
  }

  private func print(_ report: PictureReport) throws(UserError) {
    if json { try StandardOutput.write(json: report.json) } else { try StandardOutput.write(lines: [report.sentence]) }
  }
}

extension Precision: ExpressibleByArgument {}
