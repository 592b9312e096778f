import Doctor
import Foundation
import Glibc
import Inference
import Platform
import Testing
import UserErrors

@Suite("The checks of runtime, models and processor")
struct RuntimeCheckTests {
  private let whole = [RuntimeFacts.Model(name: "a.tflite"), RuntimeFacts.Model(name: "b.tflite")]

  @Test("A runtime that works is reported with its version and folder")
  func works() {
    let findings = RuntimeFacts(prefix: "/usr/lib/swiped", version: "2026.4.1", models: whole).check(.installed)
    #expect(findings.map(\.check) == ["runtime", "models"])
    #expect(findings[0].isFinding(.ok, naming: ["OpenVINO 2026.4.1", "/usr/lib/swiped/runtime"]))
    #expect(findings[1].isFinding(.ok, naming: ["a.tflite", "b.tflite", "/usr/lib/swiped/models"]))
  }

  @Test("A release is read from the library's name")
  func version() {
    #expect(RuntimeFacts.version(inName: "libopenvino_c.so.2641") == "2026.4.1")
    #expect(RuntimeFacts.version(inName: "libopenvino_c.so") == nil && RuntimeFacts.version(inName: "libopenvino.so.2641") == nil)
  }

  @Test("The fix of a missing runtime is make setup in a checkout, and another installation otherwise")
  func missing() throws {
    var facts = RuntimeFacts(prefix: nil)
    let error = #expect(throws: InferenceError.self) {
      try RuntimePrefix.find(override: nil, executable: "/usr/bin/swipectl", workingDirectory: nil)
    }
    facts.problem = error?.userError
    let places = ["/usr/lib/swiped", "/usr/bin/.deps", "/usr/.deps", "libopenvino_c"]
    #expect(facts.check(.installed)[0].isFinding(.failed, naming: places, fix: "make install"))
    #expect(facts.check(.package)[0].fix?.description.contains("apt install --reinstall") == true)
    #expect(facts.check(.checkout("/home/ann/my swiped"))[0].fix == "make -C '/home/ann/my swiped' setup")
    #expect(facts.check(.installed)[1].verdict == .note)
  }

  @Test("A wrong SWIPED_RUNTIME is fixed by unsetting it")
  func override() {
    var facts = RuntimeFacts(
      prefix: nil,
      problem: UserError("no inference runtime: SWIPED_RUNTIME names /x, which has none", fix: .setup, exitStatus: .unavailable))
    facts.isOverridden = true
    #expect(facts.check(.installed)[0].fix == "unset SWIPED_RUNTIME")
    facts.problem?.fix = Fix(errno: EMFILE)
    let limited = facts.check(.installed)[0]
    #expect(limited.fix == nil && limited.message.contains("ulimit -n"))
  }

  @Test("An altered model is a failure that names it, and the runtime is ok")
  func altered() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("swiped-\(UUID().uuidString)/models")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder.deletingLastPathComponent()) }
    try Data("x".utf8).write(to: folder.appendingPathComponent("a.tflite"))
    let hash = String(repeating: "0", count: 64)
    let file = ModelFile(name: "a.tflite", sha256: hash)
    let runtime = folder.deletingLastPathComponent().appendingPathComponent("runtime")
    try FileManager.default.createDirectory(at: runtime, withIntermediateDirectories: true)
    try Data().write(to: runtime.appendingPathComponent("libopenvino_c.so.2641"))
    let prefix = try RuntimePrefix.find(override: folder.deletingLastPathComponent().path, executable: nil, workingDirectory: nil)
    let error = #expect(throws: InferenceError.self) { try file.verified(in: prefix) }
    let models = [RuntimeFacts.Model(name: "a.tflite", problem: error?.userError), whole[1]]
    let findings = RuntimeFacts(prefix: prefix.path, version: nil, models: models).check(.installed)
    #expect(findings[0].verdict == .ok && findings.count == 2)
    #expect(findings[1].isFinding(.failed, naming: ["\(folder.path)/a.tflite", hash], fix: "make install"))
  }

  @Test("Programs below a checkout belong to it, and all others are installed")
  func installation() {
    let files: Set = ["/home/ann/swiped/Package.swift", "/home/ann/swiped/Makefile", "/home/Package.swift"]
    #expect(Installation(executable: "/home/ann/swiped/.build/release/swipectl", isFile: files.contains) == .checkout("/home/ann/swiped"))
    #expect(Installation(executable: "/usr/bin/swipectl", isFile: files.contains) == .installed)
    #expect(Installation(executable: "/home/ann/bin/swipectl", isFile: files.contains) == .installed)
    let packaged = files.union(["/var/lib/dpkg/info/swiped.list"])
    #expect(Installation(executable: "/usr/bin/swipectl", isFile: packaged.contains) == .package)
    #expect(Installation(executable: "/usr/local/bin/swipectl", isFile: packaged.contains) == .installed)
  }

  private func processor(_ flags: String, _ architecture: String = "x86_64", precision: Precision = .f32) -> Finding {
    let text = "processor\t: 0\nmodel name\t: Some CPU @ 2 GHz\nflags\t\t: fpu \(flags)\n\nprocessor\t: 1\nflags\t\t: other\n"
    return ProcessorFacts(architecture: architecture, cpuinfo: text).check(precision: precision)
  }

  @Test("A processor is reported with its name and its instructions")
  func processorWell() {
    let withAMX = processor("sse4_2 avx2 fma avx512f amx_bf16", precision: .bf16)
    #expect(withAMX.isFinding(.ok, naming: ["Some CPU @ 2 GHz", "AVX2, FMA, AVX-512, AMX"]))
    #expect(processor("sse4_2 avx2 fma").isFinding(.ok, naming: ["Some CPU @ 2 GHz", "AVX2, FMA"]))
    let arm = ProcessorFacts(architecture: "aarch64", cpuinfo: "processor\t: 0\nFeatures\t: fp asimd\n").check(precision: .f32)
    #expect(arm.isFinding(.ok, naming: ["aarch64", "NEON"]))
  }

  @Test("A slow processor, and bf16 without AMX, get a note; a processor without SSE4.2 is a failure")
  func processorLacks() {
    #expect(processor("sse4_2 avx").verdict == .note)
    #expect(processor("sse4_2 avx2 fma avx512_bf16", precision: .bf16).isFinding(.note, naming: ["precision = \"bf16\""]))
    #expect(processor("sse2").isFinding(.failed, naming: ["SSE4.2"]))
  }
}
