import Inference

extension Runtime {
  /// The runtime for the models that hands do not need.
  ///
  /// They have a cache of their own, so that the one of hands, which the daemon verifies at each start, stays small. It keeps the ten
  /// models of bodies and faces in two settings.
  ///
  /// - Throws: ``InferenceError`` if a library is missing or broken.
  package static func vision(_ prefix: RuntimePrefix) throws(InferenceError) -> Runtime {
    try Runtime(prefix, cache: .find(ModelFile.Folder.visionModels.rawValue, keeping: 20))
  }
}
