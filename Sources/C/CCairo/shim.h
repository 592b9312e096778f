// The functions of cairo that are called: the library is opened when a picture is drawn, so that no other program loads it.
#pragma once
#include <cairo/cairo.h>
#include "../functions.h"

#define SWIPED_CAIRO(function) \
  function(cairo_image_surface_create) function(cairo_image_surface_get_data) function(cairo_image_surface_get_stride) \
  function(cairo_surface_flush) function(cairo_surface_mark_dirty) function(cairo_surface_destroy) \
  function(cairo_create) function(cairo_destroy) function(cairo_status) function(cairo_status_to_string) \
  function(cairo_set_source_rgb) function(cairo_set_line_width) function(cairo_set_line_cap) function(cairo_set_line_join) \
  function(cairo_move_to) function(cairo_line_to) function(cairo_close_path) function(cairo_arc) \
  function(cairo_stroke) function(cairo_fill) function(cairo_paint)
SWIPED_FUNCTIONS(cairo_functions, SWIPED_CAIRO)
