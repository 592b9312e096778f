#define _GNU_SOURCE
#include "AllocationCount.h"

#include <errno.h>
#include <link.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>

// The C library's own functions, under the names that it keeps for replacements.
void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);

enum { ours, runtime, others, owners, most_ranges = 64 };
static struct { uintptr_t low, high; int owner; } ranges[most_ranges];
static int range_count;
static atomic_bool counting;
static atomic_uint_fast64_t counts[owners];

static int owner_of(const char *path) {
  const char *slash = strrchr(path, '/');
  const char *name = slash ? slash + 1 : path;
  static const char *const of_runtime[] = {"libopenvino", "libtbb", "libhwloc", "libstdc++"};
  static const char *const of_swift[] = {"libswift", "libFoundation", "lib_Foundation", "libdispatch", "libBlocksRuntime"};
  for (size_t i = 0; i < sizeof of_runtime / sizeof *of_runtime; i++)
    if (!strncmp(name, of_runtime[i], strlen(of_runtime[i]))) return runtime;
  for (size_t i = 0; i < sizeof of_swift / sizeof *of_swift; i++)
    if (!strncmp(name, of_swift[i], strlen(of_swift[i]))) return ours;
  return *name ? others : ours;  // The name of the program itself is empty.
}

static int note_library(struct dl_phdr_info *info, size_t size, void *unused) {
  for (int i = 0; i < info->dlpi_phnum && range_count < most_ranges; i++) {
    const ElfW(Phdr) *part = &info->dlpi_phdr[i];
    if (part->p_type != PT_LOAD || !(part->p_flags & PF_X)) continue;
    ranges[range_count].low = info->dlpi_addr + part->p_vaddr;
    ranges[range_count].high = ranges[range_count].low + part->p_memsz;
    ranges[range_count++].owner = owner_of(info->dlpi_name);
  }
  return 0;
}

void allocations_start(void) {
  range_count = 0;
  dl_iterate_phdr(note_library, NULL);
  for (int i = 0; i < owners; i++) counts[i] = 0;
  counting = 1;
}

allocation_counts allocations_stop(void) {
  counting = 0;
  return (allocation_counts){counts[ours], counts[runtime], counts[others]};
}

static void count(void *caller) {
  if (!counting) return;
  int owner = runtime;  // Only the runtime generates code.
  for (int i = 0; i < range_count; i++)
    if ((uintptr_t)caller >= ranges[i].low && (uintptr_t)caller < ranges[i].high) owner = ranges[i].owner;
  atomic_fetch_add_explicit(&counts[owner], 1, memory_order_relaxed);
}

#define COUNT count(__builtin_return_address(0))

void *malloc(size_t size) { COUNT; return __libc_malloc(size); }
void *calloc(size_t number, size_t size) { COUNT; return __libc_calloc(number, size); }
void *realloc(void *old, size_t size) { COUNT; return __libc_realloc(old, size); }
void *aligned_alloc(size_t alignment, size_t size) { COUNT; return __libc_memalign(alignment, size); }
void *memalign(size_t alignment, size_t size) { COUNT; return __libc_memalign(alignment, size); }
int posix_memalign(void **place, size_t alignment, size_t size) {
  COUNT;
  *place = __libc_memalign(alignment, size);
  return *place ? 0 : ENOMEM;
}
