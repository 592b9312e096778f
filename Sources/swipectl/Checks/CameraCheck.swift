import Camera

/// What is known of the machine's cameras.
package struct CameraCheckFacts: Sendable {
  package var listings: [CameraListing]
  /// Node of the camera that the configuration means, or why there is none.
  package var found: Result<String, CameraError>
  package var wish = CameraWish()
  /// Nodes that this user may not open.
  package var denied: Set<String> = []
  /// Another program streams from the camera that is meant.
  package var isBusy = false
  /// The driver of USB cameras is in the kernel.
  package var isDriverLoaded = true
  package var isAtSeat = true
  /// The command that opens the configuration at the camera's name; nil where that is the default.
  package var editName: String?

  package init(_ listings: [CameraListing], found: Result<String, CameraError>) {
    self.listings = listings
    self.found = found
  }

  /// The camera that is meant, and a note for each other node that may not be opened.
  package func check() -> [Finding] {
    var findings: [Finding]
    var told: String?
    switch found {
    case .success(let path):
      told = path
      findings = [check(path)]
    case .failure(let error) where error.code == .permissionDenied:
      told = listings.first { denied.contains($0.path) }?.path
      findings = [refused(told, error)]
    case .failure(let error):
      findings = [missing(error)]
    }
    for listing in listings where denied.contains(listing.path) && listing.path != told {
      findings.append(.note("camera", "\(listing.label): permission denied, and another one is used"))
    }
    return findings
  }

  private func check(_ path: String) -> Finding {
    guard let listing = listings.first(where: { $0.path == path }) else {
      return .failed("camera", "\(path) went away while it was looked at", fix: nil)
    }
    let others = listing.holders.filter { $0.name != "swiped" }
    if isBusy, others.isEmpty {
      return .failed("camera", "\(listing.label) is in use by another user's program", fix: "sudo fuser --kill -TERM \(Mend.quoted(path))")
    }
    if isBusy {
      let names = others.map(\.label).joined(separator: " and ")
      let fix = "kill \(others.map { String($0.pid) }.joined(separator: " "))"
      return .failed("camera", "\(listing.label) is in use by \(names)", fix: fix)
    }
    if let error = listing.error { return .failed("camera", error, fix: nil) }
    if listing.modes.isEmpty {
      return .failed("camera", "\(listing.label) offers no pictures now; is it a loopback that nobody feeds?", fix: nil)
    }
    var message = listing.label
    let mode = CameraMode.choose(among: listing.readableModes(wish: wish), wish: wish)
    if let mode { message += ", \(mode.width)×\(mode.height) \(mode.format)" }
    if let fps = mode?.interval?.fps { message += " at \(fps.decimals(0)) fps" }
    if !listing.holders.isEmpty { message += ", open in \(listing.holders.map(\.label).joined(separator: " and "))" }
    if mode == nil { return .note("camera", "\(message), no format that is read without conversion") }
    if let fps = mode?.interval?.fps, fps.rounded() < wish.enoughFPS {
      return .note("camera", "\(message); gestures are followed badly below \(wish.enoughFPS.decimals(0)) fps")
    }
    return .ok("camera", message)
  }

  private func refused(_ path: String?, _ error: CameraError) -> Finding {
    guard let path, let listing = listings.first(where: { $0.path == path }) else { return .failed("camera", error.message, fix: nil) }
    if isAtSeat {
      return .failed("camera", "\(listing.label): permission denied (udev has not granted it)", fix: Mend.trigger(path))
    }
    return .failed(
      "camera", "\(listing.label): permission denied (nobody of your name sits at the computer's own screen)",
      fix: "sudo usermod -aG video \"$(id -un)\" && \(Mend.own(path))")
  }

  private func missing(_ error: CameraError) -> Finding {
    switch error.code {
    case .noCamera where listings.isEmpty && !isDriverLoaded:
      .failed(
        "camera", "no camera found; plug one in (the driver of USB cameras is not loaded either)",
        fix: "sudo modprobe uvcvideo")
    case .noCamera where listings.isEmpty: .failed("camera", "no camera found; plug one in", fix: nil)
    case .noSuchDevice, .notACamera: .failed("camera", error.message, fix: editName)
    default: .failed("camera", error.message, fix: nil)
    }
  }
}

extension CameraHolder {
  var label: String { "\(name) (process \(pid))" }
}

extension CameraListing {
  var label: String { name.map { "\($0) (\(path))" } ?? path }

  /// What negotiation chooses from: of sizes and rates offered as a range, the nearest to the wish.
  func readableModes(wish: CameraWish) -> [CameraMode] {
    modes.filter(\.isReadable).flatMap { mode in
      let code = mode.format.utf8.reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      let (width, height) = (mode.width.nearest(to: wish.width), mode.height.nearest(to: wish.height))
      let rates = mode.rateRange.map { [min(max(wish.fps, $0[0]), $0[1])] } ?? mode.rates
      // A driver that tells no rate has one all the same.
      let intervals = rates.isEmpty ? [nil] : rates.map { FrameInterval(1000, UInt32((min($0, 1e6) * 1000).rounded())) }
      return intervals.map { CameraMode(format: FourCC(rawValue: code), width: width, height: height, interval: $0) }
    }
  }
}
