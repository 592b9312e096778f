import Corpus
import Foundation
import Inference
import Platform

/// Prints the time of each stage of the pipeline, on the rendered hand and on clips of the corpus, in each layout and precision; or, of a
/// long video in which little happens, the time of the whole pipeline for each second, also in a larger size than 640×480.
@main
enum Main {
  private static let most = 300

  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    if let options = IdleOptions(arguments) { return try printIdle(options) }
    guard arguments.count <= 1, arguments.first != "--idle" else {
      FileHandle.standardError.write(Data("usage: bench-line [RESULTS.json]\n       \(IdleOptions.usage)\n".utf8))
      Foundation.exit(64)
    }
    let prefix = try RuntimePrefix.find()
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("bench-line-\(getpid()).yuyv")
    defer { try? FileManager.default.removeItem(at: file) }
    var inputs = [("rendered hand", try Footage.rendered(pictures: most, to: file))]
    if let corpus = Corpus.found {
      inputs += try corpus.clips().map { ($0.name, ["-i", $0.video.path]) }
    } else {
      FileHandle.standardError.write(Data("\(Corpus.missing)\n".utf8))
    }
    print("ms per frame, 640x480, one thread. Each stage: median wall / 99 % wall / mean CPU.")
    print("line: the whole pipeline (decode, track, decide).")
    print("palm: a search for palms, on every frame.")
    print("alloc: heap allocations per frame, after 30 frames, by our code, the inference runtime and other libraries (libjpeg).")
    print(pad("", 44) + LineBenchmark.stages.map { pad($0, 17) }.joined() + "alloc")
    var results: [LineBenchmark.Result] = []
    for (name, input) in inputs {
      for layout in Layout.allCases {
        let footage = try Footage(name, layout, input: input, most: most)
        for precision in Precision.allCases {
          let result = try LineBenchmark.run(footage, precision, prefix)
          print(row(result))
          fflush(nil)
          results.append(result)
        }
      }
    }
    if let path = arguments.first { try JSONEncoder().encode(results).write(to: URL(fileURLWithPath: path)) }
  }

  /// Prints a line of JSON for each layout and precision: what the daemon takes by default.
  private static func printIdle(_ options: IdleOptions) throws {
    // A minute of larger pictures without compression does not fit into the memory of every machine.
    let isLarge = options.size.width * options.size.height > 1280 * 720
    for layout in isLarge ? [Layout.mjpeg] : [.yuyv, .mjpeg] {
      let footage = try Footage(options.video, layout, options.size, input: ["-i", options.video], most: 1800)
      for precision in Precision.allCases {
        let result = try IdleBenchmark.run(footage, precision, .find(), searchesWholePictures: options.isWhole)
        print(String(decoding: try JSONEncoder().encode(result), as: UTF8.self))
        fflush(nil)
      }
    }
  }

  private static func row(_ result: LineBenchmark.Result) -> String {
    let stages = LineBenchmark.stages.map { name in
      pad(result.stages[name].map { String(format: "%.2f/%.2f/%.2f", $0.p50, $0.p99, $0.cpu) } ?? "", 17)
    }
    let allocations = String(
      format: "%.2f/%.1f/%.1f", result.allocations.ours, result.allocations.runtime, result.allocations.others)
    let name = pad(String(result.footage.prefix(20)), 21) + pad("\(result.layout) \(result.precision)", 12)
    return name + pad("\(result.tracked)/\(result.frames)", 11) + stages.joined() + allocations
  }

  private static func pad(_ text: String, _ width: Int) -> String { text.padding(toLength: width, withPad: " ", startingAt: 0) }
}
