import Camera
import Doctor
import Foundation
import Testing

@Suite("The check of the cameras")
struct CameraCheckTests {
  private func check(
    _ listings: [CameraListing], _ found: Result<String, CameraError> = .success("/dev/video0"),
    _ change: (inout CameraCheckFacts) -> Void = { _ in }
  ) -> [Finding] {
    var facts = CameraCheckFacts(listings, found: found)
    change(&facts)
    return facts.check()
  }

  @Test("A free camera is reported with the mode that it will deliver")
  func free() throws {
    let findings = check([try listing()])
    #expect(findings.isFinding(.ok, naming: ["Integrated Camera", "/dev/video0", "640×480 YUYV at 30 fps"]))
  }

  @Test("The configuration decides the mode, also in a range of modes")
  func request() throws {
    let findings = check([try listing()]) { ($0.request.width, $0.request.height) = (1280, 720) }
    #expect(findings.isFinding(.ok, naming: ["1280×720 MJPG at 30 fps"]))
    let ranges = try listing { $0.modes = [try mode("NV12", (16, 1920), (16, 1080), rateRange: [1, 60])] }
    #expect(check([ranges]).isFinding(.ok, naming: ["640×480 NV12 at 30 fps"]))
    let silent = try listing { $0.modes = [try mode("YUYV", (320, 320), (240, 240))] }
    #expect(check([silent]).isFinding(.ok, naming: ["320×240 YUYV"]) && !check([silent])[0].message.contains("YUYV at"))
  }

  @Test("A camera whose picture is turned is reported with its own mode and the angle")
  func rotation() throws {
    let findings = check([try listing()]) { $0.rotation = 90 }
    #expect(findings.isFinding(.ok, naming: ["640×480 YUYV at 30 fps", "90°"]))
  }

  @Test("A camera that swiped has open is ok")
  func ours() throws {
    let mine = try listing { $0.holders = [CameraHolder(pid: 42, name: "swiped")] }
    #expect(check([mine]).isFinding(.ok, naming: ["swiped (process 42)"]))
  }

  @Test("Another program may have the camera open, but not stream from it")
  func busy() throws {
    let holders = [CameraHolder(pid: 7, name: "cheese"), CameraHolder(pid: 8, name: "zoom")]
    let taken = try listing { $0.holders = holders }
    #expect(check([taken])[0].verdict == .ok)
    let busy = check([taken]) { $0.users = holders }
    #expect(busy.isFinding(.failed, naming: ["/dev/video0", "cheese (process 7)", "zoom (process 8)"], fix: "ps -fp 7,8"))
    let unseen = check([try listing()]) { $0.users = [] }
    #expect(unseen.isFinding(.failed, naming: ["/dev/video0", "another user"], fix: "sudo fuser -v /dev/video0"))
  }

  @Test("A slow camera, and one whose format cannot be read, get a note")
  func notes() throws {
    let slow = try listing { $0.modes = [try mode("YUYV", (640, 640), (480, 480), rates: [15])] }
    #expect(check([slow]).isFinding(.note, naming: ["640×480 YUYV at 15 fps", "below 24 fps"]))
    let odd = try listing { $0.modes = [try mode("H264", (640, 640), (480, 480), rates: [30], isReadable: false)] }
    #expect(check([odd]).isFinding(.note, naming: ["/dev/video0", "no format"]))
  }

  @Test("The fix of a camera that may not be opened is udev's grant at the computer, and a command with the user's name elsewhere")
  func denied() throws {
    let error = CameraError(.permissionDenied, "/dev/video0: permission denied", fix: "log in")
    let closed = try listing { $0.error = error.description }
    let here = check([closed], .failure(error)) { $0.denied = ["/dev/video0"] }
    let trigger = "sudo udevadm trigger --settle --action=change --sysname-match=video0"
    #expect(here.isFinding(.failed, naming: ["/dev/video0", "permission denied", "udev"], fix: trigger))
    let elsewhere = check([closed], .failure(error)) { ($0.denied, $0.isAtSeat) = (["/dev/video0"], false) }
    #expect(elsewhere[0].fix == "sudo usermod -aG video \"$(id -un)\" && sudo chown \"$(id -un)\" /dev/video0")
  }

  @Test("A second camera that may not be opened gets a note")
  func otherDenied() throws {
    let second = try listing { ($0.path, $0.name) = ("/dev/video2", nil) }
    let findings = check([try listing(), second]) { $0.denied = ["/dev/video2"] }
    #expect(findings.map(\.verdict) == [.ok, .note])
    #expect(findings[1].isFinding(.note, naming: ["/dev/video2", "permission denied"]))
    let refused = CameraError(.permissionDenied, "/dev/video0: permission denied")
    #expect(check([try listing(), second], .failure(refused)) { $0.denied = ["/dev/video0", "/dev/video2"] }.count == 1)
  }

  @Test("Without a camera, the fix is to load the driver; if it is loaded, no command helps")
  func none() {
    let error = CameraError(.noCamera, "no camera found", fix: "plug one in, or try without one")
    #expect(check([], .failure(error)).isFinding(.failed, naming: ["no camera"]))
    #expect(check([], .failure(error)) { $0.isDriverLoaded = false }[0].fix == "sudo modprobe uvcvideo")
  }

  @Test("A configured camera that does not exist is fixed in the configuration")
  func misnamed() throws {
    let error = CameraError(.noSuchDevice, "no camera is called \"Logi\"", fix: "the cameras here are /dev/video0 (Integrated Camera)")
    let findings = check([try listing()], .failure(error)) { $0.editName = "${EDITOR:-nano} +2 f" }
    #expect(findings.isFinding(.failed, naming: [error.description], fix: "${EDITOR:-nano} +2 f"))
  }

  @Test("A camera that cannot be opened, has gone, or offers no format is a failure")
  func broken() throws {
    let broken = try listing { $0.error = "/dev/video0: cannot be opened: input/output error; plug the camera in again" }
    #expect(check([broken]).isFinding(.failed, naming: [try #require(broken.error)]))
    #expect(check([]).isFinding(.failed, naming: ["/dev/video0"]))
    let idle = try listing { $0.modes = [] }
    #expect(check([idle]).isFinding(.failed, naming: ["/dev/video0", "no format"]))
  }

  private static let install = "sudo apt install libspa-0.2-libcamera libcamera-ipa && systemctl --user restart wireplumber"

  @Test(
    "Of a camera that only libcamera can read, the first thing that is missing is named, with its command",
    arguments: [
      ("PipeWire", [\.hasLibrary], "sudo apt install pipewire wireplumber libspa-0.2-libcamera libcamera-ipa"),
      ("plugin", [\.hasPlugin], install), ("plugin", [\.hasPlugin, \.hasImageProcessing], install),
      ("image processing", [\.hasImageProcessing], "sudo apt install libcamera-ipa && systemctl --user restart wireplumber"),
      ("PipeWire", [\.answers, \.hasSessionManager], "systemctl --user start pipewire wireplumber"),
      ("WirePlumber", [\.hasSessionManager], "systemctl --user start wireplumber"),
      ("PipeWire", [], "journalctl --user -b -u wireplumber | grep -i camera"),
    ] as [(String, [any WritableKeyPath<PipeWireFacts, Bool> & Sendable], String)])
  func libcamera(thing: String, missing: [any WritableKeyPath<PipeWireFacts, Bool> & Sendable], fix: String) throws {
    func change(_ facts: inout PipeWireFacts) { for part in missing { facts[keyPath: part] = false } }
    let error = CameraError(.noCamera, "no camera found", fix: "plug one in")
    let findings = check([], .failure(error)) {
      $0.pipeWire.hardware = "Intel's IPU6"
      change(&$0.pipeWire)
    }
    #expect(findings.isFinding(.failed, naming: ["IPU6", "libcamera", thing], fix: fix), "\(findings)")
    #expect(try isShell(fix))
    let raw = try listing { ($0.isRawSensor, $0.why, $0.error) = (true, nil, "no camera") }
    let other = check([raw], .failure(error)) { change(&$0.pipeWire) }
    #expect(other.isFinding(.failed, naming: ["raw", "libcamera", thing], fix: fix), "\(other)")
  }

  @Test("A camera of PipeWire is reported like any other")
  func pipeWire() throws {
    let camera = try listing { ($0.path, $0.system, $0.name) = ("pipewire:libcamera_input.x", .pipewire, "Front Camera") }
    #expect(check([camera], .success(camera.path)).isFinding(.ok, naming: ["Front Camera (pipewire:libcamera_input.x)", "640×480 YUYV"]))
  }
}
