#pragma once
#include <stddef.h>
#include <stdint.h>

// libpng reports an error by a jump out of its own functions, which Swift does not survive. So these functions call it from C, and return
// instead. (Its simplified interface returns, too, but shifts the rows of interlaced pictures with 16 bits per channel.)

// An error in libpng's words, of one line; empty if there was none.
struct swiped_png_error { char message[160]; };

// The size of the picture in a whole file, in pixels. Returns whether it is a PNG.
int swiped_png_read_size(const uint8_t *bytes, size_t count, uint32_t *width, uint32_t *height, struct swiped_png_error *error);

// Decodes a whole file to RGB without gaps between rows; what is transparent becomes white. Returns whether all of it was there.
int swiped_png_decode(const uint8_t *bytes, size_t count, uint8_t *rgb, struct swiped_png_error *error);

// Encodes RGB without gaps between rows into `file`, of which `count` says how long it may be, and becomes how long it is.
int swiped_png_encode(const uint8_t *rgb, uint32_t width, uint32_t height, uint8_t *file, size_t *count, struct swiped_png_error *error);
