// The part of libmosquitto's API (2.0, mosquitto.h) that is called, as types only: the library is opened when a bridge starts, so that no
// other command loads it. Each `…_fn` is named after its function. Without MQTT 5: see "Decisions" in ARCHITECTURE.md.
#pragma once
#include <stdbool.h>
#include <stdint.h>

typedef struct mosquitto mosquitto_t;

// A message that has come.
typedef struct {
  int mid;
  char *topic; // not checked for UTF-8 by every broker
  void *payload;
  int payloadlen;
  int qos;
  bool retain;
} mosquitto_message_t;

enum { MOSQUITTO_LOG_ERR = 8 };
// Return codes; 0 is success.
enum { MOSQUITTO_ERR_NOMEM = 1, MOSQUITTO_ERR_PROTOCOL = 2, MOSQUITTO_ERR_CONN_LOST = 7, MOSQUITTO_ERR_TLS = 8, MOSQUITTO_ERR_MALFORMED_PACKET = 21 };
// Options of mosquitto_int_option.
enum { MOSQUITTO_OPT_PROTOCOL_VERSION = 1, MOSQUITTO_OPT_TCP_NODELAY = 11, MOSQUITTO_OPT_TLS_USE_OS_CERTS = 13 };
// A value of MOSQUITTO_OPT_PROTOCOL_VERSION.
enum { MQTT_PROTOCOL_V311 = 4 };

typedef int (*mosquitto_lib_init_fn)(void);
typedef mosquitto_t *(*mosquitto_new_fn)(const char *id, bool clean_session, void *context);
typedef void (*mosquitto_destroy_fn)(mosquitto_t *);
typedef int (*mosquitto_int_option_fn)(mosquitto_t *, int option, int value);
typedef int (*mosquitto_will_set_fn)(mosquitto_t *, const char *topic, int size, const void *payload, int qos, bool retain);
typedef int (*mosquitto_username_pw_set_fn)(mosquitto_t *, const char *user, const char *password);
typedef int (*mosquitto_tls_set_fn)(
    mosquitto_t *, const char *cafile, const char *capath, const char *certfile, const char *keyfile,
    int (*password)(char *buffer, int size, int is_write, void *context));
typedef int (*mosquitto_connect_async_fn)(mosquitto_t *, const char *host, int port, int keepalive);
typedef int (*mosquitto_fn)(mosquitto_t *);
typedef int (*mosquitto_loop_fn)(mosquitto_t *, int max_packets);
typedef bool (*mosquitto_want_write_fn)(mosquitto_t *);
typedef int (*mosquitto_publish_fn)(
    mosquitto_t *, int *mid, const char *topic, int size, const void *payload, int qos, bool retain);
typedef int (*mosquitto_subscribe_fn)(mosquitto_t *, int *mid, const char *topic, int qos);
typedef int (*mosquitto_unsubscribe_fn)(mosquitto_t *, int *mid, const char *topic);
typedef const char *(*mosquitto_text_fn)(int code);

// What the library calls while it reads and writes.
typedef void (*mosquitto_on_connect)(mosquitto_t *, void *context, int code);
typedef void (*mosquitto_on_publish)(mosquitto_t *, void *context, int mid);
typedef void (*mosquitto_on_message)(mosquitto_t *, void *context, const mosquitto_message_t *);
typedef void (*mosquitto_on_subscribe)(mosquitto_t *, void *context, int mid, int count, const int *granted_qos);
typedef void (*mosquitto_on_log)(mosquitto_t *, void *context, int level, const char *text);

typedef void (*mosquitto_connect_callback_set_fn)(mosquitto_t *, mosquitto_on_connect);
typedef void (*mosquitto_publish_callback_set_fn)(mosquitto_t *, mosquitto_on_publish);
typedef void (*mosquitto_message_callback_set_fn)(mosquitto_t *, mosquitto_on_message);
typedef void (*mosquitto_subscribe_callback_set_fn)(mosquitto_t *, mosquitto_on_subscribe);
typedef void (*mosquitto_log_callback_set_fn)(mosquitto_t *, mosquitto_on_log);
