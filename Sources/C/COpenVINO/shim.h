// The part of OpenVINO's C API (2026.4, openvino/c/*.h) that is called. Debian has no package with its headers, and nothing else of a build
// needs the wheels that have them. The library is opened at run time, so that a machine without it gets a sentence and not a loader error.
#pragma once
#include <elf.h>     // what a library's file begins with; Swift's Glibc module leaves it out, and the next
#include <malloc.h>  // malloc_trim
#include <stddef.h>
#include <stdint.h>
#include "../functions.h"

typedef struct ov_core ov_core_t;
typedef struct ov_compiled_model ov_compiled_model_t;
typedef struct ov_infer_request ov_infer_request_t;
typedef struct ov_tensor ov_tensor_t;

typedef struct {
  const char *key;
  const void *value;
} ov_property_t;

typedef int32_t ov_status_t;        // 0 is success
typedef int32_t ov_element_type_t;  // 4 is 32-bit float

ov_status_t ov_core_create(ov_core_t **);
void ov_core_free(ov_core_t *);
ov_status_t ov_core_compile_model_from_file_props(const ov_core_t *, const char *path, const char *device, size_t count,
                                                  const ov_property_t *, ov_compiled_model_t **);
void ov_compiled_model_free(ov_compiled_model_t *);
ov_status_t ov_compiled_model_outputs_size(const ov_compiled_model_t *, size_t *);
ov_status_t ov_compiled_model_create_infer_request(const ov_compiled_model_t *, ov_infer_request_t **);
void ov_infer_request_free(ov_infer_request_t *);
ov_status_t ov_infer_request_get_input_tensor_by_index(const ov_infer_request_t *, size_t index, ov_tensor_t **);
ov_status_t ov_infer_request_get_output_tensor_by_index(const ov_infer_request_t *, size_t index, ov_tensor_t **);
ov_status_t ov_infer_request_set_input_tensor_by_index(ov_infer_request_t *, size_t index, const ov_tensor_t *);
ov_status_t ov_infer_request_infer(ov_infer_request_t *);
ov_status_t ov_tensor_get_size(const ov_tensor_t *, size_t *elements);
ov_status_t ov_tensor_get_element_type(const ov_tensor_t *, ov_element_type_t *);
ov_status_t ov_tensor_data(const ov_tensor_t *, void **);
void ov_tensor_free(ov_tensor_t *);
const char *ov_get_last_err_msg(void);

#define SWIPED_OPENVINO(function) \
  function(ov_core_create) function(ov_core_free) function(ov_core_compile_model_from_file_props) function(ov_compiled_model_free) \
  function(ov_compiled_model_outputs_size) function(ov_compiled_model_create_infer_request) function(ov_infer_request_free) \
  function(ov_infer_request_get_input_tensor_by_index) function(ov_infer_request_get_output_tensor_by_index) \
  function(ov_infer_request_set_input_tensor_by_index) function(ov_infer_request_infer) function(ov_tensor_get_size) \
  function(ov_tensor_get_element_type) function(ov_tensor_data) function(ov_tensor_free) function(ov_get_last_err_msg)
SWIPED_FUNCTIONS(ov_functions, SWIPED_OPENVINO)
