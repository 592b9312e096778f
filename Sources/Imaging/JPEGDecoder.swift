import CTurboJPEG
import Glibc

/// Decodes JPEG pictures, each into the same memory, without going through RGB where the layout allows it.
public struct JPEGDecoder: ~Copyable {
  private var handle: tjhandle
  private var pixels: UnsafeMutableBufferPointer<UInt8>

  /// - Throws: ``JPEGError`` when the library gives no decoder (out of memory).
  public init() throws {
    guard let handle = tjInitDecompress() else { throw JPEGError(String(cString: tjGetErrorStr2(nil))) }
    self.handle = handle
    pixels = .allocate(capacity: 0)
  }

  deinit {
    pixels.deallocate()
    tjDestroy(handle)
  }

  /// Decodes one picture into planes of Y, U and V, and lends them.
  ///
  /// - Parameters:
  ///   - bytes: the whole JPEG file.
  ///   - body: is given the frame, which is valid only during the call. Its range is full, as JPEG has it.
  /// - Throws: ``JPEGError`` for what is no JPEG, or is damaged or truncated; and what `body` throws.
  public mutating func withFrame<R: ~Copyable>(
    decoding bytes: UnsafeRawBufferPointer, sequence: UInt64 = 0, capturedNs: UInt64 = 0, dequeuedNs: UInt64 = 0,
    _ body: (borrowing Frame) throws -> R
  ) throws -> R {
    let header = try header(of: bytes)
    guard let format = header.planarFormat else {
      return try withRGBFrame(decoding: bytes, header, sequence, capturedNs, dequeuedNs, body)
    }
    let (size0, size1) = (header.planeSize(0), format == .grey ? 0 : header.planeSize(1))
    reserve(size0 + 2 * size1)
    let base = pixels.baseAddress!
    var targets: (UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<UInt8>?) = (
      base, base + size0, base + size0 + size1
    )
    let result = withUnsafeMutablePointer(to: &targets) { targets in
      targets.withMemoryRebound(to: UnsafeMutablePointer<UInt8>?.self, capacity: 3) { targets in
        tjDecompressToYUVPlanes(
          handle, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt(bytes.count), targets, header.width, nil, header.height, 0)
      }
    }
    try check(result)
    func plane(_ index: CInt, _ start: UnsafeMutablePointer<UInt8>) -> Plane {
      Plane(base: start, bytesPerRow: Int(tjPlaneWidth(index, header.width, header.subsampling)))
    }
    let luma = plane(0, base)
    return try body(
      Frame(
        width: Int(header.width), height: Int(header.height), format: format, range: .full,
        planes: format == .grey ? (luma, nil, nil) : (luma, plane(1, base + size0), plane(2, base + size0 + size1)),
        sequence: sequence, capturedNs: capturedNs, dequeuedNs: dequeuedNs))
  }

  /// Decodes one picture into RGB, and lends it.
  ///
  /// - Throws: as ``withFrame(decoding:sequence:capturedNs:dequeuedNs:_:)``.
  public mutating func withRGBFrame<R: ~Copyable>(decoding bytes: UnsafeRawBufferPointer, _ body: (borrowing Frame) throws -> R) throws -> R
  {
    let header = try header(of: bytes)
    return try withRGBFrame(decoding: bytes, header, 0, 0, 0, body)
  }

  private mutating func withRGBFrame<R: ~Copyable>(
    decoding bytes: UnsafeRawBufferPointer, _ header: Header, _ sequence: UInt64, _ capturedNs: UInt64, _ dequeuedNs: UInt64,
    _ body: (borrowing Frame) throws -> R
  ) throws -> R {
    reserve(Int(header.width) * Int(header.height) * 3)
    try check(
      tjDecompress2(
        handle, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt(bytes.count), pixels.baseAddress, header.width, 0,
        header.height, CInt(TJPF_RGB.rawValue), 0))
    let plane = Plane(base: pixels.baseAddress!, bytesPerRow: Int(header.width) * 3)
    return try body(
      Frame(
        width: Int(header.width), height: Int(header.height), format: .rgb24, range: .full, planes: (plane, nil, nil),
        sequence: sequence, capturedNs: capturedNs, dequeuedNs: dequeuedNs))
  }

  private mutating func reserve(_ count: Int) {
    guard pixels.count < count else { return }
    pixels.deallocate()
    pixels = .allocate(capacity: count)
  }

  private mutating func header(of bytes: UnsafeRawBufferPointer) throws(JPEGError) -> Header {
    do {
      return try Header(of: bytes, handle)
    } catch {
      renewHandle()
      throw error
    }
  }

  /// A damaged picture comes with a warning and grey where data was missing: it is refused. Bytes between two markers
  /// are the one warning that many webcams give for every good picture.
  private mutating func check(_ result: CInt) throws(JPEGError) {
    guard result != 0 else { return }
    if tjGetErrorCode(handle) == TJERR_WARNING.rawValue, strstr(tjGetErrorStr2(handle), "extraneous bytes") != nil { return }
    let words = String(cString: tjGetErrorStr2(handle))
    renewHandle()
    throw JPEGError(words)
  }

  /// A handle that met an error in the middle of a header refuses every picture after it; turbojpeg has no reset.
  private mutating func renewHandle() {
    guard let fresh = tjInitDecompress() else { return }
    tjDestroy(handle)
    handle = fresh
  }
}

/// What the first bytes of a JPEG file say.
private struct Header {
  var width: CInt = 0
  var height: CInt = 0
  var subsampling: CInt = 0

  init(of bytes: UnsafeRawBufferPointer, _ handle: tjhandle) throws(JPEGError) {
    var colorspace: CInt = 0
    let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
    let result = tjDecompressHeader3(handle, start, UInt(bytes.count), &width, &height, &subsampling, &colorspace)
    guard result == 0, width > 0, height > 0 else { throw JPEGError(String(cString: tjGetErrorStr2(handle))) }
    if colorspace != TJCS_YCbCr.rawValue && colorspace != TJCS_GRAY.rawValue { subsampling = -1 }
  }

  /// Bytes of a plane, each row next to the one before.
  func planeSize(_ index: CInt) -> Int { Int(tjPlaneSizeYUV(index, width, 0, height, subsampling)) }

  /// The layout that the file has already; nil where it has to go through RGB.
  var planarFormat: PixelFormat? {
    switch subsampling {
    case CInt(TJSAMP_420.rawValue): .yuv420
    case CInt(TJSAMP_422.rawValue): .yuv422
    case CInt(TJSAMP_444.rawValue): .yuv444
    case CInt(TJSAMP_GRAY.rawValue): .grey
    default: nil
    }
  }
}
