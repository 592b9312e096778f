import Foundation
import Inference
import Testing

@Suite("The inference runtime")
struct RuntimeTests {
  /// A folder that is gone when the test is over.
  private final class Folder {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("runtime-\(UUID())").path

    init(_ files: [String: String] = [:]) throws {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      for (name, content) in files {
        let file = URL(fileURLWithPath: path).appendingPathComponent(name)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(content.utf8).write(to: file)
      }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
  }

  private func isOneLine(_ error: InferenceError?) -> Bool { error.map { !$0.description.contains("\n") } ?? false }

  @Test("is searched for only in SWIPED_RUNTIME if that is set")
  func override() throws {
    let folder = try Folder(["runtime/libopenvino_c.so.1": "", "checkout/.deps/runtime/libopenvino_c.so.1": ""])
    let checkout = folder.path + "/checkout"
    #expect(try RuntimePrefix.find(override: folder.path, executable: nil, workingDirectory: checkout).path == folder.path)
    let error = #expect(throws: InferenceError.self) {
      try RuntimePrefix.find(override: "/nowhere", executable: nil, workingDirectory: checkout)
    }
    #expect(error?.code == .runtimeMissing && isOneLine(error))
    #expect(error?.description.contains("SWIPED_RUNTIME names /nowhere") == true)
  }

  @Test("is searched for next to the executable before the checkout")
  func besideExecutable() throws {
    let folder = try Folder(["usr/lib/swiped/runtime/libopenvino_c.so.1": "", "work/.deps/runtime/libopenvino_c.so.1": ""])
    let installed = try RuntimePrefix.find(
      override: nil, executable: folder.path + "/usr/bin/swiped", workingDirectory: folder.path + "/work")
    #expect(installed.path == folder.path + "/usr/lib/swiped")
    let elsewhere = try RuntimePrefix.find(
      override: nil, executable: folder.path + "/opt/bin/swiped", workingDirectory: folder.path + "/work")
    #expect(elsewhere.path == folder.path + "/work/.deps")
  }

  @Test("is found in the checkout of the executable, started from any directory")
  func checkout() throws {
    let folder = try Folder([".deps/runtime/libopenvino_c.so.1": ""])
    let found = try RuntimePrefix.find(override: nil, executable: folder.path + "/.build/release/swiped", workingDirectory: "/")
    #expect(found.path == folder.path + "/.deps")
  }

  @Test("that does not exist is an error with the directories that were searched, and the fix")
  func nowhere() {
    let error = #expect(throws: InferenceError.self) {
      try RuntimePrefix.find(override: nil, executable: "/nowhere/bin/swiped", workingDirectory: "/nowhere")
    }
    #expect(error?.code == .runtimeMissing && isOneLine(error))
    #expect(error?.description.contains("/nowhere/lib/swiped") == true && error?.description.contains("make setup") == true)
  }

  @Test("that is not a library is an error with the loader's reason")
  func broken() throws {
    let folder = try Folder(["runtime/libopenvino_c.so.1": "no library"])
    let prefix = try RuntimePrefix.find(override: folder.path, executable: nil, workingDirectory: nil)
    let error = #expect(throws: InferenceError.self) { _ = try Runtime(prefix) }
    #expect(error?.code == .runtimeBroken && isOneLine(error))
    #expect(error?.description.contains("libopenvino_c.so.1") == true)
  }

  @Test("that lacks a function is an error that names it")
  func foreignLibrary() throws {
    let folder = try Folder()
    try FileManager.default.createDirectory(atPath: folder.path + "/runtime", withIntermediateDirectories: true)
    let libm = try #require(
      ["/lib/x86_64-linux-gnu/libm.so.6", "/lib/aarch64-linux-gnu/libm.so.6"].first(where: FileManager.default.fileExists))
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/runtime/libopenvino_c.so.1", withDestinationPath: libm)
    let prefix = try RuntimePrefix.find(override: folder.path, executable: nil, workingDirectory: nil)
    let error = #expect(throws: InferenceError.self) { _ = try Runtime(prefix) }
    #expect(error?.code == .runtimeBroken && error?.description.contains("ov_core_create") == true)
  }

  @Test("refuses a model that is missing, truncated or altered, by its name")
  func models() throws {
    let folder = try Folder([
      "runtime/libopenvino_c.so.1": "", "models/good.tflite": "abc", "models/short.tflite": "ab", "models/empty.tflite": "",
    ])
    let prefix = try RuntimePrefix.find(override: folder.path, executable: nil, workingDirectory: nil)
    let digest = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    #expect(try ModelFile(name: "good.tflite", sha256: digest).verified(in: prefix) == folder.path + "/models/good.tflite")
    for (name, code) in [("short", InferenceError.Code.modelAltered), ("empty", .modelAltered), ("absent", .modelMissing)] {
      let error = #expect(throws: InferenceError.self) { try ModelFile(name: "\(name).tflite", sha256: digest).verified(in: prefix) }
      #expect(error?.code == code && isOneLine(error))
      #expect(error?.description.contains("models/\(name).tflite") == true && error?.description.contains("make setup") == true)
    }
  }
}
