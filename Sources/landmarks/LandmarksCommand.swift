import ArgumentParser
import Drawing
import EventProtocol
import FrameSources
import Imaging
import Inference
import Landmarks
import People
import Platform
import Product
import Reports
import SystemPackage

package struct LandmarksCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "landmarks",
    abstract: "Find hands, bodies and faces in pictures, and their landmarks.",
    discussion: """
      Reads JPEG and PNG files, folders of them, and patterns such as 'photos/*.jpg', and prints what it finds in each, in pixels of the \
      upright picture, with the origin at the top left: of a hand, 21 joints, and which hand it is; of a body, 19 joints; of a face, its \
      regions, its pupils and 478 points. Without --hands, --body and --face it looks for hands.

      With --output it draws that on the pictures: into one file, whose name ends with .png or .jpg, or into a folder, which gets a file \
      of the same name for each. This needs cairo (in Debian: libcairo2).

      A file whose name ends with .y4m, or - for standard input, is a video: what is found is followed from frame to frame, and each frame \
      has a line. ffmpeg makes one of any video: ffmpeg -i VIDEO -f yuv4mpegpipe - | landmarks --json -

      The objects of --json are described by landmarks.schema.json, which is installed in share/doc/swiped.

      A picture may have up to 128 Mi pixels, at most 65500 on a side, in a file of up to 256 MiB.

      Exit status: 0 when every picture was read, whatever was found; 66 when some could not be read; 69 when the inference runtime, a \
      model or cairo is missing; 73 when an output cannot be written.

      Example: landmarks --json photo.jpg | jq '.hands[0].points.thumbTip'

      Example: landmarks --hands --body --face --output drawn photos
      """,
    version: Version.current)

  @Flag(help: "Look for hands. The default, if neither --body nor --face is given.")
  var hands = false

  @Flag(help: "Look for bodies.")
  var body = false

  @Flag(help: "Look for faces.")
  var face = false

  @Option(help: ArgumentHelp("Maximum number of hands per picture. (default: 2)", valueName: "n"))
  var maxHands: Int?

  @Option(help: ArgumentHelp("Maximum number of bodies per picture. (default: 4)", valueName: "n"))
  var maxBodies: Int?

  @Option(help: ArgumentHelp("Maximum number of faces per picture. (default: 16)", valueName: "n"))
  var maxFaces: Int?

  @Flag(help: "Print one JSON object per picture, each on its own line.")
  var json = false

  @Option(
    name: [.short, .long], help: ArgumentHelp("Draw on the pictures, into a .png or .jpg file or a folder.", valueName: "output"),
    completion: .directory)
  var output: String?

  @Flag(help: "Draw on plain gray instead of the picture.")
  var onGray = false

  @Option(help: "Arithmetic of the models of hands: f32 (exact) or bf16 (faster on some processors).")
  var precision = Precision.f32

  @Argument(
    help: ArgumentHelp("JPEG or PNG files, folders, patterns or videos.", valueName: "picture"),
    completion: .file(extensions: ["jpg", "jpeg", "png", "y4m"]))
  var pictures: [String]

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
    if output != nil, let video = pictures.first(where: { FilePath($0).isVideo }) {
      throw ValidationError("--output draws on pictures, and \(video) is a video")
    }
    guard !onGray || output != nil else { throw ValidationError("--on-gray has no meaning without --output") }
    guard output != "" else { throw ValidationError("--output is empty") }
  }

  private var wanted: Wanted {
    Wanted(
      hands: hands || !(body || face) ? maxHands ?? 2 : nil, bodies: body ? maxBodies ?? 4 : nil, faces: face ? maxFaces ?? 16 : nil,
      precision: precision)
  }

  package func run() throws {
    // In the order of the arguments, which are searched for names that are not UTF-8.
    let names = CommandLinePaths.paths(for: pictures)
    var isComplete = true
    let paths = names.flatMap { name in
      do throws(UserError) { return try PicturePaths.expand(name) } catch {
        StandardError.line("landmarks: \(error)")
        isComplete = false
        return []
      }
    }
    var drawn = try output.map { try DrawnPictures(CommandLinePaths.path(for: $0), of: paths, background: onGray ? .gray : .picture) }
    var finder = try PeopleFinder(wanted)
    let progress = ProgressLine(total: paths.count)
    for (index, path) in paths.enumerated() {
      progress.show(index + 1, path.string)
      do {
        if path.isVideo { try follow(path) } else { try look(at: path, index, &finder, &drawn) }
      } catch  where !UserError(error).concernsAllPictures {
        progress.clear()
        StandardError.line("landmarks: \(error)")
        isComplete = false
      }
    }
    progress.clear()
    if !isComplete { throw ExitCode(.noInput) }
  }

  /// Finds people in a picture, and prints and draws them.
  private func look(at path: FilePath, _ index: Int, _ finder: inout PeopleFinder, _ drawn: inout DrawnPictures?) throws {
    let image = try StillImage(path: path)
    let people = try finder.find(in: image)
    try drawn?.write(people, on: image, named: path, at: index)
    try print(people.report(file: path.string, width: image.width, height: image.height))
  }

  /// Follows people through a video, and prints them for each frame.
  private func follow(_ path: FilePath) throws {
    var follower = try PeopleFollower(wanted)
    var video = try Y4MStream(path: path.string, startNs: 0)
    while true {
      let step = try video.next(wake: -1) { frame in
        var report = try follower.follow(frame).report(file: path.string, width: frame.uprightWidth, height: frame.uprightHeight)
        (report.frame, report.timeS) = (Int(frame.sequence), Double(frame.capturedNs) / 1e9)
        try print(report)
      }
      if step == .ended { return }
    }
  }

  private func print(_ report: PictureReport) throws(UserError) {
    if json { try StandardOutput.write(json: report.json) } else { try StandardOutput.write(lines: [report.sentence]) }
  }
}

extension UserError {
  /// Whether the next picture would have the same error: one of the output, or of the installation.
  fileprivate var concernsAllPictures: Bool { [.success, .inputOutput, .cannotCreate, .unavailable].contains(exitStatus) }
}

extension Precision: ExpressibleByArgument {}
