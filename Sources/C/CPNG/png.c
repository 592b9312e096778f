#include "CPNG.h"

#include <setjmp.h>
#include <string.h>

#include <png.h>

struct source { const uint8_t *bytes; size_t count; };

static void read_bytes(png_structp png, png_bytep target, size_t count) {
  struct source *source = png_get_io_ptr(png);
  if (count > source->count) png_error(png, "it is cut short");
  memcpy(target, source->bytes, count);
  source->bytes += count;
  source->count -= count;
}

static void fail(png_structp png, png_const_charp message) {
  struct swiped_png_error *error = png_get_error_ptr(png);
  strncpy(error->message, message, sizeof error->message - 1);
  png_longjmp(png, 1);
}

// What libpng can read in spite of what it warns of is right.
static void ignore(png_structp png, png_const_charp message) { (void)png, (void)message; }

struct reader { png_structp png; png_infop info; struct source source; };

static void end(struct reader *reader) { png_destroy_read_struct(&reader->png, &reader->info, NULL); }

static int begin(struct reader *reader, const uint8_t *bytes, size_t count, struct swiped_png_error *error) {
  memset(error, 0, sizeof *error);
  memset(reader, 0, sizeof *reader);
  reader->source = (struct source){bytes, count};
  reader->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, error, fail, ignore);
  if (reader->png != NULL) reader->info = png_create_info_struct(reader->png);
  return reader->info != NULL;
}

// The caller must have called setjmp.
static void read_header(struct reader *reader) {
  png_set_read_fn(reader->png, &reader->source, read_bytes);
  // The caller checks the size.
  png_set_user_limits(reader->png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  // Chunks that are not needed for pixels, which may take any amount of memory.
  png_set_keep_unknown_chunks(reader->png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
  png_read_info(reader->png, reader->info);
}

int swiped_png_read_size(const uint8_t *bytes, size_t count, uint32_t *width, uint32_t *height, struct swiped_png_error *error) {
  struct reader reader;
  int result = begin(&reader, bytes, count, error);
  if (result && setjmp(png_jmpbuf(reader.png)) == 0) {
    read_header(&reader);
    *width = png_get_image_width(reader.png, reader.info);
    *height = png_get_image_height(reader.png, reader.info);
  } else {
    result = 0;
  }
  end(&reader);
  return result;
}

// Makes every kind of picture 8-bit RGB, on white. Like most decoders, it takes colors as they are, whatever a chunk gAMA says.
static void set_conversions(png_structp png, png_infop info) {
  png_set_expand(png);
  png_set_scale_16(png);
  png_set_gray_to_rgb(png);
  if (png_get_color_type(png, info) & PNG_COLOR_MASK_ALPHA || png_get_valid(png, info, PNG_INFO_tRNS)) {
    const png_uint_16 most = png_get_bit_depth(png, info) == 16 ? 65535 : 255;
    png_color_16 white = {.red = most, .green = most, .blue = most, .gray = most};
    png_set_background(png, &white, PNG_BACKGROUND_GAMMA_SCREEN, 0, 1);
  }
}

int swiped_png_decode(const uint8_t *bytes, size_t count, uint8_t *rgb, struct swiped_png_error *error) {
  struct reader reader;
  int result = begin(&reader, bytes, count, error);
  if (result && setjmp(png_jmpbuf(reader.png)) == 0) {
    read_header(&reader);
    set_conversions(reader.png, reader.info);
    const int passes = png_set_interlace_handling(reader.png);
    png_read_update_info(reader.png, reader.info);
    const size_t height = png_get_image_height(reader.png, reader.info), row_bytes = png_get_rowbytes(reader.png, reader.info);
    if (row_bytes != 3 * (size_t)png_get_image_width(reader.png, reader.info)) png_error(reader.png, "its pixels do not become RGB");
    for (int pass = 0; pass < passes; pass++)
      for (size_t row = 0; row < height; row++) png_read_row(reader.png, rgb + row * row_bytes, NULL);
    png_read_end(reader.png, NULL);
  } else {
    result = 0;
  }
  end(&reader);
  return result;
}

int swiped_png_encode(const uint8_t *rgb, uint32_t width, uint32_t height, uint8_t *file, size_t *count, struct swiped_png_error *error) {
  png_image image = {.version = PNG_IMAGE_VERSION, .width = width, .height = height, .format = PNG_FORMAT_RGB};
  png_alloc_size_t size = *count;
  const int result = png_image_write_to_memory(&image, file, &size, 0, rgb, 0, NULL);
  *count = size;
  memset(error, 0, sizeof *error);
  strncpy(error->message, image.message, sizeof error->message - 1);
  png_image_free(&image);
  return result;
}
