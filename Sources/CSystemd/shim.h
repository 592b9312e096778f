#pragma once
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/prctl.h>
#include <systemd/sd-bus.h>
#include <systemd/sd-daemon.h>
#include <systemd/sd-device.h>
#include <systemd/sd-event.h>

// Swift imports no variadic functions.
static inline void swiped_name_thread(const char *name) { prctl(PR_SET_NAME, name); }
