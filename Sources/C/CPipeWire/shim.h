// The part of PipeWire's C API (0.3.65 to 1.4, pipewire/*.h and spa/*.h) that is called, as types, and the calls through its tables of
// methods: the library is opened at run time, so that nothing changes on a machine without it. Each `…_fn` is named after its function.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <linux/dma-buf.h>

// --- spa/utils ---

struct spa_callbacks {
  const void *funcs;
  void *data;
};

struct spa_interface {
  const char *type;
  uint32_t version;
  struct spa_callbacks cb;
};

struct spa_list {
  struct spa_list *next, *prev;
};

struct spa_hook {
  struct spa_list link;
  struct spa_callbacks cb;
  void (*removed)(struct spa_hook *);
  void *priv;
};

struct spa_dict_item {
  const char *key;
  const char *value;
};

struct spa_dict {
  uint32_t flags;
  uint32_t n_items;
  const struct spa_dict_item *items;
};

// A value in memory: its size without this head, its type, then its bytes.
struct spa_pod {
  uint32_t size;
  uint32_t type;
};

// --- spa/buffer ---

struct spa_chunk {
  uint32_t offset;
  uint32_t size;
  int32_t stride;
  int32_t flags;
};

struct spa_data {
  uint32_t type;
  uint32_t flags;
  int64_t fd;
  uint32_t mapoffset;
  uint32_t maxsize;
  void *data;
  struct spa_chunk *chunk;
};

struct spa_meta {
  uint32_t type;
  uint32_t size;
  void *data;
};

struct spa_meta_header {
  uint32_t flags;
  uint32_t offset;
  int64_t pts;
  int64_t dts_offset;
  uint64_t seq;
};

struct spa_meta_region {
  int32_t x, y;
  uint32_t width, height;
};

struct spa_meta_videotransform {
  uint32_t transform;
};

struct spa_buffer {
  uint32_t n_metas;
  uint32_t n_datas;
  struct spa_meta *metas;
  struct spa_data *datas;
};

// --- pipewire/loop.h, spa/support/loop.h ---

struct pw_loop {
  void *system;
  void *loop;
  struct spa_interface *control;
  void *utils;
};

struct spa_loop_control_methods {
  uint32_t version;
  int (*get_fd)(void *object);
  void (*add_hook)(void *object, struct spa_hook *, const void *hooks, void *data);
  void (*enter)(void *object);
  void (*leave)(void *object);
  int (*iterate)(void *object, int timeout);
};

#define SWIPED_LOOP(loop) ((const struct spa_loop_control_methods *)(loop)->control->cb.funcs)
static inline int swiped_pw_loop_get_fd(struct pw_loop *loop) { return SWIPED_LOOP(loop)->get_fd(loop->control->cb.data); }
static inline void swiped_pw_loop_enter(struct pw_loop *loop) { SWIPED_LOOP(loop)->enter(loop->control->cb.data); }
static inline void swiped_pw_loop_leave(struct pw_loop *loop) { SWIPED_LOOP(loop)->leave(loop->control->cb.data); }
// Handles what has come, without waiting.
static inline int swiped_pw_loop_iterate(struct pw_loop *loop) { return SWIPED_LOOP(loop)->iterate(loop->control->cb.data, 0); }

// --- pipewire/core.h, pipewire/node.h: a proxy begins with its interface ---

struct pw_core_events {
  uint32_t version;
  void (*info)(void *data, const void *info);
  void (*done)(void *data, uint32_t id, int seq);
  void (*ping)(void *data, uint32_t id, int seq);
  void (*error)(void *data, uint32_t id, int seq, int res, const char *message);
  void (*remove_id)(void *data, uint32_t id);
  void (*bound_id)(void *data, uint32_t id, uint32_t global_id);
  void (*add_mem)(void *data, uint32_t id, uint32_t type, int fd, uint32_t flags);
  void (*remove_mem)(void *data, uint32_t id);
};

struct pw_core_methods {
  uint32_t version;
  int (*add_listener)(void *object, struct spa_hook *, const struct pw_core_events *, void *data);
  int (*hello)(void *object, uint32_t version);
  int (*sync)(void *object, uint32_t id, int seq);
  int (*pong)(void *object, uint32_t id, int seq);
  int (*error)(void *object, uint32_t id, int seq, int res, const char *message);
  void *(*get_registry)(void *object, uint32_t version, size_t user_data_size);
  void *(*create_object)(
      void *object, const char *factory, const char *type, uint32_t version, const struct spa_dict *props, size_t user_data_size);
};

struct pw_registry_events {
  uint32_t version;
  void (*global)(void *data, uint32_t id, uint32_t permissions, const char *type, uint32_t version, const struct spa_dict *props);
  void (*global_remove)(void *data, uint32_t id);
};

struct pw_registry_methods {
  uint32_t version;
  int (*add_listener)(void *object, struct spa_hook *, const struct pw_registry_events *, void *data);
  void *(*bind)(void *object, uint32_t id, const char *type, uint32_t version, size_t user_data_size);
};

struct pw_node_info {
  uint32_t id;
  uint32_t max_input_ports;
  uint32_t max_output_ports;
  uint64_t change_mask;
  uint32_t n_input_ports;
  uint32_t n_output_ports;
  int32_t state;
  const char *error;
  struct spa_dict *props;
};

struct pw_node_events {
  uint32_t version;
  void (*info)(void *data, const struct pw_node_info *info);
  void (*param)(void *data, int seq, uint32_t id, uint32_t index, uint32_t next, const struct spa_pod *param);
};

struct pw_node_methods {
  uint32_t version;
  int (*add_listener)(void *object, struct spa_hook *, const struct pw_node_events *, void *data);
  int (*subscribe_params)(void *object, uint32_t *ids, uint32_t n_ids);
  int (*enum_params)(void *object, int seq, uint32_t id, uint32_t start, uint32_t num, const struct spa_pod *filter);
  int (*set_param)(void *object, uint32_t id, uint32_t flags, const struct spa_pod *param);
  int (*send_command)(void *object, const struct spa_pod *command);
};

#define SWIPED_CALL(proxy, methods, ...) \
  const struct spa_interface *face = (const struct spa_interface *)(proxy); \
  const struct methods *table = (const struct methods *)face->cb.funcs; \
  return table->__VA_ARGS__

static inline int swiped_pw_core_add_listener(void *core, struct spa_hook *hook, const struct pw_core_events *events, void *data) {
  SWIPED_CALL(core, pw_core_methods, add_listener(face->cb.data, hook, events, data));
}
// Asks for a `done` event after everything that was asked for before; returns its number.
static inline int swiped_pw_core_sync(void *core) { SWIPED_CALL(core, pw_core_methods, sync(face->cb.data, 0, 0)); }
static inline void *swiped_pw_core_get_registry(void *core) { SWIPED_CALL(core, pw_core_methods, get_registry(face->cb.data, 3, 0)); }
// Links two nodes, which a session manager does otherwise.
static inline void *swiped_pw_core_link(void *core, const struct spa_dict *props) {
  SWIPED_CALL(core, pw_core_methods, create_object(face->cb.data, "link-factory", "PipeWire:Interface:Link", 3, props, 0));
}
static inline int swiped_pw_registry_add_listener(
    void *registry, struct spa_hook *hook, const struct pw_registry_events *events, void *data) {
  SWIPED_CALL(registry, pw_registry_methods, add_listener(face->cb.data, hook, events, data));
}
static inline void *swiped_pw_registry_bind_node(void *registry, uint32_t id) {
  SWIPED_CALL(registry, pw_registry_methods, bind(face->cb.data, id, "PipeWire:Interface:Node", 3, 0));
}
static inline int swiped_pw_node_add_listener(void *node, struct spa_hook *hook, const struct pw_node_events *events, void *data) {
  SWIPED_CALL(node, pw_node_methods, add_listener(face->cb.data, hook, events, data));
}
// Asks for each value of a parameter.
static inline int swiped_pw_node_enum_params(void *node, uint32_t id) {
  SWIPED_CALL(node, pw_node_methods, enum_params(face->cb.data, 0, id, 0, UINT32_MAX, NULL));
}
static inline int swiped_pw_node_send_command(void *node, const struct spa_pod *command) {
  SWIPED_CALL(node, pw_node_methods, send_command(face->cb.data, command));
}

// --- pipewire/stream.h ---

struct pw_buffer {
  struct spa_buffer *buffer;
  void *user_data;
  uint64_t size;
  uint64_t requested;
};

struct pw_stream_events {
  uint32_t version;
  void (*destroy)(void *data);
  void (*state_changed)(void *data, int32_t old, int32_t state, const char *error);
  void (*control_info)(void *data, uint32_t id, const void *control);
  void (*io_changed)(void *data, uint32_t id, void *area, uint32_t size);
  void (*param_changed)(void *data, uint32_t id, const struct spa_pod *param);
  void (*add_buffer)(void *data, struct pw_buffer *buffer);
  void (*remove_buffer)(void *data, struct pw_buffer *buffer);
  void (*process)(void *data);
  void (*drained)(void *data);
};

// --- the library's functions ---

typedef void (*pw_init_fn)(int *argc, char ***argv);
typedef void (*pw_log_set_level_fn)(int32_t level);
typedef struct pw_loop *(*pw_loop_new_fn)(const struct spa_dict *properties);
typedef void (*pw_loop_destroy_fn)(struct pw_loop *);
// The properties belong to the context, the core or the stream from then on.
typedef void *(*pw_properties_new_dict_fn)(const struct spa_dict *);
typedef void *(*pw_context_new_fn)(struct pw_loop *, void *properties, size_t user_data_size);
typedef void (*pw_context_destroy_fn)(void *context);
typedef void *(*pw_context_load_module_fn)(void *context, const char *name, const char *arguments, void *properties);
typedef void *(*pw_context_connect_fn)(void *context, void *properties, size_t user_data_size);
typedef int (*pw_core_disconnect_fn)(void *core);
typedef void (*pw_proxy_destroy_fn)(void *proxy);
typedef void *(*pw_stream_new_fn)(void *core, const char *name, void *properties);
typedef void (*pw_stream_destroy_fn)(void *stream);
typedef void (*pw_stream_add_listener_fn)(void *stream, struct spa_hook *, const struct pw_stream_events *, void *data);
typedef int (*pw_stream_connect_fn)(
    void *stream, uint32_t direction, uint32_t target_id, uint32_t flags, const struct spa_pod **params, uint32_t n_params);
typedef int (*pw_stream_update_params_fn)(void *stream, const struct spa_pod **params, uint32_t n_params);
typedef struct pw_buffer *(*pw_stream_dequeue_buffer_fn)(void *stream);
typedef int (*pw_stream_queue_buffer_fn)(void *stream, struct pw_buffer *);
typedef int (*pw_stream_set_active_fn)(void *stream, bool is_active);
typedef uint32_t (*pw_stream_get_node_id_fn)(void *stream);

// Makes what a device has written to a DMA-BUF visible to this process, until the end of the access.
static inline int swiped_dma_buf_sync(int descriptor, bool is_end) {
  struct dma_buf_sync sync = {.flags = DMA_BUF_SYNC_READ | (is_end ? DMA_BUF_SYNC_END : DMA_BUF_SYNC_START)};
  return ioctl(descriptor, DMA_BUF_IOCTL_SYNC, &sync);
}
