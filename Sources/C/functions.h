// Functions of a library that is opened at run time, so that no program needs it to start. Their types are those of its headers.
#pragma once
#include <dlfcn.h>
#include <stdbool.h>

// Declares a structure with a pointer to each function of a list, and a function that finds all of them: it returns false where the library
// lacks one, which dlerror(3) names.
#define SWIPED_FUNCTIONS(type, list) \
  struct type { list(SWIPED_POINTER) }; \
  static inline bool type##_find(struct type *functions, void *library) { return list(SWIPED_LOOKUP) true; }
#define SWIPED_POINTER(name) __typeof__(&name) name;
#define SWIPED_LOOKUP(name) (functions->name = (__typeof__(&name))dlsym(library, #name)) &&
