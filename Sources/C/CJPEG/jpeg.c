#include "CJPEG.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>
#include <jerror.h>

// A progressive JPEG may have any number of scans, each of which takes as long as a whole picture; usual are ten. So many may have so many
// pixels in all.
enum { FEWEST_SCANS = 20, MOST_SCANS = 500, MOST_PIXELS = 2000000000 };

// Zero bytes in a row that are no data, if a zero bit begins the code of a value: they would be more than a block of equal values.
enum { ZERO_RUN = 32 };

struct swiped_jpeg {
  // First, so that libjpeg's pointers to them are pointers to this.
  struct jpeg_error_mgr errors;
  struct jpeg_progress_mgr progress;
  struct jpeg_decompress_struct decoder;
  struct jpeg_compress_struct encoder;
  jmp_buf failed;
  const uint8_t *bytes;
  size_t count;
  // Where the data of the first scan starts.
  size_t data_start;
  struct swiped_jpeg_findings findings;
  // A bit for each component that a scan had.
  unsigned scanned;
  char message[JMSG_LENGTH_MAX];
};

static struct swiped_jpeg *jpeg_of(j_common_ptr info) { return (struct swiped_jpeg *)info->err; }

static void error_exit(j_common_ptr info) {
  info->err->format_message(info, jpeg_of(info)->message);
  longjmp(jpeg_of(info)->failed, 1);
}

// Whether there are as many zeros in a row as only a driver writes, in place of what a camera did not send.
static bool has_zero_run(const uint8_t *bytes, size_t count) {
  // Of so many, each step meets one.
  for (size_t met = 0; met < count; met += ZERO_RUN) {
    if (bytes[met] != 0) continue;
    size_t first = met, end = met + 1;
    while (first > 0 && bytes[first - 1] == 0) first--;
    while (end < count && bytes[end] == 0) end++;
    if (end - first >= ZERO_RUN) return true;
  }
  return false;
}

// Where libjpeg reads next. After the file's end, it reads an end marker of its own.
static size_t place(const struct swiped_jpeg *jpeg) {
  return jpeg->findings.lacks_end ? jpeg->count : (size_t)(jpeg->decoder.src->next_input_byte - jpeg->bytes);
}

// Warnings have level -1; all others are traces. Warnings that are not listed change no pixel.
static void emit_message(j_common_ptr info, int level) {
  if (level >= 0 || !info->is_decompressor) return;
  struct swiped_jpeg *jpeg = jpeg_of(info);
  switch (info->err->msg_code) {
    case JWRN_HIT_MARKER: jpeg->findings.lacks_data = true; break;
    case JWRN_HUFF_BAD_CODE: case JWRN_ARITH_BAD_CODE: jpeg->findings.has_invalid_codes = true; break;
    case JWRN_MUST_RESYNC: jpeg->findings.has_wrong_restart = true; break;
    case JWRN_BOGUS_PROGRESSION: jpeg->findings.lacks_scans = true; break;
    case JWRN_JPEG_EOF: jpeg->findings.lacks_end = true; break;
  }
}

static void output_message(j_common_ptr info) { (void)info; }

static void note_scan(struct swiped_jpeg *jpeg) {
  for (int i = 0; i < jpeg->decoder.comps_in_scan; i++) jpeg->scanned |= 1u << jpeg->decoder.cur_comp_info[i]->component_index;
}

// Called now and then while several scans are read.
static void monitor(j_common_ptr info) {
  if (!info->is_decompressor) return;
  struct swiped_jpeg *jpeg = jpeg_of(info);
  const struct jpeg_decompress_struct *decoder = &jpeg->decoder;
  note_scan(jpeg);
  if (decoder->input_iMCU_row < decoder->total_iMCU_rows) jpeg->findings.data_end = place(jpeg);
  const long long scans = MOST_PIXELS / ((long long)decoder->image_width * decoder->image_height + 1);
  const long long most = scans < FEWEST_SCANS ? FEWEST_SCANS : scans > MOST_SCANS ? MOST_SCANS : scans;
  if (decoder->input_scan_number > most) {
    snprintf(jpeg->message, sizeof jpeg->message, "it has more than %lld scans", most);
    longjmp(jpeg->failed, 1);
  }
}

// The code of the error that led here, after which the decoder can be used again.
static int failure(struct swiped_jpeg *jpeg, j_common_ptr info) {
  const struct jpeg_decompress_struct *decoder = &jpeg->decoder;
  int code = SWIPED_JPEG_DAMAGED;
  switch (info->err->msg_code) {
    case JERR_BAD_PRECISION: case JERR_SOF_UNSUPPORTED: case JERR_ARITH_NOTIMPL: case JERR_FRACT_SAMPLE_NOTIMPL:
    case JERR_CONVERSION_NOTIMPL:
      code = SWIPED_JPEG_UNSUPPORTED;
      break;
    case JERR_OUT_OF_MEMORY: code = SWIPED_JPEG_NO_MEMORY; break;
    case JERR_EMPTY_IMAGE:
      // The height may come after the pixels, in a segment DNL.
      if (decoder->image_width > 0 && decoder->num_components > 0) code = SWIPED_JPEG_UNSUPPORTED;
      break;
  }
  jpeg_abort(info);
  return code;
}

static void create_decoder(struct swiped_jpeg *jpeg) {
  jpeg->decoder.err = &jpeg->errors;
  jpeg_create_decompress(&jpeg->decoder);
  jpeg->decoder.progress = &jpeg->progress;
}

struct swiped_jpeg *swiped_jpeg_new(void) {
  struct swiped_jpeg *jpeg = calloc(1, sizeof *jpeg);
  if (jpeg == NULL) return NULL;
  jpeg->encoder.err = jpeg_std_error(&jpeg->errors);
  jpeg->errors.error_exit = error_exit;
  jpeg->errors.emit_message = emit_message;
  jpeg->errors.output_message = output_message;
  jpeg->progress.progress_monitor = monitor;
  if (setjmp(jpeg->failed)) {
    swiped_jpeg_free(jpeg);
    return NULL;
  }
  create_decoder(jpeg);
  jpeg_create_compress(&jpeg->encoder);
  return jpeg;
}

void swiped_jpeg_free(struct swiped_jpeg *jpeg) {
  jpeg_destroy_decompress(&jpeg->decoder);
  jpeg_destroy_compress(&jpeg->encoder);
  free(jpeg);
}

const char *swiped_jpeg_message(const struct swiped_jpeg *jpeg) { return jpeg->message; }

// A new decoder for each picture: another one would use the tables of the picture before for one that lacks its own.
static void start(struct swiped_jpeg *jpeg, const uint8_t *bytes, size_t count) {
  jpeg_destroy_decompress(&jpeg->decoder);
  create_decoder(jpeg);
  jpeg->bytes = bytes;
  jpeg->count = count;
  jpeg->scanned = 0;
  memset(&jpeg->findings, 0, sizeof jpeg->findings);
  jpeg->errors.msg_code = 0;
  jpeg_mem_src(&jpeg->decoder, bytes, count);
  jpeg_read_header(&jpeg->decoder, TRUE);
  jpeg->data_start = place(jpeg);
  // libjpeg-turbo 3 decodes other precisions, with other functions.
  if (jpeg->decoder.data_precision != 8) ERREXIT1(&jpeg->decoder, JERR_BAD_PRECISION, jpeg->decoder.data_precision);
}

int swiped_jpeg_read_header(struct swiped_jpeg *jpeg, const uint8_t *bytes, size_t count, struct swiped_jpeg_header *header) {
  struct jpeg_decompress_struct *decoder = &jpeg->decoder;
  if (setjmp(jpeg->failed)) return failure(jpeg, (j_common_ptr)decoder);
  start(jpeg, bytes, count);
  memset(header, 0, sizeof *header);
  header->width = (int)decoder->image_width;
  header->height = (int)decoder->image_height;
  switch (decoder->jpeg_color_space) {
    case JCS_GRAYSCALE: header->colors = SWIPED_JPEG_GRAY; break;
    case JCS_YCbCr: header->colors = SWIPED_JPEG_YCC; break;
    case JCS_RGB: header->colors = SWIPED_JPEG_RGB; break;
    case JCS_CMYK: case JCS_YCCK: header->colors = SWIPED_JPEG_CMYK; break;
    default: header->colors = SWIPED_JPEG_OTHER;
  }
  for (int i = 0; i < decoder->num_components && i < 3; i++) {
    header->sampling[i].across = decoder->comp_info[i].h_samp_factor;
    header->sampling[i].down = decoder->comp_info[i].v_samp_factor;
  }
  jpeg_abort_decompress(decoder);
  return 0;
}

// Whether a progressive JPEG's scans had all bits of all coefficients.
static bool has_all_bits(const struct jpeg_decompress_struct *decoder) {
  if (decoder->coef_bits == NULL) return true;
  for (int i = 0; i < decoder->num_components; i++)
    for (int k = 0; k < DCTSIZE2; k++)
      if (decoder->coef_bits[i][k] != 0) return false;
  return true;
}

// Reads what follows the pixels. All of them are there, so that an error here only means that there is no end marker.
static void read_end(struct swiped_jpeg *jpeg) {
  if (setjmp(jpeg->failed)) {
    jpeg->findings.lacks_end = true;
    jpeg_abort_decompress(&jpeg->decoder);
  } else {
    jpeg_finish_decompress(&jpeg->decoder);
  }
}

static void finish(struct swiped_jpeg *jpeg, struct swiped_jpeg_findings *findings) {
  struct jpeg_decompress_struct *decoder = &jpeg->decoder;
  note_scan(jpeg);
  jpeg->findings.lacks_components = jpeg->scanned != (1u << decoder->num_components) - 1;
  const bool is_whole = has_all_bits(decoder);
  if (decoder->comps_in_scan == decoder->num_components && !decoder->progressive_mode) {
    jpeg->findings.data_end = place(jpeg);
    const JHUFF_TBL *codes = decoder->arith_code ? NULL : decoder->ac_huff_tbl_ptrs[decoder->comp_info[0].ac_tbl_no];
    // The first value is the one whose code is zeros; 0 ends a block.
    if (codes != NULL && codes->huffval[0] != 0)
      jpeg->findings.has_zero_run = has_zero_run(jpeg->bytes + jpeg->data_start, jpeg->findings.data_end - jpeg->data_start);
  }
  read_end(jpeg);
  // Scans that are missing before an end marker are meant to be.
  if (jpeg->findings.lacks_end && !is_whole) jpeg->findings.lacks_scans = true;
  *findings = jpeg->findings;
}

// The sides in pixels of the blocks that are decoded: 8, or less where the picture is scaled.
static int block_side(const jpeg_component_info *component) {
#if JPEG_LIB_VERSION >= 70
  return component->DCT_v_scaled_size;
#else
  return component->DCT_scaled_size;
#endif
}

// Starts to decode the components without conversion.
static void start_planes(struct swiped_jpeg *jpeg, const uint8_t *bytes, size_t count, int eighths) {
  struct jpeg_decompress_struct *decoder = &jpeg->decoder;
  start(jpeg, bytes, count);
  if (decoder->num_components > 3) ERREXIT(decoder, JERR_CONVERSION_NOTIMPL);
  decoder->out_color_space = decoder->jpeg_color_space;
  decoder->raw_data_out = TRUE;
  decoder->scale_num = (unsigned)eighths;
  decoder->scale_denom = 8;
  jpeg_start_decompress(decoder);
}

// Decodes all groups of rows up to `end`; see swiped_jpeg_decode_rows. The pixels of those before `first` are not computed.
static void read_planes(struct jpeg_decompress_struct *decoder, const struct swiped_jpeg_planes *planes, size_t first, size_t end) {
  JSAMPROW rows[3][MAX_SAMP_FACTOR * DCTSIZE];
  JSAMPARRAY image[3] = {rows[0], rows[1], rows[2]};
  const int lines = decoder->max_v_samp_factor * DCTSIZE;
  for (size_t group = 0; group < end && group < decoder->total_iMCU_rows; group++) {
    for (int i = 0; i < decoder->num_components; i++) {
      jpeg_component_info *component = &decoder->comp_info[i];
      component->component_needed = group >= first;
      const size_t count = (size_t)(component->v_samp_factor * block_side(component));
      for (size_t row = 0; row < count; row++) rows[i][row] = planes->start[i] + (group * count + row) * planes->bytes_per_row[i];
    }
    jpeg_read_raw_data(decoder, image, (JDIMENSION)lines);
  }
}

int swiped_jpeg_decode_planes(
  struct swiped_jpeg *jpeg, const uint8_t *bytes, size_t count, struct swiped_jpeg_planes planes, int eighths,
  struct swiped_jpeg_findings *findings) {
  struct jpeg_decompress_struct *decoder = &jpeg->decoder;
  if (setjmp(jpeg->failed)) return failure(jpeg, (j_common_ptr)decoder);
  start_planes(jpeg, bytes, count, eighths);
  for (int i = 0; i < decoder->num_components; i++) jpeg->findings.block_sides[i] = block_side(&decoder->comp_info[i]);
  read_planes(decoder, &planes, 0, SIZE_MAX);
  finish(jpeg, findings);
  return 0;
}

int swiped_jpeg_decode_rows(
  struct swiped_jpeg *jpeg, const uint8_t *bytes, size_t count, struct swiped_jpeg_planes planes, size_t first, size_t end) {
  struct jpeg_decompress_struct *decoder = &jpeg->decoder;
  if (setjmp(jpeg->failed)) return failure(jpeg, (j_common_ptr)decoder);
  start_planes(jpeg, bytes, count, 8);
  read_planes(decoder, &planes, first, end);
  jpeg_abort_decompress(decoder);
  return 0;
}

int swiped_jpeg_decode(
  struct swiped_jpeg *jpeg, const uint8_t *bytes, size_t count, bool is_gray, int eighths, uint8_t *pixels,
  struct swiped_jpeg_findings *findings) {
  struct jpeg_decompress_struct *decoder = &jpeg->decoder;
  if (setjmp(jpeg->failed)) return failure(jpeg, (j_common_ptr)decoder);
  start(jpeg, bytes, count);
  decoder->out_color_space = is_gray ? JCS_GRAYSCALE : JCS_RGB;
  decoder->scale_num = (unsigned)eighths;
  decoder->scale_denom = 8;
  jpeg_start_decompress(decoder);
  while (decoder->output_scanline < decoder->output_height) {
    JSAMPROW row = pixels + (size_t)decoder->output_scanline * decoder->output_width * (is_gray ? 1 : 3);
    jpeg_read_scanlines(decoder, &row, 1);
  }
  finish(jpeg, findings);
  return 0;
}

int swiped_jpeg_encode(
  struct swiped_jpeg *jpeg, const uint8_t *rgb, int width, int height, int quality, uint8_t **file, unsigned long *count) {
  struct jpeg_compress_struct *encoder = &jpeg->encoder;
  *file = NULL;
  *count = 0;
  if (setjmp(jpeg->failed)) {
    // Without memory, libjpeg has freed what this pointed to.
    *file = NULL;
    return failure(jpeg, (j_common_ptr)encoder);
  }
  jpeg_mem_dest(encoder, file, count);
  encoder->image_width = (JDIMENSION)width;
  encoder->image_height = (JDIMENSION)height;
  encoder->input_components = 3;
  encoder->in_color_space = JCS_RGB;
  // The defaults include 4:2:0 chroma.
  jpeg_set_defaults(encoder);
  jpeg_set_quality(encoder, quality, TRUE);
  jpeg_start_compress(encoder, TRUE);
  while (encoder->next_scanline < encoder->image_height) {
    JSAMPROW row = (JSAMPROW)rgb + (size_t)encoder->next_scanline * (size_t)width * 3;
    jpeg_write_scanlines(encoder, &row, 1);
  }
  jpeg_finish_compress(encoder);
  return 0;
}
