import ArgumentParser
import Foundation
import Imaging
import Inference
import Landmarks

@main
struct LandmarksCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "landmarks",
    abstract: "Find hands and their joints in pictures.",
    discussion: """
      Reads JPEG and PNG files and prints what is found in each: which hand it is, how sure the model is, and 21 joints \
      in image pixels, origin top left.

      Exit status: 0 when every picture was read (with or without hands in it), 66 when some could not be read, 69 when \
      the inference runtime or a model is missing.

      Example: landmarks --json photo.jpg | jq '.hands[0].points.thumbTip'
      """,
    version: "0.1.0")

  @Flag(help: "Look for hands (the default, and for now all there is to look for).")
  var hands = false

  @Option(help: ArgumentHelp("At most this many hands per picture.", valueName: "n"))
  var maxHands = 2

  @Flag(help: "Print one JSON object per picture, a line each.")
  var json = false

  @Option(help: "Number format of the models: f32 (exact) or bf16 (faster on some processors).")
  var precision = Precision.f32

  @Argument(help: ArgumentHelp("JPEG or PNG files.", valueName: "image"), completion: .file(extensions: ["jpg", "jpeg", "png"]))
  var images: [String]

  static func main() {
    do {
      var command = try parseAsRoot()
      try command.run()
    } catch  where exitCode(for: error) == .validationFailure {
      // The parser would add its usage below; every other error is one line as well.
      complain("\(message(for: error).split(whereSeparator: \.isNewline).joined(separator: " ")); see `landmarks --help`")
      exit(withError: ExitCode.validationFailure)
    } catch {
      exit(withError: error)
    }
  }

  func validate() throws {
    guard (1...16).contains(maxHands) else { throw ValidationError("--max-hands takes a number from 1 to 16, not \(maxHands)") }
  }

  func run() throws {
    var tracker: HandTracker
    do { tracker = try HandTracker(prefix: .find(), precision: precision, threads: 1, maxHands: maxHands) } catch {
      Self.complain("\(error)")
      throw ExitCode(EX_UNAVAILABLE)
    }
    var failed = false
    for path in images {
      do {
        let image = try StillImage(path: path)
        tracker.reset()
        try image.withFrame { try tracker.track($0) }
        let report = Report(file: path, width: image.width, height: image.height, tracker.hands)
        print(json ? report.line() : report.sentence())
      } catch {
        Self.complain("\(error)")
        failed = true
      }
    }
    if failed { throw ExitCode(EX_NOINPUT) }
  }

  private static func complain(_ line: String) {
    FileHandle.standardError.write(Data("landmarks: \(line)\n".utf8))
  }
}

extension Precision: ExpressibleByArgument {}
