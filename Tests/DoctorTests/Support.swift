import Camera
import Doctor
import Foundation
import Settings

let shippedFolder = URL(fileURLWithPath: "\(#filePath)/../../../config").standardizedFileURL

func configure(_ text: String) -> Result<LoadedConfiguration, ConfigurationError> {
  Result { () throws(ConfigurationError) in
    try LoadedConfiguration(bytes: Array(text.utf8), file: "/home/ann/.config/swiped/swiped.toml", unselected: .ofService)
  }
}

extension Finding {
  /// Whether it has a verdict and a fix, and its message names some things: a path, a number, a command. The sentence around them is free,
  /// and what it says has codes, by which a page says it in other words.
  func isFinding(_ verdict: Verdict, naming things: [String] = [], fix: String? = nil) -> Bool {
    self.verdict == verdict && self.fix?.description == fix && things.allSatisfy(message.contains) && !facts.isEmpty
  }
}

extension [Finding] {
  /// Whether it is one finding, with a verdict and a fix, that names some things.
  func isFinding(_ verdict: Finding.Verdict, naming things: [String] = [], fix: String? = nil) -> Bool {
    count == 1 && self[0].isFinding(verdict, naming: things, fix: fix)
  }
}

/// What a shell makes of a command: the words of its simple commands.
func words(_ command: String) throws -> [String] {
  let process = Process()
  let pipe = Pipe()
  process.executableURL = URL(fileURLWithPath: "/bin/bash")
  process.arguments = ["-c", "printf '%s\\0' \(command)"]
  process.standardOutput = pipe
  try process.run()
  let output = pipe.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  return String(decoding: output, as: UTF8.self).split(separator: "\0", omittingEmptySubsequences: false).dropLast().map(String.init)
}

/// Whether bash finds nothing wrong with a command's grammar.
func isShell(_ command: String) throws -> Bool {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/bin/bash")
  process.arguments = ["-n", "-c", command]
  process.standardError = FileHandle.nullDevice
  try process.run()
  process.waitUntilExit()
  return process.terminationStatus == 0
}

/// A built-in camera, changed.
func listing(_ change: (inout CameraListing) throws -> Void = { _ in }) throws -> CameraListing {
  let text = """
    {"path": "/dev/video0", "system": "v4l2", "by_id": [], "name": "Integrated Camera", "driver": "uvcvideo", "bus": "usb-0000:00:14.0-8", "modes": [],
     "infrared": false, "why": "built in", "would_be_taken": true, "same_as": [],
     "holders": []}
    """
  var listing = try JSONDecoder().decode(CameraListing.self, from: Data(text.utf8))
  listing.modes = [
    try mode("YUYV", (640, 640), (480, 480), rates: [30, 15]), try mode("YUYV", (1280, 1280), (720, 720), rates: [10]),
    try mode("MJPG", (1280, 1280), (720, 720), rates: [30]),
  ]
  try change(&listing)
  return listing
}

/// Ranges of width and height from least to most, in steps of 2.
func mode(
  _ format: String, _ width: (Int, Int), _ height: (Int, Int), rates: [Double] = [], rateRange: [Double]? = nil, isReadable: Bool = true
) throws -> CameraListing.Mode {
  let text = """
    {"format": "\(format)", "readable": \(isReadable), "rates": \(rates), "rate_range": \(rateRange.map { "\($0)" } ?? "null"),
     "width": {"minimum": \(width.0), "maximum": \(width.1), "step": 2}, "height": {"minimum": \(height.0), "maximum": \(height.1), "step": 2}}
    """
  return try JSONDecoder().decode(CameraListing.Mode.self, from: Data(text.utf8))
}
