// Counts heap allocations by who asks for them. Linked into a program, it stands before the C library's own functions.
#pragma once
#include <stdint.h>

typedef struct {
  // The program itself and the Swift libraries; the inference runtime with the libraries it brings; every other library.
  uint64_t ours, runtime, others;
} allocation_counts;

// Learns which libraries are loaded, sets the counts to zero and counts from now on.
void allocations_start(void);
allocation_counts allocations_stop(void);
