import Corpus
import Foundation
import Gestures
import Look

/// Learns the look of a shown thumb, and writes its numbers to a file of Swift.
@main
enum TrainLook {
  static func main() throws {
    guard CommandLine.arguments.count == 2 else { throw CorpusError("train-look: takes one argument, the file to write") }
    let samples = try LookSamples(People.required())
    let numbers = samples.learned
    try Data(text(numbers, samples).utf8).write(to: URL(fileURLWithPath: CommandLine.arguments[1]))
    print("train-look: \(samples.count) hands, \(numbers.count) numbers")
  }

  private static func text(_ numbers: [Int], _ samples: LookSamples) -> String {
    var lines = [""]
    for number in numbers {
      let item = "\(number),"
      if lines[lines.count - 1].count + item.count > 136 { lines.append("") }
      lines[lines.count - 1] += lines[lines.count - 1].isEmpty ? item : " " + item
    }
    return """
      // Written by `make train-look`; do not edit.

      /// The numbers of ``ThumbLook/trained``, in thousandths: learned from \(samples.count) descriptions of hands of \(samples.sourceCount) sources.
      let thumbLookThousandths: [Int32] = [
      \(lines.map { "  \($0)" }.joined(separator: "\n"))
      ]

      """
  }
}
