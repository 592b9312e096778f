import Camera
import Glibc
import Platform
import Settings
import UserErrors

/// What is known about the machine's cameras.
package struct CameraCheckFacts: Sendable {
  package var listings: [CameraListing]
  /// The device node of the configured camera, or the error of finding it.
  package var found: Result<String, CameraError>
  package var request = CameraRequest()
  /// By how many degrees swiped turns the picture clockwise.
  package var rotation = 0
  /// The nodes that this user may not open.
  package var denied: Set<String> = []
  /// The programs that use the configured camera, as far as this user may see them; nil if none streams from it.
  package var users: [CameraHolder]?
  /// Whether the driver of USB cameras is in the kernel.
  package var isDriverLoaded = true
  package var isAtSeat = true
  package var pipeWire = PipeWireFacts()
  /// The command that opens the configuration at the camera's name; nil where that is the default.
  package var editName: ShellCommand?

  package init(_ listings: [CameraListing], found: Result<String, CameraError>) {
    self.listings = listings
    self.found = found
  }

  /// The finding about the configured camera, and, if it was found, a note for each other node that may not be opened.
  package func check() -> [Finding] {
    switch found {
    case .success(let path):
      let others = listings.filter { denied.contains($0.path) && $0.path != path }.map { listing in
        Finding.note("camera", "\(listing.label): permission denied; another camera is used")
          .saying(.cameraOtherDenied, ["camera": listing.label])
      }
      return [check(path)] + others
    case .failure(let error) where error.code == .permissionDenied:
      return [refused(listings.first { denied.contains($0.path) }?.path, error)]
    case .failure(let error):
      return [missing(error)]
    }
  }

  private func check(_ path: String) -> Finding {
    guard let listing = listings.first(where: { $0.path == path }) else {
      return .failed("camera", "\(path) was unplugged during the check", fix: nil).saying(.cameraUnplugged, ["camera": path])
    }
    if let users, users.isEmpty {
      return .failed("camera", "\(listing.label) is in use by another user's program", fix: "sudo fuser -v \(path)")
        .saying(.cameraBusyElsewhere, ["camera": listing.label])
    }
    if let users {
      return .failed("camera", "\(listing.label) is in use by \(users.labels); close it there", fix: FixCommand.show(users.map(\.pid)))
        .saying(.cameraBusy, ["camera": listing.label, "holders": users.names])
    }
    if let error = listing.error {
      return .failed("camera", error, fix: nil).saying([listing.refusal ?? Fact(FindingCode.cameraError, ["error": error])])
    }
    if listing.modes.isEmpty {
      return .failed("camera", "\(listing.label) offers no format at the moment; is it a loopback that no program feeds?", fix: nil)
        .saying(.cameraNoFormat, ["camera": listing.label])
    }
    var message = listing.label
    var facts = [Fact(FindingCode.camera, ["camera": listing.label])]
    let choice = listing.choice(request)
    let mode = choice?.mode
    if let mode {
      let name = "\(mode.width)×\(mode.height) \(mode.format)"
      message += ", \(name)"
      facts.append(Fact(FindingCode.cameraMode, ["mode": name]))
    }
    if let fps = mode?.interval?.fps {
      message += " at \(fps.decimals(0)) fps"
      facts.append(Fact(FindingCode.cameraRate, ["rate": fps.decimals(0)]))
    }
    if let choice { message += " (\(choice.reason))" }
    if rotation != 0 {
      message += ", turned \(rotation)° clockwise"
      facts.append(Fact(FindingCode.cameraTurned, ["degrees": "\(rotation)"]))
    }
    if !listing.holders.isEmpty {
      message += ", open in \(listing.holders.labels)"
      facts.append(Fact(FindingCode.cameraHolders, ["holders": listing.holders.names]))
    }
    if mode == nil {
      return .note("camera", "\(message), no format that can be read without conversion").saying(facts).saying(.cameraUnreadable)
    }
    if let fps = mode?.interval?.fps, fps.rounded() < CameraRequest.minimumFPS {
      let least = CameraRequest.minimumFPS.decimals(0)
      return .note("camera", "\(message); gestures are tracked badly below \(least) fps")
        .saying(facts).saying(.cameraSlow, ["least": least])
    }
    return .ok("camera", message).saying(facts)
  }

  private func refused(_ path: String?, _ error: CameraError) -> Finding {
    guard let path, let listing = listings.first(where: { $0.path == path }) else {
      return .failed("camera", error.userError).saying(messageAs: .cameraError)
    }
    if isAtSeat {
      return .failed("camera", "\(listing.label): permission denied (udev has not granted it)", fix: FixCommand.trigger(path))
        .saying(.cameraDenied, ["camera": listing.label])
    }
    return .failed(
      "camera", "\(listing.label): permission denied (you are not logged in at the computer's own screen)",
      fix: "sudo usermod -aG video \"$(id -un)\" && \(FixCommand.takeOwnership(path))"
    ).saying(.cameraDeniedElsewhere, ["camera": listing.label])
  }

  private func missing(_ error: CameraError) -> Finding {
    let isRaw = listings.contains { $0.isRawSensor }
    if [.noCamera, .noAnswer, .noUsableFormat].contains(error.code), let finding = pipeWire.check(rawNodes: isRaw) { return finding }
    return switch error.code {
    case .noCamera where listings.isEmpty && !isDriverLoaded:
      .failed(
        "camera", "no camera found; plug one in (the driver of USB cameras is not loaded either)",
        fix: "sudo modprobe uvcvideo"
      ).saying(.cameraMissing).saying(.cameraDriverMissing)
    case .noCamera where listings.isEmpty: .failed("camera", "no camera found; plug one in", fix: nil).saying(.cameraMissing)
    case .noSuchDevice:
      .failed("camera", error.description, fix: editName).saying(.cameraNotFound, ["error": error.userError.summary])
    case .notACamera: .failed("camera", error.description, fix: editName).saying(.cameraNoDevice, ["error": error.userError.summary])
    case .noCamera: .failed("camera", error.userError).saying(.cameraMissing)
    default: .failed("camera", error.userError).saying(messageAs: .cameraError)
    }
  }
}

extension CameraCheckFacts {
  static func gathered(_ configuration: ConfigurationFacts) -> CameraCheckFacts {
    let settings = configuration.configuration.camera
    let listings = CameraListing.all(backend: settings.backend)
    var facts = CameraCheckFacts(listings, found: node(of: settings))
    facts.request = CameraRequest(settings)
    facts.rotation = settings.rotation.rawValue
    facts.denied = Set(listings.filter { $0.system == .v4l2 }.map(\.path).filter { access($0, R_OK | W_OK) != 0 })
    facts.isDriverLoaded = Files.exists("/sys/module/uvcvideo")
    facts.isAtSeat = hasSeat(getuid())
    if case .failure = facts.found { facts.pipeWire = .gathered() }
    facts.editName = configuration.editCameraName
    if case .success(let path) = facts.found, let listing = listings.first(where: { $0.path == path }),
      listing.system == .v4l2, !listing.holders.contains(where: { $0.name == "swiped" }), CameraDevice.isStreaming(path)
    {
      let use = CameraUse.find(path)
      facts.users = use.isUsed ? use.holders : nil
    }
    return facts
  }

  /// The path of the camera that a configuration names.
  package static func node(of settings: CameraSettings) -> Result<String, CameraError> {
    Result { () throws(CameraError) in
      try CameraSystems.installed.find(settings.device, backend: settings.backend)
    }.map { Files.resolve($0) ?? $0 }
  }
}

extension ConfigurationFacts {
  /// The command that opens the configuration at the camera's name; nil where that is the default.
  fileprivate var editCameraName: ShellCommand? {
    guard let loaded = try? loaded.get(), let file = loaded.file else { return nil }
    return loaded.place(in: "camera", key: "device").map { FixCommand.edit(file, line: $0.line) }
  }
}

extension [CameraHolder] {
  /// For a text of a page.
  fileprivate var names: String { map(\.name).joined(separator: ", ") }
}

extension CameraListing {
  /// Why it cannot be used, for programs that say it in their own words; nil if it can be, or where only ``error`` says why.
  package var refusal: Fact? {
    let code: FindingCode? =
      switch cause?.code {
      case .permissionDenied: .cameraNotPermitted
      case .notACamera: cause?.isUnfedLoopback == true ? .cameraUnfed : isRawSensor ? .cameraRawSensor : .notACamera
      case .noUsableFormat: .cameraFormatUnsupported
      default: nil
      }
    return code.map { Fact($0, ["camera": label]) }
  }

  var label: String { name.map { "\($0) (\(path))" } ?? path }

  /// The mode that negotiation chooses, as in `640×480 YUYV at 30 fps`, and why; nil if none can be read.
  func chosenMode(_ request: CameraRequest) -> (text: String, reason: String)? {
    guard let (mode, reason) = choice(request) else { return nil }
    let rate = mode.interval?.fps.map { " at \($0.decimals(0)) fps" } ?? ""
    return ("\(mode.width)×\(mode.height) \(mode.format)\(rate)", reason)
  }

  /// The mode that negotiation chooses, and why.
  func choice(_ request: CameraRequest) -> (mode: CameraMode, reason: String)? {
    let request = system == .pipewire ? request.ofUsualSize : request
    let modes = readableModes(request: request)
    return CameraMode.choose(among: modes, request: request).map { ($0, $0.reason(request: request, among: modes)) }
  }

  /// The modes that negotiation chooses from: of sizes and rates offered as a range, those nearest to the request.
  private func readableModes(request: CameraRequest) -> [CameraMode] {
    modes.filter(\.isReadable).flatMap { mode in
      let code = mode.format.utf8.reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      let (width, height) = (mode.width.nearest(to: request.width), mode.height.nearest(to: request.height))
      let rates = mode.rateRange.map { [min(max(request.fps, $0[0]), $0[1])] } ?? mode.rates
      // A driver that reports no rate still has one.
      let intervals = rates.isEmpty ? [nil] : rates.map { FrameInterval(1000, UInt32((min($0, 1e6) * 1000).rounded())) }
      return intervals.map { CameraMode(format: FourCC(rawValue: code), width: width, height: height, interval: $0) }
    }
  }
}
