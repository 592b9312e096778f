import COpenVINO
import Glibc

/// Gives back what starting needed and running does not: free heap, and pages of code and of the models as they are on disk. Of
/// those pages any that is touched after all comes back from the page cache.
func releaseUnusedMemory() {
  malloc_trim(0)
  guard let maps = fopen("/proc/self/maps", "re") else { return }
  defer { fclose(maps) }
  withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1024) { line in
    while fgets(line.baseAddress, CInt(line.count), maps) != nil {
      let fields = String(cString: line.baseAddress!).split(whereSeparator: \.isWhitespace)
      // Files' code, and what is mapped to be shared: never written to, so that nothing can be lost. Code without a file is the
      // runtime's own making.
      guard fields.count == 6, fields[5].hasPrefix("/"), !fields[5].hasPrefix("/memfd:"),
        fields[1] == "r-xp" || fields[1] == "r--s" && fields[5].hasSuffix(".blob")
      else { continue }
      let range = fields[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
      guard range.count == 2 else { continue }
      madvise(UnsafeMutableRawPointer(bitPattern: range[0]), Int(range[1] - range[0]), MADV_DONTNEED)
    }
  }
}
