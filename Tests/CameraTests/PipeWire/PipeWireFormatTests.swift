import Camera
import Testing

@Suite("A format of PipeWire")
struct PipeWireFormatTests {
  /// Keys and numbers of spa/param/format.h and spa/param/video/raw.h.
  private func format(_ subtype: UInt32 = 1, pixels: Pod? = .id(4), size: Pod? = .rectangle(640, 480), rate: Pod? = .fraction(30, 1)) -> Pod
  {
    var properties: [UInt32: Pod] = [1: .id(2), 2: .id(subtype)]
    (properties[0x20001], properties[0x20003], properties[0x20004]) = (pixels, size, rate)
    return .object(type: 0x40003, id: 3, properties)
  }

  private func modes(_ pod: Pod, _ request: CameraRequest = CameraRequest()) -> [String] {
    (PipeWireFormat(pod)?.modes(for: request) ?? []).map {
      "\($0.width)×\($0.height) \($0.format) \($0.interval?.fps.map { "\($0)" } ?? "?")"
    }
  }

  @Test("Each pixel format that can be read is a mode at each rate")
  func choices() {
    let pixels = Pod.choice(.enumeration, [.id(4), .id(4), .id(5), .id(8), .id(23)])
    let rates = Pod.choice(.enumeration, [.fraction(30, 1), .fraction(30, 1), .fraction(15, 1)])
    #expect(
      modes(format(pixels: pixels, rate: rates)) == [
        "640×480 YUYV 30.0", "640×480 YUYV 15.0", "640×480 XR24 30.0", "640×480 XR24 15.0", "640×480 NV12 30.0", "640×480 NV12 15.0",
      ])
    #expect(modes(format(0x20002, pixels: nil)) == ["640×480 MJPG 30.0"])
  }

  @Test("Of ranges, the modes nearest to the request are taken")
  func ranges() {
    let sizes = Pod.choice(.range, [.rectangle(1920, 1080), .rectangle(160, 120), .rectangle(1920, 1080)])
    let rates = Pod.choice(.range, [.fraction(30, 1), .fraction(0, 1), .fraction(60, 1)])
    #expect(modes(format(size: sizes, rate: rates)) == ["640×480 YUYV 30.0"])
    var request = CameraRequest()
    (request.width, request.height, request.fps) = (4000, 10, 90)
    #expect(modes(format(size: sizes, rate: rates), request) == ["1920×120 YUYV 60.0"])
  }

  @Test("A rate that is 0 or missing is not known", arguments: [nil, Pod.fraction(0, 1), .fraction(1, 0), .id(3)])
  func noRate(rate: Pod?) { #expect(modes(format(rate: rate)) == ["640×480 YUYV ?"]) }

  @Test("What has no pictures that can be read is nothing")
  func nothing() {
    let pods: [Pod?] = [
      nil, .id(4), .object(type: 0x40003, id: 3, [:]), .object(type: 0x40004, id: 3, [1: .id(2)]), format(pixels: .id(5)),
      format(pixels: nil), format(size: nil), format(size: .rectangle(0, 480)), format(size: .rectangle(.max, 480)), format(0x20001),
    ]
    for pod in pods { #expect(PipeWireFormat(pod) == nil, "\(String(describing: pod))") }
  }

  @Test("A stream offers the chosen mode first, then whatever can be read")
  func offers() throws {
    let mode = CameraMode(format: .nv12, width: 1280, height: 720, interval: FrameInterval(1, 30))
    let offers = PipeWireFormat.offers(mode)
    #expect(try #require(offers.first) == format(pixels: .id(23), size: .rectangle(1280, 720)))
    let codes = offers.compactMap { PipeWireFormat($0) }.flatMap { $0.modes(for: CameraRequest()) }.map(\.format.description)
    #expect(codes == ["NV12", "NV12", "YUYV", "YU12", "XR24", "RGB3", "422P", "MJPG"])
  }
}
