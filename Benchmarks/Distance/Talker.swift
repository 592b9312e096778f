import Corpus
import Foundation
import Imaging

/// A person in a video who talks.
enum Talker {
  private static let mostPictures = 300

  /// Decodes a video with ffmpeg: its first ten seconds at 30 pictures a second.
  ///
  /// - Parameter height: of the pictures, in pixels.
  /// - Throws: ``CorpusError`` if ffmpeg fails.
  static func pictures(of video: String, height: Int) throws -> [RGBPicture] {
    let width = height * 4 / 3
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "ffmpeg", "-v", "error", "-nostdin", "-i", video, "-vf", "fps=30,scale=\(width):\(height)", "-frames:v", "\(mostPictures)",
      "-pix_fmt", "rgb24", "-f", "rawvideo", "-",
    ]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let bytes = [UInt8](try pipe.fileHandleForReading.readToEnd() ?? Data())
    process.waitUntilExit()
    let size = 3 * width * height
    guard process.terminationStatus == 0, bytes.count >= size else {
      throw CorpusError("ffmpeg ended with \(process.terminationStatus): \(video) gave no pictures")
    }
    return (0..<bytes.count / size).map { RGBPicture(width: width, height: height, bytes: Array(bytes[$0 * size..<($0 + 1) * size])) }
  }
}
