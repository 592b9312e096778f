import Foundation
import Settings

let shippedFolder = URL(fileURLWithPath: "\(#filePath)/../../../config").standardizedFileURL

func configure(_ text: String) -> Result<LoadedConfiguration, ConfigurationError> {
  Result { () throws(ConfigurationError) in try LoadedConfiguration(bytes: Array(text.utf8), file: "/home/ann/.config/swiped/swiped.toml") }
}

/// What a shell makes of a command: the words of its simple commands.
func words(_ command: String) throws -> [String] {
  let process = Process()
  let pipe = Pipe()
  process.executableURL = URL(fileURLWithPath: "/bin/bash")
  process.arguments = ["-c", "printf '%s\\n' \(command)"]
  process.standardOutput = pipe
  try process.run()
  let output = pipe.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  return String(decoding: output, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
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
