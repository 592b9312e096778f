import COpenVINO
import Glibc
import Platform
import SystemPackage
import UserErrors

/// A model file, identified by its name and its SHA-256.
public struct ModelFile: Sendable {
  /// The name of the file.
  public let name: String
  /// SHA-256 of the file, 64 lowercase hexadecimal digits.
  public let sha256: String
  /// A directory of the prefix.
  public enum Folder: String, Sendable {
    /// Of hands.
    case models
    /// Of bodies and faces, which are installed apart, and have a cache of their own of this name.
    case visionModels = "vision-models"

    /// The fix for a file that is not there or not whole.
    fileprivate var fix: Fix {
      switch self {
      case .models: .setup
      case .visionModels: .setupVision
      }
    }
  }

  /// Directory of the prefix that contains it.
  public let folder: Folder

  /// Names a file; whether it is there, ``verified(in:)`` says.
  public init(name: String, sha256: String, in folder: Folder = .models) {
    self.name = name
    self.sha256 = sha256
    self.folder = folder
  }

  /// Checks that the file exists and has the expected content.
  ///
  /// - Returns: its path.
  /// - Throws: ``InferenceError``, `modelMissing` or `modelAltered`.
  public func verified(in prefix: RuntimePrefix) throws(InferenceError) -> String {
    let path = "\(prefix.path)/\(folder.rawValue)/\(name)"
    let digest: String
    do throws(RegularFileError) { digest = try SHA256.hexDigest(ofFile: path) } catch {
      throw InferenceError(.modelMissing, "model \(path) cannot be read: \(error)", fix: error.fix(of: FilePath(path), else: folder.fix))
    }
    guard digest == sha256 else {
      throw InferenceError(
        .modelAltered, "model \(path) is truncated or altered: its SHA-256 is not \(sha256)", fix: folder.fix)
    }
    return path
  }
}

/// The number format in which a model, or most of it, computes.
public enum Precision: String, Sendable, CaseIterable {
  /// 32-bit floating point: exact.
  case f32
  /// 16-bit floating point with 8 bits of mantissa: faster on processors with AMX.
  case bf16

  /// The format in which this machine's processor computes the models fastest.
  public static let fastest = fastest(cpuinfo: Files.text(of: "/proc/cpuinfo") ?? "")

  /// - Parameter cpuinfo: the text of /proc/cpuinfo; its first `flags` apply to all processors.
  package static func fastest(cpuinfo: String) -> Precision {
    let line = cpuinfo.split(separator: "\n").first { $0.hasPrefix("flags") } ?? ""
    // With AVX-512's instructions for 16 bits but without AMX, the models take twice the time of 32 bits.
    return line.split(whereSeparator: \.isWhitespace).contains("amx_bf16") ? .bf16 : .f32
  }
}

/// A model that is ready to run, with one input and some outputs of 32-bit floats at fixed addresses.
public struct CompiledModel: ~Copyable {
  private let calls: ov_functions
  private let model: OpaquePointer
  private let request: OpaquePointer
  private let tensors: [OpaquePointer]
  private var hasInferred = false

  /// The input, to be filled before ``infer()``.
  public private(set) var input: UnsafeMutableBufferPointer<Float>
  /// The outputs of the last ``infer()``, in the model's order.
  public let outputs: [UnsafeBufferPointer<Float>]

  /// Takes ownership of `model`, even if it throws.
  init(_ calls: ov_functions, _ model: OpaquePointer) throws(InferenceError) {
    var request: OpaquePointer?
    var tensors: [OpaquePointer] = []
    let input: UnsafeMutableBufferPointer<Float>
    var outputs: [UnsafeBufferPointer<Float>] = []
    do {
      try calls.check(calls.ov_compiled_model_create_infer_request(model, &request), "creating an infer request")
      var count = 0
      try calls.check(calls.ov_compiled_model_outputs_size(model, &count), "counting a model's outputs")
      typealias Get = (OpaquePointer?, Int, UnsafeMutablePointer<OpaquePointer?>?) -> ov_status_t
      func floats(_ get: Get, _ index: Int) throws(InferenceError) -> UnsafeMutableBufferPointer<Float> {
        var tensor: OpaquePointer?
        try calls.check(get(request, index, &tensor), "finding tensor \(index)")
        tensors.append(tensor!)
        var type: ov_element_type_t = 0
        var size = 0
        var data: UnsafeMutableRawPointer?
        try calls.check(calls.ov_tensor_get_element_type(tensor, &type), "asking for a tensor's type")
        try calls.check(calls.ov_tensor_get_size(tensor, &size), "asking for a tensor's size")
        try calls.check(calls.ov_tensor_data(tensor, &data), "asking for a tensor's memory")
        guard type == Self.float32, let data else {
          throw InferenceError(.failed, "tensor \(index) of a model does not hold 32-bit floats")
        }
        return UnsafeMutableBufferPointer(start: data.assumingMemoryBound(to: Float.self), count: size)
      }
      input = try floats(calls.ov_infer_request_get_input_tensor_by_index, 0)
      for index in 0..<count { outputs.append(UnsafeBufferPointer(try floats(calls.ov_infer_request_get_output_tensor_by_index, index))) }
    } catch {
      for tensor in tensors { calls.ov_tensor_free(tensor) }
      if let request { calls.ov_infer_request_free(request) }
      calls.ov_compiled_model_free(model)
      throw error
    }
    self.calls = calls
    self.model = model
    self.request = request!
    self.tensors = tensors
    self.input = input
    self.outputs = outputs
  }

  private var firstOutput: OpaquePointer { tensors[1] }

  deinit {
    for tensor in tensors { calls.ov_tensor_free(tensor) }
    calls.ov_infer_request_free(request)
    calls.ov_compiled_model_free(model)
  }

  /// Uses another model's first output as the input, without a copy.
  ///
  /// - Throws: ``InferenceError`` if the two do not fit.
  public mutating func takeInput(from other: borrowing CompiledModel) throws(InferenceError) {
    // The runtime keeps the memory until neither model needs it.
    try calls.check(calls.ov_infer_request_set_input_tensor_by_index(request, 0, other.firstOutput), "joining two parts of a model")
    input = UnsafeMutableBufferPointer(mutating: other.outputs[0])
  }

  /// Runs the model on ``input``, and returns when ``outputs`` are complete.
  ///
  /// - Throws: ``InferenceError`` with the runtime's message.
  public mutating func infer() throws(InferenceError) {
    try calls.check(calls.ov_infer_request_infer(request), "inference")
    if !hasInferred { releaseUnusedMemory() }
    hasInferred = true
  }

  /// OpenVINO's `F32`.
  private static let float32: ov_element_type_t = 4
}
