import Glibc

/// In which number format a model, or most of it, computes.
public enum Precision: String, Sendable, CaseIterable {
  /// 32-bit floating point: exact.
  case f32
  /// 16-bit floating point with 8 bits of mantissa: faster on processors that have it.
  case bf16

  /// The fastest that this machine's processor has instructions for.
  public static let fastest = fastest(cpuinfo: textOfFile("/proc/cpuinfo"))

  /// - Parameter cpuinfo: the text of /proc/cpuinfo; its first `flags` stand for all processors.
  package static func fastest(cpuinfo: String) -> Precision {
    let line = cpuinfo.split(separator: "\n").first { $0.hasPrefix("flags") } ?? ""
    // Without these the runtime computes 16 bits in 32, at a loss.
    return line.split(whereSeparator: \.isWhitespace).contains { $0 == "avx512_bf16" || $0 == "amx_bf16" } ? .bf16 : .f32
  }
}
