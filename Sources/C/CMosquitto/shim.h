// The functions of libmosquitto that are called: the library is opened when a bridge starts, so that no other command loads it. Without
// MQTT 5: see "Decisions" in ARCHITECTURE.md.
#pragma once
#include <mosquitto.h>
#include "../functions.h"

#define SWIPED_MOSQUITTO(function) \
  function(mosquitto_lib_init) function(mosquitto_new) function(mosquitto_destroy) function(mosquitto_int_option) \
  function(mosquitto_will_set) function(mosquitto_username_pw_set) function(mosquitto_tls_set) \
  function(mosquitto_connect_bind_async) function(mosquitto_disconnect) function(mosquitto_socket) \
  function(mosquitto_loop_read) function(mosquitto_loop_write) function(mosquitto_loop_misc) function(mosquitto_want_write) \
  function(mosquitto_publish) function(mosquitto_subscribe) function(mosquitto_unsubscribe) \
  function(mosquitto_strerror) function(mosquitto_connack_string) \
  function(mosquitto_connect_callback_set) function(mosquitto_publish_callback_set) function(mosquitto_message_callback_set) \
  function(mosquitto_subscribe_callback_set) function(mosquitto_log_callback_set)
SWIPED_FUNCTIONS(mosquitto_functions, SWIPED_MOSQUITTO)
