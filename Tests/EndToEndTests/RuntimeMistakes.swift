import Foundation

/// Arguments that need the runtime, and the environment that names a broken one.
private func with(_ runtime: (Scratch) throws -> String, _ home: Scratch) throws -> (arguments: [String], environment: [String: String]) {
  (source("synthetic", home), ["SWIPED_RUNTIME": try runtime(home)])
}

/// The checkout's own runtime and models, file by file as links, for a test to break one of them.
struct BrokenRuntime {
  private static let checkout = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// - Parameters:
  ///   - path: of the file to break, its ending left out.
  ///   - change: gives the bytes that it then has; nil takes it away.
  static func make(_ home: Scratch, _ path: String, _ change: (Data) -> Data?) throws -> String {
    let files = FileManager.default
    let original =
      ProcessInfo.processInfo.environment["SWIPED_RUNTIME"].map { URL(fileURLWithPath: $0) } ?? checkout.appendingPathComponent(".deps")
    let copy = URL(fileURLWithPath: home.file("prefix"))
    for folder in ["runtime", "models", "vision-models"] {
      try files.createDirectory(at: copy.appendingPathComponent(folder), withIntermediateDirectories: true)
      for name in try files.contentsOfDirectory(atPath: original.appendingPathComponent(folder).path) {
        let target = original.appendingPathComponent("\(folder)/\(name)")
        let link = copy.appendingPathComponent("\(folder)/\(name)")
        guard "\(folder)/\(name)".hasPrefix(path) else {
          try files.createSymbolicLink(at: link, withDestinationURL: target)
          continue
        }
        try change(Data(contentsOf: target))?.write(to: link)
      }
    }
    return copy.path
  }
}

let runtimeMistakes: [Mistake] = [
  Mistake("no runtime", 69, ["no inference runtime", "prefix", "make setup"]) { home in
    try with({ $0.file("prefix") }, home)
  },
  Mistake("no runtime", 69, ["no inference runtime", "make setup"], program: "landmarks") { home in
    (["hand.jpg"], ["SWIPED_RUNTIME": home.file("prefix")])
  },
  Mistake("a library that is none", 69, ["libopenvino_c.so", "cannot be loaded", "make setup"]) { home in
    try with({ try BrokenRuntime.make($0, "runtime/libopenvino_c.so") { _ in Data("no library".utf8) } }, home)
  },
  Mistake("a library cut short", 69, ["libopenvino.so", "is cut short", "make setup"]) { home in
    try with({ try BrokenRuntime.make($0, "runtime/libopenvino.so") { $0.prefix(4096) } }, home)
  },
  Mistake("no plugin for the processor", 69, ["compiling model", "\"CPU\"", "make setup"]) { home in
    try with({ try BrokenRuntime.make($0, "runtime/libopenvino_intel_cpu_plugin") { _ in nil } }, home)
  },
  Mistake("no reader of models", 69, ["has no libopenvino_tensorflow_lite_frontend", "make setup"]) { home in
    try with({ try BrokenRuntime.make($0, "runtime/libopenvino_tensorflow_lite_frontend") { _ in nil } }, home)
  },
  Mistake("a model that is missing", 69, ["palm_detection_full.tflite", "No such file", "make setup"]) { home in
    try with({ try BrokenRuntime.make($0, "models/palm") { _ in nil } }, home)
  },
  Mistake("a model cut short", 69, ["hand_landmark_full", "truncated or altered", "make setup"]) { home in
    try with({ try BrokenRuntime.make($0, "models/hand") { $0.dropLast(1) } }, home)
  },
  Mistake("an empty model", 69, ["palm_detection_full.tflite", "truncated or altered", "make setup"]) { home in
    try with({ try BrokenRuntime.make($0, "models/palm") { _ in Data() } }, home)
  },
  Mistake("a model of bodies that is missing", 69, ["pose_detection.tflite", "No such file", "make setup"], program: "landmarks") { home in
    (["--body", "a.jpg"], ["SWIPED_RUNTIME": try BrokenRuntime.make(home, "vision-models/pose") { _ in nil }])
  },
  Mistake("a model of faces that is altered", 69, ["face_detection", "truncated or altered", "make setup"], program: "landmarks") { home in
    (["--face", "a.jpg"], ["SWIPED_RUNTIME": try BrokenRuntime.make(home, "vision-models/face") { $0 + [0] }])
  },
  Mistake("no library that draws", 69, ["libcairo.so.2", "cannot be loaded", "sudo apt install libcairo2"], program: "landmarks") { home in
    // The loader takes the first file of this name, even if it is no library.
    try home.write("libcairo.so.2", "no library".utf8)
    return (["--output", home.file("o.png"), try home.write("a.png", onePixel)], ["LD_LIBRARY_PATH": home.path])
  },
  Mistake("a model with one bit changed", 69, ["palm_detection_full.tflite", "truncated or altered", "make setup"]) { home in
    try with(
      {
        try BrokenRuntime.make($0, "models/palm") { model in
          var model = model
          model[model.startIndex + model.count / 2] ^= 1
          return model
        }
      }, home)
  },
]
