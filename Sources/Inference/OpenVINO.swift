import COpenVINO
import Glibc
import Platform

/// The functions of OpenVINO's C API, looked up by name in the loaded library.
extension ov_functions {
  /// - Throws: ``InferenceError`` with the loader's message if a function is missing.
  init(in library: LoadedLibrary) throws(InferenceError) {
    self.init()
    guard ov_functions_find(&self, library.handle) else {
      throw InferenceError(.runtimeBroken, "inference runtime lacks a function: \(String(cString: dlerror()))", fix: .setup)
    }
  }

  /// Checks the status of a call.
  ///
  /// - Throws: ``InferenceError`` with the runtime's message if `status` is not success.
  func check(
    _ status: ov_status_t, _ doing: @autoclosure () -> String, else code: InferenceError.Code = .failed
  ) throws(InferenceError) {
    guard status != 0 else { return }
    let words = ov_get_last_err_msg().map { String(cString: $0) } ?? "status \(status)"
    var line = words.split(whereSeparator: \.isNewline).joined(separator: " ")[...]
    // Removes the places in the runtime's source, one for each layer that the exception passed through.
    while line.hasPrefix("Exception from "), let place = line.firstRange(of: ": ") { line = line[place.upperBound...] }
    throw InferenceError(code, "\(doing()) failed: \(line)", fix: RuntimeWords(words).fix)
  }
}
