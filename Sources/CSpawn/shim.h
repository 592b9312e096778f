#pragma once
#include <spawn.h>

// The header declares it to GNU programs only, which Swift's are not.
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);
