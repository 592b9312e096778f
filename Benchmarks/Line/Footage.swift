import Corpus
import Foundation
import Imaging
import Platform
import RenderedHand

/// The layout of a stream's pictures, as cameras deliver them.
enum Layout: String, CaseIterable {
  case yuyv, nv12, mjpeg
}

/// A size in pixels.
struct FootageSize: Equatable {
  var width = 640, height = 480

  init() {}

  /// - Parameter text: `1280x720`.
  init?(_ text: String) {
    let sides = text.split(separator: "x").map { Int($0) ?? 0 }
    guard sides.count == 2, sides.allSatisfy({ (16...8192).contains($0) }) else { return nil }
    (width, height) = (sides[0], sides[1])
  }
}

/// Some seconds of video in one layout, in memory.
struct Footage {
  let name: String
  let layout: Layout
  let size: FootageSize
  private let pictures: [Data]

  /// - Parameters:
  ///   - size: the size of the pictures; a video of other proportions is cut.
  ///   - input: ffmpeg options for the video.
  ///   - most: largest number of pictures.
  init(_ name: String, _ layout: Layout, _ size: FootageSize = FootageSize(), input: [String], most: Int) throws {
    (self.name, self.layout, self.size) = (name, layout, size)
    let format =
      switch layout {
      case .yuyv: ["-pix_fmt", "yuyv422", "-f", "rawvideo"]
      case .nv12: ["-pix_fmt", "nv12", "-f", "rawvideo"]
      case .mjpeg: ["-pix_fmt", "yuvj422p", "-q:v", "4", "-f", "mjpeg"]
      }
    let (width, height) = (size.width, size.height)
    let filter = "scale=\(width):\(height):force_original_aspect_ratio=increase,crop=\(width):\(height)"
    let bytes = try ffmpeg(input + ["-frames:v", "\(most)", "-vf", filter] + format + ["-"])
    switch layout {
    case .yuyv: pictures = split(bytes, every: width * height * 2)
    case .nv12: pictures = split(bytes, every: width * height * 3 / 2)
    case .mjpeg: pictures = splitJPEG(bytes)
    }
    guard !pictures.isEmpty else { throw CorpusError("\(name): ffmpeg wrote no picture") }
  }

  /// Renders the hand's script from its start, at 30 pictures per second, to a file for ffmpeg.
  ///
  /// - Returns: ffmpeg options for the file.
  static func rendered(pictures: Int, to file: URL) throws -> [String] {
    var renderer = HandRenderer()
    var bytes = Data()
    for number in 0..<pictures {
      renderer.render(at: Double(number) / 30)
      bytes.append(contentsOf: renderer.bytes)
    }
    try bytes.write(to: file)
    return ["-f", "rawvideo", "-pix_fmt", "yuyv422", "-s", "\(HandRenderer.width)x\(HandRenderer.height)", "-i", file.path]
  }

  var count: Int { pictures.count }
  /// Bytes of all pictures.
  var bytes: Int { pictures.reduce(0) { $0 + $1.count } }

  /// Passes each picture to `body`, with the time that decoding took; nil for raw pictures.
  ///
  /// - Parameter isNeeded: whether the pixels of the picture of this time, in ns, will be read.
  func forEach(
    _ decoder: inout JPEGDecoder, isNeeded: (UInt64) -> Bool = { _ in true },
    _ body: (_ index: Int, _ frame: borrowing Frame, _ decoding: Span?) throws -> Void
  ) throws {
    for (index, picture) in pictures.enumerated() {
      try picture.withUnsafeBytes { bytes in
        let base = bytes.baseAddress!
        let ns = UInt64(index) * 33_333_333
        switch layout {
        case .mjpeg:
          let before = Moment.now
          try decoder.withFrame(decoding: bytes, isNeeded: isNeeded(ns), sequence: UInt64(index), capturedNs: ns) { frame in
            try body(index, frame, before.untilNow)
          }
        case .yuyv:
          let plane = Plane(base: base, bytesPerRow: 2 * size.width)
          try body(index, frame(.yuyv, (plane, nil, nil), ns), nil)
        case .nv12:
          let chroma = Plane(base: base + size.width * size.height, bytesPerRow: size.width)
          try body(index, frame(.nv12, (Plane(base: base, bytesPerRow: size.width), chroma, nil), ns), nil)
        }
      }
    }
  }

  private func frame(_ format: PixelFormat, _ planes: (Plane, Plane?, Plane?), _ ns: UInt64) -> Frame {
    Frame(width: size.width, height: size.height, format: format, range: .limited, planes: planes, capturedNs: ns)
  }
}

private func split(_ bytes: Data, every size: Int) -> [Data] {
  (0..<bytes.count / size).map { Data(bytes[$0 * size..<($0 + 1) * size]) }
}

/// Splits a stream of JPEG files where an end marker is followed by a start marker.
private func splitJPEG(_ bytes: Data) -> [Data] {
  let seams = bytes.withUnsafeBytes { bytes in
    bytes.indices.dropLast(3).filter { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xD9 && bytes[$0 + 2] == 0xFF && bytes[$0 + 3] == 0xD8 }
  }
  let ends = seams.map { $0 + 2 } + [bytes.count]
  return zip([0] + ends, ends).map { Data(bytes[$0..<$1]) }
}

private func ffmpeg(_ arguments: [String]) throws -> Data {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = ["ffmpeg", "-v", "error", "-nostdin"] + arguments
  let pipe = Pipe()
  process.standardOutput = pipe
  try process.run()
  let bytes = try pipe.fileHandleForReading.readToEnd() ?? Data()
  process.waitUntilExit()
  guard process.terminationStatus == 0 else { throw CorpusError("ffmpeg ended with \(process.terminationStatus)") }
  return bytes
}
