import CV4L2
import Glibc

/// The buffers that a driver shares with this process.
///
/// Owns the mappings, and the device, which must be closed after them.
struct MappedBuffers: ~Copyable {
  let device: V4L2Device
  private let regions: UnsafeMutableBufferPointer<UnsafeMutableRawBufferPointer>
  private(set) var count = 0

  /// Allocates buffers in the driver, maps them, and queues them.
  ///
  /// - Parameter requested: the number to ask for; the driver may give more or fewer.
  /// - Throws: `CameraError`: busy if another program streams from the camera; or another refusal of the driver.
  static func map(_ device: consuming V4L2Device, requested: Int) throws(CameraError) -> MappedBuffers {
    var request = v4l2_requestbuffers()
    request.count = UInt32(requested)
    request.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
    request.memory = V4L2_MEMORY_MMAP.rawValue
    try device.perform(.requestBuffers, &request)
    guard request.count > 0 else {
      throw CameraError(.failed, "\(device.label): the driver has no memory for pictures", fix: "close other programs that use cameras")
    }
    var buffers = MappedBuffers(device: device, capacity: Int(request.count))
    for index in 0..<request.count { try buffers.add(index) }
    return buffers
  }

  private init(device: consuming V4L2Device, capacity: Int) {
    regions = .allocate(capacity: capacity)
    self.device = device
  }

  private mutating func add(_ index: UInt32) throws(CameraError) {
    var buffer = Self.buffer(index)
    try device.perform(.queryBuffer, &buffer)
    let mapping = device.calls.map(device.descriptor, buffer.m.offset, Int(buffer.length))
    guard let memory = mapping.memory else { throw device.refusal(of: .queryBuffer, errno: mapping.errno) }
    regions.initializeElement(at: count, to: UnsafeMutableRawBufferPointer(start: memory, count: Int(buffer.length)))
    count += 1
    try queue(index)
  }

  deinit {
    for region in regions.prefix(count) { device.calls.unmap(region.baseAddress!, region.count) }
    regions.deallocate()
  }

  /// The bytes that the driver wrote into a dequeued buffer; empty for an index that it made up.
  func bytes(of buffer: v4l2_buffer) -> UnsafeRawBufferPointer {
    guard buffer.index < count else { return UnsafeRawBufferPointer(start: nil, count: 0) }
    let region = regions[Int(buffer.index)]
    return UnsafeRawBufferPointer(start: region.baseAddress, count: min(Int(buffer.bytesused), region.count))
  }

  /// Dequeues the oldest filled buffer; nil if none is ready.
  func dequeue() throws(CameraError) -> v4l2_buffer? {
    var buffer = Self.buffer(0)
    let result = device.attempt(.dequeueBuffer, &buffer)
    if result == -EAGAIN { return nil }
    if result < 0 { throw device.refusal(of: .dequeueBuffer, errno: -result) }
    return buffer
  }

  /// Queues a buffer to be filled.
  func queue(_ index: UInt32) throws(CameraError) {
    var buffer = Self.buffer(index)
    try device.perform(.queueBuffer, &buffer)
  }

  /// Queues all buffers, after the stream was stopped.
  func queueAll() throws(CameraError) {
    for index in 0..<count { try queue(UInt32(index)) }
  }

  private static func buffer(_ index: UInt32) -> v4l2_buffer {
    var buffer = v4l2_buffer()
    buffer.index = index
    buffer.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
    buffer.memory = V4L2_MEMORY_MMAP.rawValue
    return buffer
  }
}
