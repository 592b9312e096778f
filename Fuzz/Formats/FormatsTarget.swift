import Camera

/// Checks that what another program writes becomes a value, and modes that a camera can have.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  guard let pod = Pod(UnsafeRawBufferPointer(start: bytes, count: count)) else { return 0 }
  promise(pod.bytes.count.isMultiple(of: 8), "a value that is written without its padding: \(pod)")
  guard let format = PipeWireFormat(pod) else { return 0 }
  let modes = format.modes(for: CameraRequest())
  promise(!modes.isEmpty, "a format without a mode: \(format)")
  promise(modes.allSatisfy { (1...16_384).contains($0.width) && (1...16_384).contains($0.height) }, "a size that no camera has: \(modes)")
  promise(CameraMode.choose(among: modes, request: CameraRequest()) != nil, "no mode is chosen of \(modes)")
  promise(!format.text.isEmpty, "no text")
  return 0
}

/// Checks a condition, and prints the message in release builds too, unlike `precondition`.
private func promise(_ isKept: Bool, _ message: @autoclosure () -> String) {
  if !isKept { fatalError(message()) }
}
