import COpenVINO
import Glibc

/// The functions of OpenVINO's C API, looked up by name in the loaded library.
struct OpenVINO: Sendable {
  let coreCreate: ov_core_create_fn
  let coreFree: ov_core_free_fn
  let coreCompileModel: ov_core_compile_model_from_file_props_fn
  let compiledModelFree: ov_compiled_model_free_fn
  let outputCount: ov_compiled_model_outputs_size_fn
  let createInferRequest: ov_compiled_model_create_infer_request_fn
  let inferRequestFree: ov_infer_request_free_fn
  let setInputTensor: ov_infer_request_set_input_tensor_by_index_fn
  let inputTensor: ov_infer_request_get_tensor_by_index_fn
  let outputTensor: ov_infer_request_get_tensor_by_index_fn
  let infer: ov_infer_request_infer_fn
  let tensorSize: ov_tensor_get_size_fn
  let tensorElementType: ov_tensor_get_element_type_fn
  let tensorData: ov_tensor_data_fn
  let tensorFree: ov_tensor_free_fn
  let lastErrorMessage: ov_get_last_err_msg_fn

  /// - Parameter library: a handle to the open `libopenvino_c.so.…`.
  /// - Throws: ``InferenceError`` with the loader's message if a function is missing.
  init(in library: UnsafeMutableRawPointer) throws(InferenceError) {
    func find<Function>(_ name: String, as type: Function.Type = Function.self) throws(InferenceError) -> Function {
      guard let symbol = dlsym(library, name) else {
        throw InferenceError(.runtimeBroken, "inference runtime lacks a function: \(String(cString: dlerror()))", fix: .setup)
      }
      return unsafeBitCast(symbol, to: type)
    }
    coreCreate = try find("ov_core_create")
    coreFree = try find("ov_core_free")
    coreCompileModel = try find("ov_core_compile_model_from_file_props")
    compiledModelFree = try find("ov_compiled_model_free")
    outputCount = try find("ov_compiled_model_outputs_size")
    createInferRequest = try find("ov_compiled_model_create_infer_request")
    inferRequestFree = try find("ov_infer_request_free")
    setInputTensor = try find("ov_infer_request_set_input_tensor_by_index")
    inputTensor = try find("ov_infer_request_get_input_tensor_by_index")
    outputTensor = try find("ov_infer_request_get_output_tensor_by_index")
    infer = try find("ov_infer_request_infer")
    tensorSize = try find("ov_tensor_get_size")
    tensorElementType = try find("ov_tensor_get_element_type")
    tensorData = try find("ov_tensor_data")
    tensorFree = try find("ov_tensor_free")
    lastErrorMessage = try find("ov_get_last_err_msg")
  }

  /// Checks the status of a call.
  ///
  /// - Throws: ``InferenceError`` with the runtime's message if `status` is not success.
  func check(
    _ status: ov_status_t, _ doing: @autoclosure () -> String, else code: InferenceError.Code = .failed
  ) throws(InferenceError) {
    guard status != 0 else { return }
    let words = lastErrorMessage().map { String(cString: $0) } ?? "status \(status)"
    var line = words.split(whereSeparator: \.isNewline).joined(separator: " ")[...]
    // Removes the places in the runtime's source, one for each layer that the exception passed through.
    while line.hasPrefix("Exception from "), let place = line.firstRange(of: ": ") { line = line[place.upperBound...] }
    throw InferenceError(code, "\(doing()) failed: \(line)", fix: RuntimeWords(words).fix)
  }
}
