import Camera
import Doctor
import EventProtocol
import Foundation
import Testing

@Suite("The output of swipectl cameras")
struct CameraReportTests {
  @Test("A camera is a paragraph: its name, whether auto takes it and why, its ids, a line per format, and the program that has it open")
  func text() throws {
    let camera = try listing {
      $0.byID = ["usb-Acme-video-index0"]
      $0.holders = [CameraHolder(pid: 42, name: "swiped")]
      $0.modes.append(try mode("NV12", (1280, 1280), (720, 720), rates: [30]))
      $0.modes.append(try mode("H264", (1280, 1280), (720, 720), rates: [30], isReadable: false))
    }
    #expect(
      CameraReport(camera, isConfigured: true).lines.joined(separator: "\n") == """
        /dev/video0  Integrated Camera · uvcvideo · usb-0000:00:14.0-8 · configured
          auto takes it: built in
          takes 1280×720 NV12 at 30 fps: larger than 640×480, to find hands that are far away; reaches 24 fps, no decoding
          id    usb-Acme-video-index0
          YUYV  640×480 at 30, 15 fps · 1280×720 at 10 fps
          MJPG, NV12  1280×720 at 30 fps
          H264  1280×720 at 30 fps (not read by swiped)
          open in swiped (process 42)
        """)
  }

  @Test("Ranges are shown as ranges, and no rates are shown where the driver reports none")
  func ranges() throws {
    let camera = try listing {
      $0.isAutoChoice = false
      $0.modes = [try mode("NV12", (16, 1920), (16, 1080), rateRange: [1, 60]), try mode("Y10 ", (320, 320), (240, 240))]
    }
    #expect(
      CameraReport(camera, isConfigured: false).lines.joined(separator: "\n") == """
        /dev/video0  Integrated Camera · uvcvideo · usb-0000:00:14.0-8
          not what auto takes: built in
          takes 640×480 NV12 at 30 fps: nearest to 640×480 that reaches 24 fps, no decoding
          NV12  16×16 to 1920×1080 at 1 to 60 fps
          Y10  320×240
        """)
  }

  @Test("A node that may not be opened is shown with its error")
  func denied() throws {
    let node = try listing {
      ($0.name, $0.driver, $0.bus, $0.why, $0.modes) = (nil, nil, nil, nil, [])
      $0.error = "/dev/video0: permission denied; log in at this computer's own screen"
    }
    let text = CameraReport(node, isConfigured: false).lines.joined(separator: "\n")
    #expect(text == "/dev/video0\n  /dev/video0: permission denied; log in at this computer's own screen")
  }

  @Test("The mode that is taken is the one for the size that the configuration asks for")
  func takenMode() throws {
    func line(_ request: CameraRequest) throws -> String? {
      CameraReport(try listing(), isConfigured: false, request: request).lines.first { $0.contains("takes ") && !$0.contains("auto") }
    }
    #expect(try line(CameraRequest())?.contains("640×480 YUYV at 30 fps: nearest to 640×480") == true)
    #expect(try line(CameraRequest())?.contains("takes 1280×720, which must be decoded from JPEG, after") == true)
    #expect(try line(CameraRequest(width: 1280, height: 720, fps: 30))?.contains("1280×720 MJPG at 30 fps: nearest to 1280×720") == true)
  }

  @Test("JSON has one object per camera, which says whether it is the configured one")
  func json() throws {
    let json = String(decoding: JSONCoding.encode([CameraReport(try listing(), isConfigured: true)]), as: UTF8.self)
    #expect(
      json.hasPrefix(#"[{"bus":"usb-0000:00:14.0-8","by_id":[],"configured":true,"driver":"uvcvideo","error":null,"#)
        && json.contains(#""would_be_taken":true"#))
    #expect(json.contains(#""format":"YUYV""#) && json.contains(#""rates":[30,15]"#))
  }
}
