import Foundation
import Imaging

extension Clip {
  /// Decodes the video with ffmpeg and passes each frame to `body` as RGB, in order.
  ///
  /// - Parameters:
  ///   - most: number of frames after which the video is cut off; all of them by default.
  ///   - seconds: time from frame to frame; that of the video by default.
  /// - Throws: ``CorpusError`` if ffmpeg fails; or what `body` throws.
  package func forEachFrame(
    most: Int = .max, every seconds: Double? = nil, _ body: (_ index: Int, _ frame: borrowing Frame) throws -> Void
  ) throws {
    let count = min(most, expected.frames.count)
    let seconds = seconds ?? 1 / expected.fps
    let ffmpeg = Process()
    ffmpeg.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    // The expected results are from frames decoded as BT.601, whatever the file specifies.
    ffmpeg.arguments = [
      "ffmpeg", "-v", "error", "-nostdin", "-i", video.path, "-frames:v", "\(count)", "-fps_mode", "passthrough", "-vf",
      "scale=in_color_matrix=bt601",
      "-pix_fmt", "rgb24", "-f", "rawvideo", "-",
    ]
    let pipe = Pipe()
    ffmpeg.standardOutput = pipe
    try ffmpeg.run()
    defer { ffmpeg.terminate() }
    let size = expected.width * expected.height * 3
    var index = 0
    while let bytes = try pipe.fileHandleForReading.read(upToCount: size), bytes.count == size {
      try bytes.withUnsafeBytes { bytes in
        let plane = Plane(base: bytes.baseAddress!, bytesPerRow: expected.width * 3)
        try body(
          index,
          Frame(
            width: expected.width, height: expected.height, format: .rgb24, range: .full, planes: (plane, nil, nil),
            sequence: UInt64(index), capturedNs: UInt64(Double(index) * seconds * 1e9)))
      }
      index += 1
    }
    ffmpeg.waitUntilExit()
    guard ffmpeg.terminationStatus == 0, index == count else {
      throw CorpusError("\(video.lastPathComponent): ffmpeg wrote \(index) of \(count) frames")
    }
  }
}

/// An error of the corpus or of ffmpeg.
package struct CorpusError: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
