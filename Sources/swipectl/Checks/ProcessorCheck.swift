import Inference

/// What is known of the processor.
package struct ProcessorFacts: Sendable {
  /// As `uname -m` has it: `x86_64`, `aarch64`.
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

  private var hasBF16: Bool { !flags.isDisjoint(with: ["avx512_bf16", "amx_bf16", "bf16"]) }

  package func check(precision: Precision) -> Finding {
    let name = name ?? architecture
    // An Arm processor that runs 64-bit Linux has all that the runtime needs.
    if architecture == "x86_64", !flags.contains("sse4_2") {
      return .failed("processor", "\(name) lacks SSE4.2, which the inference runtime needs; no command adds it", fix: nil)
    }
    let parts = [("avx2", "AVX2"), ("fma", "FMA"), ("avx512f", "AVX-512"), ("asimd", "NEON")].filter { flags.contains($0.0) }.map(\.1)
    let summary = "\(name): \((parts + [hasBF16 ? "bf16" : "no bf16"]).joined(separator: ", "))"
    if architecture == "x86_64", !flags.isSuperset(of: ["avx2", "fma"]) {
      return .note("processor", "\(summary); without AVX2 and FMA every frame takes several times as long")
    }
    if precision == .bf16, !hasBF16 {
      return .note("processor", "\(summary); precision = \"bf16\" makes nothing faster without the instructions")
    }
    return .ok("processor", summary)
  }
}
