#pragma once
#include <malloc.h>
#include <spawn.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/vfs.h>

// The headers declare these to GNU programs only, which Swift's are not.
#ifndef POSIX_SPAWN_SETSID
#define POSIX_SPAWN_SETSID 0x80
#endif
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);
extern const char *sigabbrev_np(int signal);
extern int renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned flags);
extern char **environ;

// Swift refuses to read a global variable that C may change.
static inline char **linux_environment(void) { return environ; }

// Swift imports no variadic functions.
static inline void linux_name_thread(const char *name) { prctl(PR_SET_NAME, name); }
static inline void linux_disable_huge_pages(int is_disabled) { prctl(PR_SET_THP_DISABLE, is_disabled, 0, 0, 0); }
