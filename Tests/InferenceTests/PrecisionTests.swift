import Inference
import Testing

@Suite("The fastest precision")
struct PrecisionTests {
  private func fastest(_ flags: String) -> Precision { .fastest(cpuinfo: "processor\t: 0\nmodel name\t: A CPU\nflags\t\t: \(flags)\n\n") }

  @Test("is 16 bits if the processor has AMX, else 32")
  func flags() {
    #expect(fastest("fpu avx2 avx512f avx512_bf16 clzero") == .f32)
    #expect(fastest("fpu avx512f amx_bf16") == .bf16)
    #expect(fastest("fpu avx2 avx512f avx512_vnni") == .f32)
    #expect(fastest("") == .f32)
    #expect(Precision.fastest(cpuinfo: "") == .f32)
    // Arm's name for it: untried with the runtime.
    #expect(Precision.fastest(cpuinfo: "processor\t: 0\nFeatures\t: fp asimd bf16\n") == .f32)
  }
}
