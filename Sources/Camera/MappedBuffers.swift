import CV4L2
import Glibc

/// A device and the buffers that it shares with this process.
///
/// Owns the mappings, and the device so that it is closed only after them.
struct MappedBuffers: ~Copyable {
  let device: OpenDevice
  private let regions: UnsafeMutableBufferPointer<UnsafeMutableRawBufferPointer>
  private(set) var count = 0

  /// Takes buffers from the driver, maps them and queues each.
  ///
  /// - Parameter wished: how many; the driver may give more or fewer.
  /// - Throws: `CameraError`; busy when another program has the camera.
  static func map(_ device: consuming OpenDevice, wished: Int) throws(CameraError) -> MappedBuffers {
    var request = v4l2_requestbuffers()
    request.count = UInt32(wished)
    request.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
    request.memory = V4L2_MEMORY_MMAP.rawValue
    try device.perform(.requestBuffers, &request)
    guard request.count > 0 else {
      throw CameraError(.failed, "\(device.label): the driver has no memory for pictures; close other programs that use cameras")
    }
    var buffers = MappedBuffers(device: device, capacity: Int(request.count))
    for index in 0..<request.count { try buffers.add(index) }
    return buffers
  }

  private init(device: consuming OpenDevice, capacity: Int) {
    regions = .allocate(capacity: capacity)
    self.device = device
  }

  private mutating func add(_ index: UInt32) throws(CameraError) {
    var buffer = Self.empty(index: index)
    try device.perform(.queryBuffer, &buffer)
    let mapping = device.calls.map(device.descriptor, buffer.m.offset, Int(buffer.length))
    guard let memory = mapping.memory else { throw device.refusal(of: .queryBuffer, errno: mapping.errno) }
    regions.initializeElement(at: count, to: UnsafeMutableRawBufferPointer(start: memory, count: Int(buffer.length)))
    count += 1
    try requeue(index)
  }

  deinit {
    for region in regions.prefix(count) { device.calls.unmap(region.baseAddress!, region.count) }
    regions.deallocate()
  }

  /// The bytes that the driver wrote into a dequeued buffer.
  func bytes(of buffer: v4l2_buffer) -> UnsafeRawBufferPointer {
    guard buffer.index < count else { return UnsafeRawBufferPointer(start: nil, count: 0) }
    let region = regions[Int(buffer.index)]
    return UnsafeRawBufferPointer(start: region.baseAddress, count: min(Int(buffer.bytesused), region.count))
  }

  /// Takes the oldest filled buffer from the driver; nil when none is ready.
  func dequeue() throws(CameraError) -> v4l2_buffer? {
    var buffer = Self.empty(index: 0)
    let result = device.attempt(.dequeueBuffer, &buffer)
    if result == -EAGAIN { return nil }
    if result < 0 { throw device.refusal(of: .dequeueBuffer, errno: -result) }
    return buffer
  }

  /// Gives a buffer back to be filled again.
  func requeue(_ index: UInt32) throws(CameraError) {
    var buffer = Self.empty(index: index)
    try device.perform(.queueBuffer, &buffer)
  }

  /// Gives all buffers back, after the stream was stopped.
  func requeueAll() throws(CameraError) {
    for index in 0..<count { try requeue(UInt32(index)) }
  }

  private static func empty(index: UInt32) -> v4l2_buffer {
    var buffer = v4l2_buffer()
    buffer.index = index
    buffer.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
    buffer.memory = V4L2_MEMORY_MMAP.rawValue
    return buffer
  }
}
