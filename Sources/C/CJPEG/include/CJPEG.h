#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// libjpeg reports an error by a jump out of its own functions, which Swift does not survive. So these functions call it from C, and return
// instead. Each of them takes a whole file in memory, and returns 0, or the error's code (see swiped_jpeg_error).

// A decoder and an encoder.
struct swiped_jpeg;

// NULL without memory.
struct swiped_jpeg *swiped_jpeg_new(void);
void swiped_jpeg_free(struct swiped_jpeg *jpeg);

enum swiped_jpeg_error {
  // Any other error of libjpeg: the file is damaged, or is no JPEG.
  SWIPED_JPEG_DAMAGED = 1,
  // A kind of JPEG that libjpeg does not decode.
  SWIPED_JPEG_UNSUPPORTED = 2,
  SWIPED_JPEG_NO_MEMORY = 3,
};

// The last error in libjpeg's words, of one line.
const char *swiped_jpeg_message(const struct swiped_jpeg *jpeg);

enum swiped_jpeg_colors { SWIPED_JPEG_GRAY, SWIPED_JPEG_YCC, SWIPED_JPEG_RGB, SWIPED_JPEG_CMYK, SWIPED_JPEG_OTHER };

struct swiped_jpeg_header {
  int width, height;
  enum swiped_jpeg_colors colors;
  // How many samples a component has horizontally and vertically, in proportion to the others; 0 for one that it lacks.
  struct swiped_jpeg_sampling { int across, down; } sampling[3];
};

int swiped_jpeg_read_header(struct swiped_jpeg *jpeg, const uint8_t *bytes, size_t count, struct swiped_jpeg_header *header);

// What libjpeg warned of while it decoded a picture, and how far the data went.
struct swiped_jpeg_findings {
  // Some of the pixels had no data: it ended, or a marker came too early.
  bool lacks_data;
  // Data that is none of the Huffman or arithmetic codes.
  bool has_invalid_codes;
  // A restart marker was not the one that comes next.
  bool has_wrong_restart;
  // The file ends without an end marker.
  bool lacks_end;
  // A component has no scan.
  bool lacks_components;
  // In a progressive JPEG, a scan is missing: one that others build upon, or one at the end, without an end marker.
  bool lacks_scans;
  // There is a run of zero bytes in the data of the pixels that is no data.
  bool has_zero_run;
  // Where the data of the pixels ended; of several scans, where the last rows of the last one started.
  size_t data_end;
  // The sides in pixels of the blocks that each component was decoded to, without conversion; 8 if the picture is not scaled.
  int block_sides[3];
};

// Where the components of a picture are written. Rows have whole blocks, so there must be room for them at the right and below.
struct swiped_jpeg_planes { uint8_t *start[3]; size_t bytes_per_row[3]; };

// Decodes the components without conversion, scaled to some eighths (1 to 8) of the picture's size. Of a scaled picture, chroma may keep
// more of its pixels than luma, up to as many as luma has.
int swiped_jpeg_decode_planes(
  struct swiped_jpeg *jpeg, const uint8_t *bytes, size_t count, struct swiped_jpeg_planes planes, int eighths,
  struct swiped_jpeg_findings *findings);

// Decodes groups of rows of the components without conversion, and does not read what follows them. A group has the rows of a block of each
// component, as often as it has samples; the rows of the other groups in `planes` are not written.
int swiped_jpeg_decode_rows(
  struct swiped_jpeg *jpeg, const uint8_t *bytes, size_t count, struct swiped_jpeg_planes planes, size_t first, size_t end);

// Decodes to gray or RGB, scaled to some eighths (1 to 8) of the picture's size, rounded up, without gaps between rows.
int swiped_jpeg_decode(
  struct swiped_jpeg *jpeg, const uint8_t *bytes, size_t count, bool is_gray, int eighths, uint8_t *pixels,
  struct swiped_jpeg_findings *findings);

// Encodes RGB without gaps between rows, with 4:2:0 chroma. The file is to be freed.
int swiped_jpeg_encode(
  struct swiped_jpeg *jpeg, const uint8_t *rgb, int width, int height, int quality, uint8_t **file, unsigned long *count);
