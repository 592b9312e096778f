import Camera
import Foundation
import Testing
import swipectl

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

  @Test("A camera that is free is told with what it will deliver")
  func free() throws {
    let findings = check([try listing()])
    #expect(findings == [.ok("camera", "Integrated Camera (/dev/video0), 640×480 YUYV at 30 fps")])
  }

  @Test("The configuration decides what it will deliver, ranges included")
  func request() throws {
    let findings = check([try listing()]) { ($0.request.width, $0.request.height) = (1280, 720) }
    #expect(findings == [.ok("camera", "Integrated Camera (/dev/video0), 1280×720 MJPG at 30 fps")])
    let ranges = try listing { $0.modes = [try mode("NV12", (16, 1920), (16, 1080), rateRange: [1, 60])] }
    #expect(check([ranges]) == [.ok("camera", "Integrated Camera (/dev/video0), 640×480 NV12 at 30 fps")])
    let silent = try listing { $0.modes = [try mode("YUYV", (320, 320), (240, 240))] }
    #expect(check([silent]) == [.ok("camera", "Integrated Camera (/dev/video0), 320×240 YUYV")])
  }

  @Test("The one that swiped has open is well")
  func ours() throws {
    let mine = try listing { $0.holders = [CameraHolder(pid: 42, name: "swiped")] }
    let message = "Integrated Camera (/dev/video0), 640×480 YUYV at 30 fps, open in swiped (process 42)"
    #expect(check([mine]) == [.ok("camera", message)])
  }

  @Test("Another program may have it open; only when it streams it has to end")
  func busy() throws {
    let taken = try listing { $0.holders = [CameraHolder(pid: 7, name: "cheese"), CameraHolder(pid: 8, name: "zoom")] }
    #expect(check([taken])[0].verdict == .ok)
    let busy = check([taken]) { $0.isBusy = true }
    let message = "Integrated Camera (/dev/video0) is in use by cheese (process 7) and zoom (process 8); close it there"
    #expect(busy == [.failed("camera", message, fix: "ps -fp 7,8")])
    let unseen = check([try listing()]) { $0.isBusy = true }
    #expect(unseen[0].fix == "sudo fuser -v /dev/video0" && unseen[0].message.hasSuffix("is in use by another user's program"))
  }

  @Test("A slow camera, and one that must be converted, are worth a note")
  func notes() throws {
    let slow = try listing { $0.modes = [try mode("YUYV", (640, 640), (480, 480), rates: [15])] }
    let message = "Integrated Camera (/dev/video0), 640×480 YUYV at 15 fps; gestures are tracked badly below 24 fps"
    #expect(check([slow]) == [.note("camera", message)])
    let odd = try listing { $0.modes = [try mode("H264", (640, 640), (480, 480), rates: [30], isReadable: false)] }
    #expect(check([odd]) == [.note("camera", "Integrated Camera (/dev/video0), no format that can be read without conversion")])
  }

  @Test("A camera that may not be opened is granted by udev to who sits at the computer, by name to others")
  func denied() throws {
    let error = CameraError(.permissionDenied, "/dev/video0: permission denied", fix: "log in")
    let closed = try listing { $0.error = error.description }
    let here = check([closed], .failure(error)) { $0.denied = ["/dev/video0"] }
    let trigger = "sudo udevadm trigger --settle --action=change --sysname-match=video0"
    #expect(here == [.failed("camera", "Integrated Camera (/dev/video0): permission denied (udev has not granted it)", fix: trigger)])
    let elsewhere = check([closed], .failure(error)) { ($0.denied, $0.isAtSeat) = (["/dev/video0"], false) }
    #expect(elsewhere[0].fix == "sudo usermod -aG video \"$(id -un)\" && sudo chown \"$(id -un)\" /dev/video0")
  }

  @Test("A second camera that may not be opened is worth a note")
  func otherDenied() throws {
    let second = try listing { ($0.path, $0.name) = ("/dev/video2", nil) }
    let findings = check([try listing(), second]) { $0.denied = ["/dev/video2"] }
    #expect(findings.map(\.verdict) == [.ok, .note])
    #expect(findings[1].message == "/dev/video2: permission denied; another camera is used")
  }

  @Test("Without a camera, its driver is loaded if it is not; no command plugs one in")
  func none() {
    let error = CameraError(.noCamera, "no camera found", fix: "plug one in, or try without one")
    #expect(check([], .failure(error)) == [.failed("camera", "no camera found; plug one in", fix: nil)])
    #expect(check([], .failure(error)) { $0.isDriverLoaded = false }[0].fix == "sudo modprobe uvcvideo")
  }

  @Test("A camera that the configuration names and that is not there is fixed in the configuration")
  func misnamed() throws {
    let error = CameraError(.noSuchDevice, "no camera is called \"Logi\"", fix: "the cameras here are /dev/video0 (Integrated Camera)")
    let findings = check([try listing()], .failure(error)) { $0.editName = "${EDITOR:-nano} +2 f" }
    #expect(findings == [.failed("camera", error.description, fix: "${EDITOR:-nano} +2 f")])
  }

  @Test("A camera that broke or went away says so")
  func broken() throws {
    let broken = try listing { $0.error = "/dev/video0: cannot be opened: input/output error; plug the camera in again" }
    #expect(check([broken])[0].message == broken.error && check([])[0].verdict == .failed)
    let idle = try listing { $0.modes = [] }
    let message = "Integrated Camera (/dev/video0) offers no format at the moment; is it a loopback that no program feeds?"
    #expect(check([idle]) == [.failed("camera", message, fix: nil)])
  }
}
