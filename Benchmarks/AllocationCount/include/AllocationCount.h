// Counts heap allocations by caller. Linked into a program, it replaces the C library's functions.
#pragma once
#include <stdint.h>

typedef struct {
  // Those of the program itself and the Swift libraries; of the inference runtime and its libraries; of all other libraries.
  uint64_t ours, runtime, others;
} allocation_counts;

// Finds the loaded libraries, sets the counts to zero and starts counting.
void allocations_start(void);
allocation_counts allocations_stop(void);
