import ArgumentParser
import CommandLineSupport
import EventProtocol
import EventReports
import Glibc
import Imaging
import Inference
import Landmarks
import Platform

package struct LandmarksCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "landmarks",
    abstract: "Find hands and their joints in images.",
    discussion: """
      Reads JPEG and PNG files and prints what it finds in each: which hand it is, the confidence of the model, and 21 joints \
      in image pixels, with the origin at the top left. An image may have up to 128 Mi pixels, at most 65500 on a side, in a file of \
      up to 256 MiB.

      Exit status: 0 when every image was read, with or without hands; 66 when some could not be read; 69 when the inference runtime \
      or a model is missing.

      Example: landmarks --json photo.jpg | jq '.hands[0].points.thumbTip'
      """,
    version: Version.current)

  @Option(help: ArgumentHelp("Maximum number of hands per image.", valueName: "n"))
  var maxHands = 2

  @Flag(help: "Print one JSON object per image, each on its own line.")
  var json = false

  @Option(help: "Arithmetic of the models: f32 (exact) or bf16 (faster on some processors).")
  var precision = Precision.f32

  @Argument(help: ArgumentHelp("JPEG or PNG files.", valueName: "image"), completion: .file(extensions: ["jpg", "jpeg", "png"]))
  var images: [String]

  package init() {}

  package static func main() { runProgram() }

  package func validate() throws {
    guard (1...16).contains(maxHands) else { throw ValidationError("--max-hands takes a number from 1 to 16, not \(maxHands)") }
  }

  package func run() throws {
    var tracker = try HandTracker(prefix: .find(), precision: precision, threads: 1, maxHands: maxHands)
    var failed = false
    for path in CommandLinePaths.paths(for: images) {
      let report: PictureReport
      do {
        let image = try StillImage(path: path)
        tracker.reset()
        try image.withFrame { try tracker.track($0) }
        report = PictureReport(file: path.string, width: image.width, height: image.height, tracker.hands)
      } catch {
        StandardError.line("landmarks: \(error)")
        failed = true
        continue
      }
      if json { try StandardOutput.write(json: report.json) } else { try StandardOutput.write(lines: [report.sentence]) }
    }
    if failed { throw ExitCode(.noInput) }
  }
}

extension Precision: ExpressibleByArgument {}
