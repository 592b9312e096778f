import CTurboJPEG
import Glibc
import Platform
import Product

/// Decodes JPEG pictures one after another into the same memory: to planes of Y, U and V if the layout allows it, else to RGB. A picture
/// of which only the coarse luma is needed is not decoded further.
public struct JPEGDecoder: ~Copyable {
  /// Refuses a progressive JPEG with more scans than libjpeg-turbo's limit of 500: each takes as long as a whole picture.
  private static let flags = TJFLAG_LIMITSCANS

  private let limit: PictureLimit
  private var handle: tjhandle
  private var pixels = PixelMemory()
  private var coarse = PixelMemory()
  /// A copy of the file: another program may write to a camera's buffers, and so change the layout after memory was reserved for it.
  private var file = PixelMemory()
  /// The bytes of the current picture.
  private var bytes = UnsafeRawBufferPointer(start: nil, count: 0)
  private var header = Header()
  /// What the current picture has been decoded to.
  private var hasPlanes = false, hasCoarse = false
  /// Whether the planes of the previous picture were needed. Then those of the next one probably are too, so they are decoded at once, and
  /// the coarse luma is computed from them.
  private var needsPlanes = true

  /// - Parameter limit: size above which a picture is refused.
  /// - Throws: ``UserError`` if there is no memory for a decoder.
  public init(limit: PictureLimit = .standard) throws(UserError) {
    guard let handle = tjInitDecompress() else { throw UserError.damaged("JPEG", String(cString: tjGetErrorStr2(nil))) }
    self.handle = handle
    self.limit = limit
  }

  deinit { tjDestroy(handle) }

  /// Decodes one picture and passes it to `body`.
  ///
  /// - Parameters:
  ///   - bytes: the whole JPEG file.
  ///   - isNeeded: whether `body` will read pixels. If not, they are decoded only if it does, and damage is not reported.
  ///   - body: called with the frame, which is valid only during the call. Its color range is full.
  /// - Throws: ``UserError`` if the file is not a JPEG, damaged, truncated or too large; or what `body` throws.
  public mutating func withFrame<R: ~Copyable>(
    decoding bytes: UnsafeRawBufferPointer, isNeeded: Bool = true, sequence: UInt64 = 0, capturedNs: UInt64 = 0, dequeuedNs: UInt64 = 0,
    _ body: (borrowing Frame) throws -> R
  ) throws -> R {
    let bytes = try copy(bytes)
    header = try header(of: bytes)
    guard let format = header.planarFormat else {
      return try withRGBFrame(decoding: bytes, header, sequence, capturedNs, dequeuedNs, body)
    }
    self.bytes = bytes
    (hasPlanes, hasCoarse) = (false, false)
    try reserve()
    if isNeeded {
      // Either reads the whole file, so that damage is found here and not when the rest is decoded.
      try check(needsPlanes || !header.hasBlocks ? decodePlanes() : decodeCoarse())
      needsPlanes = false
    }
    let (width, height) = (Int(header.width), Int(header.height))
    return try withUnsafeMutablePointer(to: &self) { decoder in
      try body(
        Frame(
          width: width, height: height, format: format, compressed: decoder, sequence: sequence, capturedNs: capturedNs,
          dequeuedNs: dequeuedNs))
    }
  }

  // MARK: Access by the frame

  /// The planes of Y, U and V, decoded on the first call.
  mutating func planes() -> (Plane, Plane, Plane) {
    needsPlanes = true
    if !hasPlanes { _ = decodePlanes() }
    func plane(_ index: CInt) -> Plane {
      Plane(base: start(of: index), bytesPerRow: Int(tjPlaneWidth(index, header.width, header.subsampling)))
    }
    return header.planarFormat == .grey ? (plane(0), plane(0), plane(0)) : (plane(0), plane(1), plane(2))
  }

  /// A byte for each block of the picture, of which those of incomplete blocks at the edges are undefined; nil without a whole block.
  mutating func coarseLuma() -> Plane? {
    guard header.hasBlocks else { return nil }
    if !hasCoarse && hasPlanes { averageBlocks() }
    if !hasCoarse { _ = decodeCoarse() }
    return Plane(base: coarse.start, bytesPerRow: header.blocks.across)
  }

  private mutating func copy(_ bytes: UnsafeRawBufferPointer) throws(UserError) -> UnsafeRawBufferPointer {
    try file.reserve(bytes.count)
    let copy = UnsafeMutableRawBufferPointer(start: file.start, count: bytes.count)
    copy.copyMemory(from: bytes)
    return UnsafeRawBufferPointer(copy)
  }

  /// Reserves memory for everything that the frame may need, so that accessing it cannot fail.
  private mutating func reserve() throws(UserError) {
    try pixels.reserve(header.planeSize(0) + (header.planarFormat == .grey ? 0 : 2 * header.planeSize(1)))
    try coarse.reserve(header.blocks.across * header.blocks.down)
  }

  private mutating func decodePlanes() -> CInt {
    let hasColor = header.planarFormat != .grey
    hasPlanes = true
    var targets = (
      Optional(start(of: 0)), hasColor ? start(of: 1) : nil, hasColor ? start(of: 2) : nil
    )
    return withUnsafeMutablePointer(to: &targets) { targets in
      targets.withMemoryRebound(to: UnsafeMutablePointer<UInt8>?.self, capacity: 3) { targets in
        tjDecompressToYUVPlanes(
          handle, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt(bytes.count), targets, header.width, nil, header.height,
          Self.flags)
      }
    }
  }

  private func start(of plane: CInt) -> UnsafeMutablePointer<UInt8> {
    pixels.start + (plane == 0 ? 0 : header.planeSize(0) + Int(plane - 1) * header.planeSize(1))
  }

  private mutating func decodeCoarse() -> CInt {
    let (across, down) = header.blocks
    hasCoarse = true
    return tjDecompress2(
      handle, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt(bytes.count), coarse.start, CInt(across), 0, CInt(down),
      CInt(TJPF_GRAY.rawValue), Self.flags)
  }

  /// Computes the coarse luma from the planes: the same as ``decodeCoarse()`` but for rounding. Only whole blocks are computed, since
  /// the others depend on pixels outside the picture.
  private mutating func averageBlocks() {
    let across = header.blocks.across
    hasCoarse = true
    let (luma, bytesPerRow) = (UnsafeRawPointer(start(of: 0)), Int(tjPlaneWidth(0, header.width, header.subsampling)))
    for row in 0..<Int(header.height) / 8 {
      for column in 0..<Int(header.width) / 8 {
        var sums = SIMD4<UInt16>()
        for y in 8 * row..<8 * row + 8 {
          let pairs = luma.loadUnaligned(fromByteOffset: y * bytesPerRow + 8 * column, as: SIMD4<UInt16>.self)
          sums &+= (pairs & 0xff) &+ (pairs &>> 8)
        }
        coarse.start[row * across + column] = UInt8((sums.wrappedSum() + 32) / 64)
      }
    }
  }

  /// Decodes one picture to RGB and passes it to `body`.
  ///
  /// - Throws: the errors of ``withFrame(decoding:sequence:capturedNs:dequeuedNs:_:)``.
  public mutating func withRGBFrame<R: ~Copyable>(decoding bytes: UnsafeRawBufferPointer, _ body: (borrowing Frame) throws -> R) throws -> R
  {
    let header = try header(of: bytes)
    return try withRGBFrame(decoding: bytes, header, 0, 0, 0, body)
  }

  private mutating func withRGBFrame<R: ~Copyable>(
    decoding bytes: UnsafeRawBufferPointer, _ header: Header, _ sequence: UInt64, _ capturedNs: UInt64, _ dequeuedNs: UInt64,
    _ body: (borrowing Frame) throws -> R
  ) throws -> R {
    _ = try decodeRGB(bytes, header)
    let plane = Plane(base: pixels.start, bytesPerRow: Int(header.width) * 3)
    return try body(
      Frame(
        width: Int(header.width), height: Int(header.height), format: .rgb24, range: .full, planes: (plane, nil, nil),
        sequence: sequence, capturedNs: capturedNs, dequeuedNs: dequeuedNs))
  }

  /// Decodes one picture to RGB in memory of its own, upright as its Exif data says.
  ///
  /// - Parameter side: the most pixels on a side; see ``Header/size(fitting:)``. Nil for the picture's own size.
  mutating func still(decoding bytes: UnsafeRawBufferPointer, fitting side: Int? = nil) throws(UserError) -> StillImage {
    let header = try header(of: bytes)
    let (width, height) = try decodeRGB(bytes, header, fitting: side)
    let orientation = ImageOrientation(jpeg: bytes)
    guard orientation == .up else {
      let raw = try RawPixels(.rgb, width: width, height: height, orientation, count: pixels.bytes.count)
      return try StillImage(raw, in: UnsafeRawBufferPointer(pixels.bytes))
    }
    var rgb = PixelMemory()
    swap(&rgb, &pixels)
    return StillImage(width: width, height: height, takingOver: rgb)
  }

  private mutating func decodeRGB(
    _ bytes: UnsafeRawBufferPointer, _ header: Header, fitting side: Int? = nil
  ) throws(UserError) -> (width: Int, height: Int) {
    let (width, height) = header.size(fitting: side)
    try pixels.reserve(width * height * 3)
    try check(
      tjDecompress2(
        handle, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt(bytes.count), pixels.start, CInt(width), 0, CInt(height),
        CInt(TJPF_RGB.rawValue), Self.flags))
    return (width, height)
  }

  private mutating func header(of bytes: UnsafeRawBufferPointer) throws(UserError) -> Header {
    let header: Header
    do throws(UserError) {
      header = try Header(of: bytes, handle)
    } catch {
      renewHandle()
      throw error
    }
    let (width, height) = (Int(header.width), Int(header.height))
    guard limit.allows(width: width, height: height) else { throw UserError.tooLarge(limit.excess(width: width, height: height)) }
    return header
  }

  /// Throws if decoding failed or gave a warning: a damaged picture decodes with a warning, and gray where data is missing. The
  /// exception is the warning about bytes between two markers, which every intact picture of many webcams causes.
  private mutating func check(_ result: CInt) throws(UserError) {
    guard result != 0 else { return }
    if tjGetErrorCode(handle) == TJERR_WARNING.rawValue, strstr(tjGetErrorStr2(handle), "extraneous bytes") != nil { return }
    let words = String(cString: tjGetErrorStr2(handle))
    renewHandle()
    throw UserError.damaged("JPEG", words)
  }

  /// Replaces the handle: after an error within a header it refuses every further picture, and turbojpeg has no reset.
  private mutating func renewHandle() {
    guard let fresh = tjInitDecompress() else { return }
    tjDestroy(handle)
    handle = fresh
  }
}

/// The header of a JPEG file.
private struct Header {
  var width: CInt = 0
  var height: CInt = 0
  var subsampling: CInt = 0

  init() {}

  init(of bytes: UnsafeRawBufferPointer, _ handle: tjhandle) throws(UserError) {
    var colorspace: CInt = 0
    let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
    let result = tjDecompressHeader3(handle, start, UInt(bytes.count), &width, &height, &subsampling, &colorspace)
    guard result == 0, width > 0, height > 0 else { throw UserError.damaged("JPEG", String(cString: tjGetErrorStr2(handle))) }
    // Their colors depend on a printer's inks.
    guard colorspace != TJCS_CMYK.rawValue, colorspace != TJCS_YCCK.rawValue else {
      throw UserError("is a JPEG with CMYK colors", fix: "convert it to RGB", exitStatus: .noInput)
    }
    if colorspace != TJCS_YCbCr.rawValue && colorspace != TJCS_GRAY.rawValue { subsampling = -1 }
  }

  /// Bytes of a plane without gaps between rows.
  func planeSize(_ index: CInt) -> Int { Int(clamping: tjPlaneSizeYUV(index, width, 0, height, subsampling)) }

  /// Blocks of 8×8 pixels, including incomplete ones at the edges.
  var blocks: (across: Int, down: Int) { ((Int(width) + 7) / 8, (Int(height) + 7) / 8) }

  /// The size in the most eighths of the picture's own that fit into a square of some pixels; at least one eighth.
  func size(fitting side: Int?) -> (width: Int, height: Int) {
    let (width, height) = (Int(width), Int(height))
    let eighths = side.map { min(max(8 * $0 / max(width, height), 1), 8) } ?? 8
    return ((width * eighths + 7) / 8, (height * eighths + 7) / 8)
  }

  /// Whether there is a whole block.
  var hasBlocks: Bool { width >= 8 && height >= 8 }

  /// The pixel format that the file decodes to without conversion; nil if it must be converted to RGB.
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
