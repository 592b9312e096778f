// The part of OpenVINO's C API (2026.4, openvino/c/*.h) that is called, as types only: the library is opened at run
// time, so that a machine without it gets a sentence and not a loader error. Each `…_fn` is named after its function.
#pragma once
#include <elf.h>     // what a library's file begins with; Swift's Glibc module leaves it out, and the next
#include <malloc.h>  // malloc_trim
#include <stddef.h>
#include <stdint.h>

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

typedef ov_status_t (*ov_core_create_fn)(ov_core_t **);
typedef void (*ov_core_free_fn)(ov_core_t *);
typedef ov_status_t (*ov_core_compile_model_from_file_props_fn)(const ov_core_t *, const char *path, const char *device, size_t count,
                                                                const ov_property_t *, ov_compiled_model_t **);
typedef void (*ov_compiled_model_free_fn)(ov_compiled_model_t *);
typedef ov_status_t (*ov_compiled_model_outputs_size_fn)(const ov_compiled_model_t *, size_t *);
typedef ov_status_t (*ov_compiled_model_create_infer_request_fn)(const ov_compiled_model_t *, ov_infer_request_t **);
typedef void (*ov_infer_request_free_fn)(ov_infer_request_t *);
typedef ov_status_t (*ov_infer_request_get_tensor_by_index_fn)(const ov_infer_request_t *, size_t index, ov_tensor_t **);
typedef ov_status_t (*ov_infer_request_set_input_tensor_by_index_fn)(ov_infer_request_t *, size_t index, const ov_tensor_t *);
typedef ov_status_t (*ov_infer_request_infer_fn)(ov_infer_request_t *);
typedef ov_status_t (*ov_tensor_get_size_fn)(const ov_tensor_t *, size_t *elements);
typedef ov_status_t (*ov_tensor_get_element_type_fn)(const ov_tensor_t *, ov_element_type_t *);
typedef ov_status_t (*ov_tensor_data_fn)(const ov_tensor_t *, void **);
typedef void (*ov_tensor_free_fn)(ov_tensor_t *);
typedef const char *(*ov_get_last_err_msg_fn)(void);
