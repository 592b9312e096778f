// The part of cairo's API (1.16, cairo.h) that is called, as types only: the library is opened when a picture is drawn, so that no other
// program loads it. Each `…_fn` is named after its function.
#pragma once

typedef struct _cairo cairo_t;
typedef struct _cairo_surface cairo_surface_t;
typedef int cairo_status_t;    // 0 is success
typedef int cairo_format_t;    // 1 is RGB24: blue, green, red and an unused byte
typedef int cairo_line_cap_t;  // 1 is round
typedef int cairo_line_join_t; // 1 is round

typedef cairo_surface_t *(*cairo_image_surface_create_fn)(cairo_format_t, int width, int height);
typedef unsigned char *(*cairo_image_surface_get_data_fn)(cairo_surface_t *);
typedef int (*cairo_image_surface_get_stride_fn)(cairo_surface_t *);
typedef cairo_status_t (*cairo_surface_status_fn)(cairo_surface_t *);
typedef void (*cairo_surface_fn)(cairo_surface_t *);
typedef cairo_t *(*cairo_create_fn)(cairo_surface_t *);
typedef cairo_status_t (*cairo_status_fn)(cairo_t *);
typedef const char *(*cairo_status_to_string_fn)(cairo_status_t);
typedef void (*cairo_fn)(cairo_t *);
typedef void (*cairo_set_source_rgb_fn)(cairo_t *, double red, double green, double blue);
typedef void (*cairo_set_number_fn)(cairo_t *, double);
typedef void (*cairo_set_choice_fn)(cairo_t *, int);
typedef void (*cairo_point_fn)(cairo_t *, double x, double y);
typedef void (*cairo_arc_fn)(cairo_t *, double x, double y, double radius, double from, double to);
