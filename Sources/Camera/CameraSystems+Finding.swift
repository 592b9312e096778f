/// Finds and opens the camera that is wanted, in the system that has it.
extension CameraSystems {
  /// Starts to watch for cameras that no device event announces; nil if none of them could be the one that is wanted.
  ///
  /// - Parameter isDeniedAgain: as of ``open(_:isDeniedAgain:into:)``.
  func watch(_ options: CameraOptions, after error: CameraError, isDeniedAgain: Bool, onChange: @escaping @Sendable () -> Void)
    -> CameraListWatch?
  {
    let isOfPipeWire = options.backend == .pipewire || CameraName(options.name).isOfPipeWire
    guard isOfPipeWire || options.backend == .auto && error.mayBeElsewhere(isDeniedAgain: isDeniedAgain) else { return nil }
    return pipeWire.watch(onChange)
  }

  /// Opens the camera that the options name.
  ///
  /// - Parameters:
  ///   - isDeniedAgain: whether V4L2 has refused its camera before: a new device has its owner before it has its permissions.
  ///   - camera: receives the camera.
  /// - Returns: facts about it for the log.
  /// - Throws: `CameraError`: that of V4L2 if no system has the camera.
  func open(_ options: CameraOptions, isDeniedAgain: Bool, into camera: inout (any OpenCamera & ~Copyable)?) throws(CameraError) -> [String]
  {
    if options.backend == .pipewire || CameraName(options.name).isOfPipeWire { return try openPipeWire(options, into: &camera) }
    do {
      return try openV4L2(options, into: &camera)
    } catch  where options.backend == .auto && error.mayBeElsewhere(isDeniedAgain: isDeniedAgain) {
      do { return try openPipeWire(options, into: &camera) } catch let other { throw error.after(other) }
    }
  }

  /// Finds a camera without opening it.
  ///
  /// - Parameter name: as in the configuration.
  /// - Returns: its path in ``CameraListing``.
  /// - Throws: `CameraError`, as ``open(_:isDeniedAgain:into:)``, apart from what only opening shows.
  package func find(_ name: String, backend: CameraBackend = .auto) throws(CameraError) -> String {
    let isOfPipeWire = backend == .pipewire || CameraName(name).isOfPipeWire
    do {
      guard !isOfPipeWire else { return CameraName.of(try CameraName(name).choose(among: pipeWire.cameras(), on: v4l2.machine)) }
      return try CameraDevice.find(name, calls: v4l2).path
    } catch  where !isOfPipeWire && backend == .auto && error.mayBeElsewhere(isDeniedAgain: true) {
      do { return CameraName.of(try CameraName(name).choose(among: pipeWire.cameras(), on: v4l2.machine)) } catch let other {
        throw error.after(other)
      }
    }
  }

  private func openV4L2(_ options: CameraOptions, into camera: inout (any OpenCamera & ~Copyable)?) throws(CameraError) -> [String] {
    let device = try CameraDevice.find(options.name, calls: v4l2)
    let opened = try openV4L2(device, options)
    let facts = (options.name == "auto" ? [device.autoReason] : ["watching \(opened.label)"]) + opened.notices
    camera = consume opened
    return facts
  }

  /// A USB bus may have no bandwidth left for larger pictures than the usual ones: these are better than none.
  private func openV4L2(_ device: CameraDevice, _ options: CameraOptions) throws(CameraError) -> V4L2Camera {
    do {
      return try V4L2Camera(device, request: options.request, calls: v4l2, memory: options.memory)
    } catch  where error.code == .failed && device.takesLargeSize(for: options.request, calls: v4l2) {
      return try V4L2Camera(device, request: options.request.ofUsualSize(because: error.summary), calls: v4l2, memory: options.memory)
    }
  }

  private func openPipeWire(_ options: CameraOptions, into camera: inout (any OpenCamera & ~Copyable)?) throws(CameraError) -> [String] {
    let name = CameraName(options.name)
    return try pipeWire.open({ nodes throws(CameraError) in try name.choose(among: nodes, on: v4l2.machine) }, options.request, &camera)
  }
}

extension CameraError {
  /// Whether another system may have the camera that V4L2 does not give.
  func mayBeElsewhere(isDeniedAgain: Bool) -> Bool {
    switch code {
    case .noCamera, .noSuchDevice, .notACamera, .noUsableFormat, .noAnswer: true
    case .permissionDenied: isDeniedAgain
    case .busy, .unplugged, .stalled, .changed, .failed: false
    }
  }
}

extension CameraError {
  /// The error of V4L2 and PipeWire together: that of V4L2 if PipeWire has no such camera, or might have none in its place.
  fileprivate func after(_ pipeWire: CameraError) -> CameraError {
    switch pipeWire.code {
    case .noCamera, .noSuchDevice: self
    case .noAnswer: [.noCamera, .noSuchDevice].contains(code) ? addingSilence(of: pipeWire) : self
    default: pipeWire
    }
  }
}
