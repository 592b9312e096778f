import Glibc
import Inference
import Landmarks
import Platform
import UserErrors

/// What is known about the inference runtime and its models.
package struct RuntimeFacts: Sendable {
  /// One model file.
  package struct Model: Sendable, Equatable {
    package var name: String
    /// Why it cannot be used; nil when it is whole.
    package var problem: UserError?

    package init(name: String, problem: UserError? = nil) {
      self.name = name
      self.problem = problem
    }
  }

  /// The folder that holds both; nil when none was found.
  package var prefix: String?
  /// `2026.4.1`
  package var version: String?
  /// Why it does not work; nil when a model was compiled with it.
  package var problem: UserError?
  package var models: [Model]
  /// Whether SWIPED_RUNTIME names the folder.
  package var isOverridden = false

  package init(prefix: String?, version: String? = nil, problem: UserError? = nil, models: [Model] = []) {
    self.prefix = prefix
    self.version = version
    self.problem = problem
    self.models = models
  }

  package func check(_ installation: Installation) -> [Finding] { [checkRuntime(installation)] + checkModels(installation) }

  private func checkRuntime(_ installation: Installation) -> Finding {
    if var problem {
      if isOverridden, prefix == nil, problem.fix == .setup { problem.fix = .command("unset SWIPED_RUNTIME") }
      return .failed("runtime", problem, in: installation).saying(messageAs: .runtimeError)
    }
    guard let prefix else {
      return .failed("runtime", UserError("not found", fix: .setup, exitStatus: .unavailable), in: installation).saying(.runtimeMissing)
    }
    let name = "OpenVINO\(version.map { " \($0)" } ?? "")"
    return .ok("runtime", "\(name) in \(prefix)/runtime").saying(.runtime, ["name": name, "folder": "\(prefix)/runtime"])
  }

  private func checkModels(_ installation: Installation) -> [Finding] {
    guard let prefix else {
      return [.note("models", "not checked: they are in the same folder as the runtime").saying(.modelsUnchecked)]
    }
    let findings = models.compactMap { model in
      model.problem.map { Finding.failed("models", $0, in: installation).saying(messageAs: .modelError) }
    }
    let names = models.map(\.name).joined(separator: ", ")
    guard findings.isEmpty else { return findings }
    return [
      .ok("models", "\(names) in \(prefix)/models, with the right checksums")
        .saying(.models, ["names": names, "folder": "\(prefix)/models"])
    ]
  }

  /// The release in a library's name: `libopenvino_c.so.2641` is of 2026.4.1.
  package static func version(inName name: String) -> String? {
    guard let match = name.wholeMatch(of: /libopenvino_c\.so\.(\d\d)(\d)(\d)/) else { return nil }
    return "20\(match.1).\(match.2).\(match.3)"
  }
}

extension RuntimeFacts {
  /// - Parameter isLoadable: whether the processor can run it; otherwise it is not loaded.
  static func gathered(precision: Precision, isLoadable: Bool) -> RuntimeFacts {
    var facts = RuntimeFacts(prefix: nil)
    facts.isOverridden = Environment["SWIPED_RUNTIME"] != nil
    do {
      let prefix = try RuntimePrefix.find()
      facts.prefix = prefix.path
      facts.version = Files.entries(of: prefix.path + "/runtime").compactMap(version(inName:)).first
      facts.models = ModelFile.ofDaemon.map { file in
        Model(name: file.name, problem: problem { () throws(InferenceError) in _ = try file.verified(in: prefix) })
      }
      guard isLoadable else { return facts }
      let runtime = try Runtime(prefix)
      // Only compiling a model loads all parts of the runtime. Damaged models have been reported above.
      guard facts.models.allSatisfy({ $0.problem == nil }) else { return facts }
      _ = try HandLandmarkModel.compiled(by: runtime, precision: precision, threads: 1)
    } catch {
      facts.problem = UserError(error)
    }
    return facts
  }

  private static func problem(_ body: () throws(InferenceError) -> Void) -> UserError? {
    do {
      try body()
      return nil
    } catch {
      return error.userError
    }
  }
}

/// What is known about the processor.
package struct ProcessorFacts: Sendable {
  /// The output of `uname -m`: `x86_64`, `aarch64`.
  package var architecture: String
  package var name: String?
  /// Linux's names of instruction sets.
  package var flags: Set<String>

  /// - Parameter cpuinfo: the text of /proc/cpuinfo.
  package init(architecture: String, cpuinfo: String) {
    self.architecture = architecture
    flags = []
    for line in cpuinfo.split(separator: "\n") {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let value = line[line.index(after: colon)...].drop { $0 == " " }
      switch line[..<colon].prefix(while: { $0 != "\t" }) {
      case "model name" where name == nil: name = String(value)
      case "flags", "Features":
        flags = Set(value.split(separator: " ").map(String.init))
        return
      default: break
      }
    }
  }

  package func check(precision: Precision) -> Finding {
    let name = name ?? architecture
    // Every Arm processor that runs 64-bit Linux has what the runtime needs.
    if architecture == "x86_64", !flags.contains("sse4_2") {
      return .failed("processor", "\(name) lacks SSE4.2, which the inference runtime needs; no command adds it", fix: nil)
        .saying(.processorUnfit, ["processor": name])
    }
    let names = [("avx2", "AVX2"), ("fma", "FMA"), ("avx512f", "AVX-512"), ("amx_bf16", "AMX"), ("asimd", "NEON")]
    let known = names.filter { flags.contains($0.0) }.map(\.1)
    let sets = known.isEmpty ? "–" : known.joined(separator: ", ")
    let summary = "\(name): \(sets)"
    let fact = Fact(FindingCode.processor, ["processor": name, "sets": sets])
    if architecture == "x86_64", !flags.isSuperset(of: ["avx2", "fma"]) {
      return .note("processor", "\(summary); without AVX2 and FMA each frame takes several times as long")
        .saying([fact]).saying(.processorSlow)
    }
    if precision == .bf16, !flags.contains("amx_bf16") {
      return .note("processor", "\(summary); precision = \"bf16\" is not faster without AMX")
        .saying([fact]).saying(.processorWithoutBF16)
    }
    return .ok("processor", summary).saying([fact])
  }
}

extension ProcessorFacts {
  static func gathered() -> ProcessorFacts {
    var system = utsname()
    uname(&system)
    let architecture = withUnsafeBytes(of: system.machine) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    return ProcessorFacts(architecture: architecture, cpuinfo: Files.text(of: "/proc/cpuinfo") ?? "")
  }
}
