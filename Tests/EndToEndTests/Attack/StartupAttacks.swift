import EventProtocol
import Foundation
import Glibc
import TestTime
import Testing

/// Runs a program under a limit of the shell's, as `ulimit -n 16`.
private func program(
  _ name: String, _ arguments: [String], under limit: String, home: Scratch, environment: [String: String] = [:]
) throws -> Program {
  let path = Program.folder.appendingPathComponent(name).path
  return try Program(
    "/bin/bash", ["-c", #"\#(limit) && exec "$0" "$@""#, path] + arguments, home: home, environment: environment)
}

extension EndToEnd {
  @Suite("Attack: a start without enough descriptors or memory, or with named pipes instead of files")
  struct AttackStartup {
    /// Arguments of a daemon whose socket is in a folder that it would have to make.
    private func arguments(_ home: Scratch) -> [String] {
      ["run", "--no-keys", "--source", "synthetic", "--socket", home.file("made/s.sock")]
    }

    @Test("Too few descriptors are reported before anything is created", arguments: [5, 8, 14, 16, 20, 24, 40])
    func fewDescriptors(limit: Int) async throws {
      let home = Scratch()
      let end = try await program("swiped", arguments(home), under: "ulimit -n \(limit)", home: home).finish()
      #expect(end.status == 69, "\(end.errors)")
      expectOneLine(end.errors, of: "swiped")
      #expect(end.errors.first?.contains("the limit of open files is \(limit), and at least ") == true, "\(end.errors)")
      #expect(end.errors.first?.contains("ulimit -n") == true)
      #expect(!FileManager.default.fileExists(atPath: home.file("made")))
    }

    @Test(
      "Enough descriptors for the daemon alone let it start and answer", .long(seconds: 9), arguments: ["ulimit -n 56", "ulimit -Sn 16"])
    func enoughDescriptors(limit: String) async throws {
      let home = Scratch()
      let daemon = try program("swiped", source("synthetic", home) + ["--events"], under: limit, home: home)
      #expect(try await daemon.output.nextSwipe() != nil)
      daemon.send(SIGTERM)
      #expect(try await daemon.finish().status == 0)
    }

    @Test("landmarks reports the limit of descriptors and not the files", .long(seconds: 7), arguments: [4, 5, 6, 7])
    func pictures(limit: Int) async throws {
      let home = Scratch()
      let end = try await program("landmarks", [home.file("none.jpg")], under: "ulimit -n \(limit)", home: home).finish()
      guard end.status == 69 else {
        #expect(end.status == 66)
        return
      }
      expectOneLine(end.errors, of: "landmarks")
      #expect(end.errors.first?.contains("Too many open files") == true, "\(end.errors)")
      #expect(end.errors.first?.contains("ulimit -n") == true && end.errors.first?.contains("make setup") == false, "\(end.errors)")
    }

    @Test(
      "Too little address space is named before the runtime is loaded", arguments: [("swiped", 600), ("swiped", 1024), ("landmarks", 1024)])
    func addressSpace(name: String, mebibytes: Int) async throws {
      let home = Scratch()
      let arguments = name == "swiped" ? source("synthetic", home) : ["a.jpg"]
      let end = try await program(name, arguments, under: "ulimit -v \(mebibytes * 1024)", home: home).finish()
      #expect(end.status == 69, "\(end.errors)")
      expectOneLine(end.errors, of: name)
      #expect(end.errors.first?.contains("the limit of address space is \(mebibytes) MiB") == true, "\(end.errors)")
      #expect(!FileManager.default.fileExists(atPath: home.socket))
    }

    @Test(
      "A named pipe instead of a model or a library is refused by its name",
      arguments: [
        "models/palm_detection_full.tflite", "runtime/libopenvino.so",
        "runtime/libopenvino_intel_cpu_plugin.so", "runtime/libtbb.so", "runtime/plugins.xml",
      ])
    func namedPipes(path: String) async throws {
      let home = Scratch()
      let prefix = try BrokenRuntime.make(home, path) { _ in nil }
      // A library's name ends with its release, which may be any.
      let name = path.hasSuffix(".so") && !path.contains("plugin") ? path + ".1" : path
      try #require(mkfifo("\(prefix)/\(name)", 0o600) == 0)
      for (name, arguments) in [("swiped", source("synthetic", home)), ("landmarks", ["a.jpg"])] {
        let end = try await run(name, arguments, home: home, environment: ["SWIPED_RUNTIME": prefix])
        #expect(end.status == 69, "\(end.errors)")
        expectOneLine(end.errors, of: name)
        #expect(end.errors.first?.contains("\(prefix)/\(path)") == true && end.errors.first?.contains("FIFO") == true, "\(end.errors)")
      }
    }

    @Test("Named pipes instead of compiled models are replaced", .long(seconds: 18), arguments: [".blob", ".blob.sha256"])
    func cache(suffix: String) async throws {
      let home = Scratch()
      func start() async throws {
        let daemon = try Program("swiped", source("synthetic", home) + ["--events"], home: home)
        #expect(try await daemon.output.nextSwipe() != nil)
        daemon.send(SIGTERM)
        #expect(try await daemon.finish().status == 0)
      }
      try await start()
      let folder = home.file(".cache/swiped/models")
      let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(suffix) }
      #expect(!names.isEmpty)
      for name in names {
        try FileManager.default.removeItem(atPath: "\(folder)/\(name)")
        try #require(mkfifo("\(folder)/\(name)", 0o600) == 0)
      }
      try await start()
      for name in names {
        let type = try FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")[.type] as? FileAttributeType
        #expect(type == .typeRegular)
      }
    }
  }
}
