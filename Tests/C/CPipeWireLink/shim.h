// What the tests' cameras of PipeWire also call.
#pragma once
#include <pipewire/pipewire.h>
#include "../../../Sources/C/functions.h"

#define SWIPED_PIPEWIRE_SOURCE(function) function(pw_stream_trigger_process)
SWIPED_FUNCTIONS(pipewire_source_functions, SWIPED_PIPEWIRE_SOURCE)

// Links two nodes, which a session manager does otherwise.
static inline void *swiped_pw_core_link(struct pw_core *core, const struct spa_dict *properties) {
  return pw_core_create_object(core, "link-factory", PW_TYPE_INTERFACE_Link, PW_VERSION_LINK, properties, 0);
}
