import CLinux

/// The memory of this process.
package enum Memory {
  /// Has all threads allocate from one heap. To be called before the process starts any.
  package static func useOneHeap() { mallopt(M_ARENA_MAX, 1) }
}
