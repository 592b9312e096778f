import Camera
import Glibc
import Platform
import UserErrors

/// What is known about cameras that only libcamera can read, which PipeWire gives to programs.
package struct PipeWireFacts: Sendable, Equatable {
  /// Whether PipeWire's client library is installed.
  package var hasLibrary = true
  /// Whether the user's PipeWire answers.
  package var answers = true
  /// Whether it runs, although it does not answer.
  package var isSilent = false
  /// Whether the user's session manager runs.
  package var hasSessionManager = true
  /// Whether PipeWire's plugin for libcamera is installed.
  package var hasPlugin = true
  /// Whether libcamera's modules for image processing are installed.
  package var hasImageProcessing = true
  /// Hardware of which only libcamera makes pictures: `Intel's IPU6`; nil if none is known.
  package var hardware: String?

  package init() {}

  /// The finding about a machine on which no camera was found.
  ///
  /// - Parameter rawNodes: whether there are nodes that give the raw data of sensors.
  /// - Returns: nil if nothing says that such a camera is there.
  package func check(rawNodes: Bool) -> Finding? {
    guard hardware != nil || rawNodes else { return nil }
    let camera = hardware.map { "the camera is behind \($0)" } ?? "only raw nodes of a camera sensor were found"
    let place = hardware.map { Fact(FindingCode.cameraBehind, ["hardware": $0]) } ?? Fact(FindingCode.cameraRaw)
    func failed(_ code: FindingCode, _ cause: String, _ fix: ShellCommand) -> Finding {
      .failed("camera", "\(camera), which needs libcamera: \(cause)", fix: fix).saying([place]).saying(code)
    }
    let restart: ShellCommand = "systemctl --user restart wireplumber"
    if !hasLibrary {
      return failed(
        .pipeWireMissing, "PipeWire is not installed", "sudo apt install pipewire wireplumber libspa-0.2-libcamera libcamera-ipa")
    }
    if !hasPlugin {
      return failed(
        .pipeWirePluginMissing, "PipeWire's plugin for it is not installed",
        ShellCommand(allOf: ["sudo apt install libspa-0.2-libcamera libcamera-ipa", restart]))
    }
    if !hasImageProcessing {
      return failed(
        .pipeWireProcessingMissing, "its image processing is not installed",
        ShellCommand(allOf: ["sudo apt install libcamera-ipa", restart]))
    }
    if isSilent { return failed(.pipeWireSilent, "PipeWire does not answer", "systemctl --user restart pipewire wireplumber") }
    if !answers { return failed(.pipeWireStopped, "PipeWire does not run", "systemctl --user start pipewire wireplumber") }
    if !hasSessionManager { return failed(.wirePlumberStopped, "WirePlumber does not run", "systemctl --user start wireplumber") }
    return failed(.pipeWireWithoutCamera, "PipeWire does not offer this camera", "journalctl --user -b -u wireplumber | grep -i camera")
  }
}

extension PipeWireFacts {
  static func gathered() -> PipeWireFacts {
    var facts = PipeWireFacts()
    facts.hasLibrary = PipeWireLibrary.installed != nil
    do { _ = try PipeWireAccess.installed.cameras() } catch { (facts.answers, facts.isSilent) = (false, error.code == .noAnswer) }
    facts.hasSessionManager = isRunning("wireplumber")
    facts.hasPlugin = hasFile("spa-0.2/libcamera/libspa-libcamera.so")
    facts.hasImageProcessing = ["libcamera", "libcamera/ipa"].contains { folder in
      libraryFolders.contains { root in Files.entries(of: "\(root)/\(folder)").contains { $0.hasPrefix("ipa_") && $0.hasSuffix(".so") } }
    }
    let drivers = [
      ("intel_ipu6", "Intel's IPU6"), ("intel_ipu7", "Intel's IPU7"), ("intel_ipu3_cio2", "Intel's IPU3"), ("ipu3_cio2", "Intel's IPU3"),
    ]
    facts.hardware = drivers.first { Files.exists("/sys/module/\($0.0)") }?.1
    return facts
  }

  /// The folders of libraries, which distributions name differently.
  private static var libraryFolders: [String] {
    ["/usr/lib64", "/usr/lib", "/usr/local/lib"]
      + Files.entries(of: "/usr/lib").filter { $0.hasSuffix("-linux-gnu") }.map { "/usr/lib/\($0)" }
  }

  private static func hasFile(_ name: String) -> Bool { libraryFolders.contains { Files.exists("\($0)/\(name)") } }

  private static func isRunning(_ program: String) -> Bool {
    Files.entries(of: "/proc").contains {
      Int32($0) != nil && Files.line(of: "/proc/\($0)/comm") == program && Files.status(of: "/proc/\($0)")?.userID.rawValue == getuid()
    }
  }
}
