// The functions of PipeWire that are called, and its macros as functions: the library is opened at run time, so that nothing changes on a
// machine without it.
#pragma once
#include <linux/dma-buf.h>
#include <pipewire/impl-module.h>
#include <pipewire/pipewire.h>
#include <spa/node/command.h>
#include <spa/param/buffers.h>
#include <spa/param/video/format.h>
#include <sys/ioctl.h>
#include "../functions.h"

#define SWIPED_PIPEWIRE(function) \
  function(pw_init) function(pw_log_set_level) function(pw_loop_new) function(pw_loop_destroy) function(pw_properties_new_dict) \
  function(pw_context_new) function(pw_context_destroy) function(pw_context_load_module) function(pw_context_connect) \
  function(pw_core_disconnect) function(pw_proxy_destroy) \
  function(pw_stream_new) function(pw_stream_destroy) function(pw_stream_add_listener) function(pw_stream_connect) \
  function(pw_stream_update_params) function(pw_stream_dequeue_buffer) function(pw_stream_queue_buffer) function(pw_stream_set_active)
SWIPED_FUNCTIONS(pipewire_functions, SWIPED_PIPEWIRE)

static inline int swiped_pw_loop_get_fd(struct pw_loop *loop) { return pw_loop_get_fd(loop); }
static inline void swiped_pw_loop_enter(struct pw_loop *loop) { pw_loop_enter(loop); }
static inline void swiped_pw_loop_leave(struct pw_loop *loop) { pw_loop_leave(loop); }
// Handles what has come, without waiting.
static inline int swiped_pw_loop_iterate(struct pw_loop *loop) { return pw_loop_iterate(loop, 0); }

static inline int swiped_pw_core_add_listener(
    struct pw_core *core, struct spa_hook *hook, const struct pw_core_events *events, void *data) {
  return pw_core_add_listener(core, hook, events, data);
}
// Asks for a `done` event after everything that was asked for before; returns its number.
static inline int swiped_pw_core_sync(struct pw_core *core) { return pw_core_sync(core, PW_ID_CORE, 0); }
static inline struct pw_registry *swiped_pw_core_get_registry(struct pw_core *core) {
  return pw_core_get_registry(core, PW_VERSION_REGISTRY, 0);
}
static inline int swiped_pw_registry_add_listener(
    struct pw_registry *registry, struct spa_hook *hook, const struct pw_registry_events *events, void *data) {
  return pw_registry_add_listener(registry, hook, events, data);
}
static inline struct pw_node *swiped_pw_registry_bind_node(struct pw_registry *registry, uint32_t id) {
  return (struct pw_node *)pw_registry_bind(registry, id, PW_TYPE_INTERFACE_Node, PW_VERSION_NODE, 0);
}
static inline int swiped_pw_node_add_listener(
    struct pw_node *node, struct spa_hook *hook, const struct pw_node_events *events, void *data) {
  return pw_node_add_listener(node, hook, events, data);
}
// Asks for each value of a parameter.
static inline int swiped_pw_node_enum_params(struct pw_node *node, uint32_t id) {
  return pw_node_enum_params(node, 0, id, 0, UINT32_MAX, NULL);
}
static inline int swiped_pw_node_send_command(struct pw_node *node, const struct spa_pod *command) {
  return pw_node_send_command(node, (const struct spa_command *)command);
}

// Makes what a device has written to a DMA-BUF visible to this process, until the end of the access.
static inline int swiped_dma_buf_sync(int descriptor, bool is_end) {
  struct dma_buf_sync sync = {.flags = DMA_BUF_SYNC_READ | (is_end ? DMA_BUF_SYNC_END : DMA_BUF_SYNC_START)};
  return ioctl(descriptor, DMA_BUF_IOCTL_SYNC, &sync);
}
