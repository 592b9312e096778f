import COpenVINO
import Glibc

/// Gives back what starting and a model's first inference need and later ones do not: free heap, and pages of code and of the
/// models as they are on disk. Of those pages any that is touched after all comes back from the page cache.
func releaseUnusedMemory() {
  malloc_trim(0)
  guard let maps = fopen("/proc/self/maps", "re") else { return }
  defer { fclose(maps) }
  withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1024) { line in
    // LOW-HIGH PERMISSIONS OFFSET DEVICE INODE /PATH
    while fgets(line.baseAddress, CInt(line.count), maps) != nil {
      guard let low = line.baseAddress, let path = strchr(low, CInt(UInt8(ascii: "/"))) else { continue }
      var end: UnsafeMutablePointer<CChar>?
      let first = strtoul(low, &end, 16)
      guard let high = end else { continue }
      let last = strtoul(high + 1, &end, 16)
      guard let permissions = end else { continue }
      // Files' code, and what is mapped to be shared: never written to, so that nothing can be lost. Code without a file is the
      // runtime's own making.
      let isCode = strncmp(permissions, " r-xp", 5) == 0 && strncmp(path, "/memfd:", 7) != 0
      let isModel = strncmp(permissions, " r--s", 5) == 0 && strstr(path, ".blob\n") != nil
      if isCode || isModel { madvise(UnsafeMutableRawPointer(bitPattern: first), Int(last - first), MADV_DONTNEED) }
    }
  }
}
