import COpenVINO
import Glibc

/// The inference runtime, opened, and its CPU device.
public struct Runtime: ~Copyable {
  let calls: OpenVINO
  private let core: OpaquePointer
  private let prefix: RuntimePrefix
  private let cache: ModelCache?
  /// As long as models are compiled.
  private let lock: ModelCacheLock?

  /// Opens the runtime in `prefix`.
  ///
  /// - Parameter cache: where compiled models are kept. Without one, or while another process uses it, each is compiled anew.
  /// - Throws: ``InferenceError`` when a library is missing or broken.
  public init(_ prefix: RuntimePrefix, cache: ModelCache? = nil) throws(InferenceError) {
    let calls = try OpenVINO(in: prefix.load())
    _ = try prefix.reader()
    var core: OpaquePointer?
    guard calls.coreCreate(&core) == 0, let core else {
      throw InferenceError(.runtimeBroken, "inference runtime in \(prefix.path) does not start; run `make setup` again")
    }
    self.calls = calls
    self.core = core
    self.prefix = prefix
    if let cache, prefix.readsCompiled { lock = ModelCacheLock(cache) } else { lock = nil }
    self.cache = lock == nil ? nil : cache
    self.cache?.removeDamaged()
  }

  /// Compiled models outlive it.
  deinit {
    calls.coreFree(core)
    releaseUnusedMemory()
  }

  /// Verifies a model and compiles it, or takes it from the cache.
  ///
  /// - Parameters:
  ///   - precision: number format of the arithmetic.
  ///   - threads: how many threads one inference may use, at least 1.
  /// - Throws: ``InferenceError`` when the file is missing or altered, or the runtime refuses it.
  public func compile(_ file: ModelFile, precision: Precision, threads: Int) throws(InferenceError) -> CompiledModel {
    let path = try file.verified(in: prefix)
    let settings = [
      "PERFORMANCE_HINT": "LATENCY",
      "NUM_STREAMS": "1",
      "INFERENCE_NUM_THREADS": String(threads),
      "INFERENCE_PRECISION_HINT": precision.rawValue,
      // A pinned thread waits for its core while another one is idle.
      "ENABLE_CPU_PINNING": "NO",
    ]
    // A folder that cannot be used after all is none.
    if let cache {
      let settings = settings.merging(["CACHE_DIR": cache.path]) { $1 }
      // One that was compiled keeps a quarter more memory than one that was read, so the first start reads as well.
      if let model = try? compile(path, settings), !cache.seal() { return model }
      if let model = try? compile(path, settings) { return model }
    }
    do {
      return try compile(path, settings)
    } catch {
      // The reader's own reason is the better one.
      _ = try prefix.reader().load()
      throw error
    }
  }

  private func compile(_ path: String, _ settings: [String: String]) throws(InferenceError) -> CompiledModel {
    let properties = settings.map { ov_property_t(key: strdup($0.key), value: strdup($0.value)) }
    defer {
      for property in properties {
        free(UnsafeMutablePointer(mutating: property.key))
        free(UnsafeMutableRawPointer(mutating: property.value))
      }
    }
    var compiled: OpaquePointer?
    // The model is the right one: a runtime that refuses it lacks a part.
    try calls.check(
      calls.coreCompileModel(core, path, "CPU", properties.count, properties, &compiled), "compiling model \(path)", else: .runtimeBroken)
    return try CompiledModel(calls, compiled!)
  }
}
