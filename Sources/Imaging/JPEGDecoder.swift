import CTurboJPEG
import Glibc

/// Decodes JPEG pictures, each into the same memory, without going through RGB where the layout allows it; and those that are only
/// glanced at, no further than that.
public struct JPEGDecoder: ~Copyable {
  private var handle: tjhandle
  private var pixels: UnsafeMutableBufferPointer<UInt8>
  private var coarse: UnsafeMutableBufferPointer<UInt8>
  /// The picture that is lent.
  private var bytes = UnsafeRawBufferPointer(start: nil, count: 0)
  private var header = Header()
  /// What of it there is.
  private var hasPlanes = false, hasCoarse = false
  /// It was asked for its planes. Then the next one will be, too: they are decoded at once, and serve for the glance as well.
  private var isWanted = true

  /// - Throws: ``JPEGError`` when the library gives no decoder (out of memory).
  public init() throws {
    guard let handle = tjInitDecompress() else { throw JPEGError(String(cString: tjGetErrorStr2(nil))) }
    self.handle = handle
    pixels = .allocate(capacity: 0)
    coarse = .allocate(capacity: 0)
  }

  deinit {
    pixels.deallocate()
    coarse.deallocate()
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
    header = try header(of: bytes)
    guard let format = header.planarFormat else {
      return try withRGBFrame(decoding: bytes, header, sequence, capturedNs, dequeuedNs, body)
    }
    self.bytes = bytes
    (hasPlanes, hasCoarse) = (false, false)
    // Either reads the whole file, so that damage is met here, and not when the rest is decoded.
    try check(isWanted || !header.hasBlocks ? decodePlanes() : decodeCoarse())
    isWanted = false
    let (width, height) = (Int(header.width), Int(header.height))
    return try withUnsafeMutablePointer(to: &self) { decoder in
      try body(
        Frame(
          width: width, height: height, format: format, compressed: decoder, sequence: sequence, capturedNs: capturedNs,
          dequeuedNs: dequeuedNs))
    }
  }

  // MARK: What a lent frame asks for

  /// Planes of Y, U and V.
  mutating func planes() -> (Plane, Plane, Plane) {
    isWanted = true
    if !hasPlanes { _ = decodePlanes() }
    func plane(_ index: CInt) -> Plane {
      Plane(base: start(of: index), bytesPerRow: Int(tjPlaneWidth(index, header.width, header.subsampling)))
    }
    return header.planarFormat == .grey ? (plane(0), plane(0), plane(0)) : (plane(0), plane(1), plane(2))
  }

  /// A byte for each whole block of the picture, and what is to be ignored beyond; nil if there is none.
  mutating func coarseLuma() -> Plane? {
    guard header.hasBlocks else { return nil }
    if !hasCoarse { averageBlocks() }
    return Plane(base: coarse.baseAddress!, bytesPerRow: header.blocks.across)
  }

  private mutating func decodePlanes() -> CInt {
    let hasColor = header.planarFormat != .grey
    Self.reserve(header.planeSize(0) + (hasColor ? 2 * header.planeSize(1) : 0), in: &pixels)
    hasPlanes = true
    var targets = (
      Optional(start(of: 0)), hasColor ? start(of: 1) : nil, hasColor ? start(of: 2) : nil
    )
    return withUnsafeMutablePointer(to: &targets) { targets in
      targets.withMemoryRebound(to: UnsafeMutablePointer<UInt8>?.self, capacity: 3) { targets in
        tjDecompressToYUVPlanes(
          handle, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt(bytes.count), targets, header.width, nil, header.height, 0)
      }
    }
  }

  private func start(of plane: CInt) -> UnsafeMutablePointer<UInt8> {
    pixels.baseAddress! + (plane == 0 ? 0 : header.planeSize(0) + Int(plane - 1) * header.planeSize(1))
  }

  private mutating func decodeCoarse() -> CInt {
    let (across, down) = header.blocks
    Self.reserve(across * down, in: &coarse)
    hasCoarse = true
    return tjDecompress2(
      handle, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt(bytes.count), coarse.baseAddress, CInt(across), 0, CInt(down),
      CInt(TJPF_GRAY.rawValue), 0)
  }

  /// What decoding coarsely gives, but for its rounding; of whole blocks alone, since the others depend on what lies outside of the
  /// picture.
  private mutating func averageBlocks() {
    let (across, down) = header.blocks
    Self.reserve(across * down, in: &coarse)
    hasCoarse = true
    let (luma, bytesPerRow) = (UnsafeRawPointer(start(of: 0)), Int(tjPlaneWidth(0, header.width, header.subsampling)))
    for row in 0..<Int(header.height) / 8 {
      for column in 0..<Int(header.width) / 8 {
        var sums = SIMD4<UInt16>()
        for y in 8 * row..<8 * row + 8 {
          let pairs = luma.loadUnaligned(fromByteOffset: y * bytesPerRow + 8 * column, as: SIMD4<UInt16>.self)
          sums &+= (pairs & 0xff) &+ (pairs &>> 8)
        }
        coarse[row * across + column] = UInt8((sums.wrappedSum() + 32) / 64)
      }
    }
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
    Self.reserve(Int(header.width) * Int(header.height) * 3, in: &pixels)
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

  private static func reserve(_ count: Int, in memory: inout UnsafeMutableBufferPointer<UInt8>) {
    guard memory.count < count else { return }
    memory.deallocate()
    memory = .allocate(capacity: count)
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

  init() {}

  init(of bytes: UnsafeRawBufferPointer, _ handle: tjhandle) throws(JPEGError) {
    var colorspace: CInt = 0
    let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
    let result = tjDecompressHeader3(handle, start, UInt(bytes.count), &width, &height, &subsampling, &colorspace)
    guard result == 0, width > 0, height > 0 else { throw JPEGError(String(cString: tjGetErrorStr2(handle))) }
    if colorspace != TJCS_YCbCr.rawValue && colorspace != TJCS_GRAY.rawValue { subsampling = -1 }
  }

  /// Bytes of a plane, each row next to the one before.
  func planeSize(_ index: CInt) -> Int { Int(tjPlaneSizeYUV(index, width, 0, height, subsampling)) }

  /// Blocks of eight by eight pixels, those at the edges included.
  var blocks: (across: Int, down: Int) { ((Int(width) + 7) / 8, (Int(height) + 7) / 8) }

  /// Whether one of them is whole.
  var hasBlocks: Bool { width >= 8 && height >= 8 }

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
