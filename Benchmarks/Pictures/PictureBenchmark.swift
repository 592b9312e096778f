import Foundation
import Imaging
import Landmarks
import Platform

/// Measures one request on pictures in memory.
struct PictureBenchmark {
  struct Result: Encodable {
    let kind: String
    /// What loading the runtime and the models and performing the request on all pictures adds to the resident memory, and the largest
    /// resident memory, in KiB. Both are of the process; the largest includes the pictures.
    let addedKb: Int, largestKb: Int
    let pictures: [Picture]
  }

  /// The result for one picture.
  struct Picture: Encodable {
    /// Whether something was found.
    let found: Bool
    /// CPU time of the process and wall time in ms, each the mean of all times.
    let cpuMs: Double, wallMs: Double
  }

  /// A decoded picture; an array cannot have elements that are not copyable.
  final class Decoded {
    let image: StillImage

    init(path: String) throws { image = try StillImage(path: path) }
  }

  /// - Parameters:
  ///   - times: number of times that the request is performed on each picture, at least 1.
  ///   - request: loads the request.
  static func run<Request: ImageRequest & ~Copyable, Observation>(
    _ kind: Kind, on pictures: [Decoded], times: Int, _ request: () throws -> Request
  ) throws -> Result where Request.Result == [Observation] {
    let before = memoryKb("VmRSS")
    var request = try request()
    // The first inference of a model allocates memory.
    for picture in pictures { _ = try request.perform(on: picture.image) }
    var results: [Picture] = []
    for picture in pictures {
      var found: [Observation] = []
      let (cpu, wall) = (processCPUNs(), monotonicNs())
      for _ in 0..<times { found = try request.perform(on: picture.image) }
      func milliseconds(_ ns: UInt64) -> Double { Double(ns) / Double(times) / 1e6 }
      results.append(
        Picture(found: !found.isEmpty, cpuMs: milliseconds(processCPUNs() - cpu), wallMs: milliseconds(monotonicNs() - wall)))
    }
    return Result(kind: kind.rawValue, addedKb: memoryKb("VmRSS") - before, largestKb: memoryKb("VmHWM"), pictures: results)
  }

  /// A line of `/proc/self/status` that is a size in KiB; 0 if there is none.
  private static func memoryKb(_ name: String) -> Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("\(name):") }
    return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
  }
}
