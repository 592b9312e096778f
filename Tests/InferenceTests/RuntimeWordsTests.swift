import Inference
import Testing

@Suite("Messages of the runtime")
struct RuntimeWordsTests {
  struct Row: Sendable {
    var words: String
    /// MiB; nil without a limit.
    var addressSpace: UInt64?
    var fix: String
  }

  @Test(
    "have the fix of the cause that they name",
    arguments: [
      Row(words: "libtbb.so.12: cannot open shared object file: Too many open files", fix: "ulimit -n"),
      Row(words: "libtbb.so.12: cannot open shared object file: No such file or directory", fix: "make setup"),
      Row(words: "libopenvino.so.2641: failed to map segment from shared object", fix: "free some memory"),
      Row(words: "std::bad_alloc", fix: "free some memory"),
      Row(words: "can't alloc", fix: "free some memory"),
      Row(words: "Cannot allocate memory", fix: "free some memory"),
      Row(words: "Resource temporarily unavailable", fix: "ulimit -u"),
      Row(words: "std::future_error: Broken promise", fix: "make setup"),
      Row(words: "std::future_error: Broken promise", addressSpace: 1300, fix: "which is 1300 MiB, to 4096 MiB (`ulimit -v 4194304`)"),
      Row(words: "Too many open files", addressSpace: 1300, fix: "ulimit -n"),
      Row(words: "no such device", addressSpace: 100_000, fix: "make setup"),
    ])
  func fixes(row: Row) {
    let fix = RuntimeWords(row.words).fix(addressSpace: row.addressSpace.map { $0 << 20 })
    #expect(fix.text(in: .checkout("/x")).contains(row.fix), "\(fix)")
  }

  @Test("An address space that is too small for any start is refused before starting")
  func addressSpace() {
    #expect(AddressSpace.problem(with: nil) == nil && AddressSpace.problem(with: 1280 << 20) == nil)
    #expect(AddressSpace.problem(with: 1 << 30) == "the limit of address space is 1024 MiB, and at least 1280 MiB are needed")
  }
}
