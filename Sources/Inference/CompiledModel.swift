import COpenVINO

/// A model ready to run: one input and some outputs, all 32-bit floats, in memory that stays where it is.
public struct CompiledModel: ~Copyable {
  private let calls: OpenVINO
  private let model: OpaquePointer
  private let request: OpaquePointer
  private let tensors: [OpaquePointer]
  private var hasInferred = false

  /// Where the input is written before ``infer()``.
  public private(set) var input: UnsafeMutableBufferPointer<Float>
  /// What the last ``infer()`` gave, in the model's order.
  public let outputs: [UnsafeBufferPointer<Float>]

  /// Takes over `model`, whether or not it succeeds.
  init(_ calls: OpenVINO, _ model: OpaquePointer) throws(InferenceError) {
    var request: OpaquePointer?
    var tensors: [OpaquePointer] = []
    let input: UnsafeMutableBufferPointer<Float>
    var outputs: [UnsafeBufferPointer<Float>] = []
    do {
      try calls.check(calls.createInferRequest(model, &request), "creating an infer request")
      var count = 0
      try calls.check(calls.outputCount(model, &count), "counting a model's outputs")
      func floats(_ get: ov_infer_request_get_tensor_by_index_fn, _ index: Int) throws(InferenceError) -> UnsafeMutableBufferPointer<Float>
      {
        var tensor: OpaquePointer?
        try calls.check(get(request, index, &tensor), "finding tensor \(index)")
        tensors.append(tensor!)
        var type: ov_element_type_t = 0
        var size = 0
        var data: UnsafeMutableRawPointer?
        try calls.check(calls.tensorElementType(tensor, &type), "asking for a tensor's type")
        try calls.check(calls.tensorSize(tensor, &size), "asking for a tensor's size")
        try calls.check(calls.tensorData(tensor, &data), "asking for a tensor's memory")
        guard type == Self.float32, let data else {
          throw InferenceError(.failed, "tensor \(index) of a model does not hold 32-bit floats")
        }
        return UnsafeMutableBufferPointer(start: data.assumingMemoryBound(to: Float.self), count: size)
      }
      input = try floats(calls.inputTensor, 0)
      for index in 0..<count { outputs.append(UnsafeBufferPointer(try floats(calls.outputTensor, index))) }
    } catch {
      for tensor in tensors { calls.tensorFree(tensor) }
      if let request { calls.inferRequestFree(request) }
      calls.compiledModelFree(model)
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
    for tensor in tensors { calls.tensorFree(tensor) }
    calls.inferRequestFree(request)
    calls.compiledModelFree(model)
  }

  /// Computes from now on with what another model gives, where it lies: that one's first output becomes this one's input.
  ///
  /// - Throws: ``InferenceError`` where the two do not fit.
  public mutating func takeInput(from other: borrowing CompiledModel) throws(InferenceError) {
    // The runtime keeps the memory for as long as one of the two needs it.
    try calls.check(calls.setInputTensor(request, 0, other.firstOutput), "joining two parts of a model")
    input = UnsafeMutableBufferPointer(mutating: other.outputs[0])
  }

  /// Computes from now on with the very input that another model has.
  ///
  /// - Throws: ``InferenceError`` where that one does not fit.
  public mutating func shareInput(of other: borrowing CompiledModel) throws(InferenceError) {
    try calls.check(calls.setInputTensor(request, 0, other.tensors[0]), "giving two models one input")
    input = other.input
  }

  /// Runs the model on what is in ``input``, and returns when ``outputs`` are there.
  ///
  /// - Throws: ``InferenceError`` with the runtime's own words.
  public mutating func infer() throws(InferenceError) {
    try calls.check(calls.infer(request), "inference")
    if !hasInferred { releaseUnusedMemory() }
    hasInferred = true
  }

  /// OpenVINO's `F32`.
  private static let float32: ov_element_type_t = 4
}
