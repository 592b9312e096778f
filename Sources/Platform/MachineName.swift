import Glibc

/// The name of this machine, as gethostname(2) says; empty if it has none.
package var machineName: String {
  // Linux's names have at most 64 bytes.
  var name = [CChar](repeating: 0, count: 65)
  guard gethostname(&name, name.count) == 0 else { return "" }
  return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
