import CPipeWire
import Imaging

/// Numbers of PipeWire's interface, under the headers that define them.
enum SPA {
  /// spa/utils/type.h
  enum Kind {
    static let nodeCommand = UInt32(SPA_TYPE_COMMAND_Node)
    static let format = UInt32(SPA_TYPE_OBJECT_Format), buffers = UInt32(SPA_TYPE_OBJECT_ParamBuffers)
    static let meta = UInt32(SPA_TYPE_OBJECT_ParamMeta)
  }
  /// spa/param/param.h
  enum Parameter {
    static let enumFormat = SPA_PARAM_EnumFormat.rawValue, format = SPA_PARAM_Format.rawValue
    static let buffers = SPA_PARAM_Buffers.rawValue, meta = SPA_PARAM_Meta.rawValue
  }
  /// spa/param/format.h
  enum Format {
    static let mediaType = SPA_FORMAT_mediaType.rawValue, mediaSubtype = SPA_FORMAT_mediaSubtype.rawValue
    static let video = SPA_MEDIA_TYPE_video.rawValue, raw = SPA_MEDIA_SUBTYPE_raw.rawValue, mjpg = SPA_MEDIA_SUBTYPE_mjpg.rawValue
    static let pixels = SPA_FORMAT_VIDEO_format.rawValue, size = SPA_FORMAT_VIDEO_size.rawValue
    static let rate = SPA_FORMAT_VIDEO_framerate.rawValue
    static let colorRange = SPA_FORMAT_VIDEO_colorRange.rawValue, fullRange = SPA_VIDEO_COLOR_RANGE_0_255.rawValue
  }
  /// spa/param/buffers.h
  enum Buffers {
    static let count = SPA_PARAM_BUFFERS_buffers.rawValue, dataType = SPA_PARAM_BUFFERS_dataType.rawValue
    static let metaType = SPA_PARAM_META_type.rawValue, metaSize = SPA_PARAM_META_size.rawValue
  }
  /// spa/buffer/meta.h
  enum Meta {
    static let header = SPA_META_Header.rawValue, crop = SPA_META_VideoCrop.rawValue, transform = SPA_META_VideoTransform.rawValue
    static let isCorrupted = UInt32(SPA_META_HEADER_FLAG_CORRUPTED)
  }
  /// spa/buffer/buffer.h
  enum Data {
    static let pointer = SPA_DATA_MemPtr.rawValue, memory = SPA_DATA_MemFd.rawValue, dmaBuf = SPA_DATA_DmaBuf.rawValue
    static let isCorrupted = Int32(SPA_CHUNK_FLAG_CORRUPTED)
  }
  /// spa/node/command.h
  static let suspend = SPA_NODE_COMMAND_Suspend.rawValue
}

extension FourCC {
  /// The format with a number of spa/param/video/raw.h; nil for one that cannot be read.
  init?(spa number: UInt32) {
    guard let match = Self.uncompressed.first(where: { $0.spa.rawValue == number }) else { return nil }
    self = match.code
  }

  /// The number of spa/param/video/raw.h; nil for one that PipeWire does not have, and for JPEG, which is not raw.
  var spa: UInt32? { Self.uncompressed.first { $0.code == self }?.spa.rawValue }
}

/// The formats that a node offers, or the one that was agreed on. Pure.
package struct PipeWireFormat: Equatable, Sendable {
  /// The pixel formats that can be read.
  var codes: [FourCC]
  /// Sizes in pixels; ranges where the node offers them.
  var sizes: [PixelSizes]
  var intervals: FrameIntervals
  var range = ColorRange.limited

  struct PixelSizes: Equatable, Sendable {
    var widths: SizeRange, heights: SizeRange
  }

  /// - Parameter pod: a value of the parameter `EnumFormat` or `Format`.
  /// - Returns: nil if it has no pictures that can be read.
  package init?(_ pod: Pod?) {
    guard case .object(SPA.Kind.format, _, let properties) = pod, properties[SPA.Format.mediaType] == .id(SPA.Format.video) else {
      return nil
    }
    switch properties[SPA.Format.mediaSubtype] {
    case .id(SPA.Format.mjpg): codes = [.mjpeg]
    case .id(SPA.Format.raw):
      codes = (properties[SPA.Format.pixels]?.values ?? []).unique.compactMap {
        if case .id(let number) = $0 { FourCC(spa: number) } else { nil }
      }
    default: return nil
    }
    sizes = properties[SPA.Format.size].map(Self.sizes) ?? []
    intervals = properties[SPA.Format.rate].map(Self.intervals) ?? .discrete([])
    if codes == [.mjpeg] || properties[SPA.Format.colorRange] == .id(SPA.Format.fullRange) { range = .full }
    if codes.isEmpty || sizes.isEmpty { return nil }
  }

  private static func sizes(_ pod: Pod) -> [PixelSizes] {
    // Pictures of more pixels are not from a camera, and would not fit into the arithmetic of what reads them.
    func side(_ value: UInt32) -> Int? { (1...16_384).contains(value) ? Int(value) : nil }
    if case (.rectangle(let w0, let h0), .rectangle(let w1, let h1))? = pod.bounds,
      let w0 = side(max(w0, 1)), let h0 = side(max(h0, 1)), let w1 = side(min(w1, 16_384)), let h1 = side(min(h1, 16_384)), w0 <= w1,
      h0 <= h1
    {
      return [PixelSizes(widths: SizeRange(w0, w1, step: 1), heights: SizeRange(h0, h1, step: 1))]
    }
    return pod.values.unique.compactMap { value in
      guard case .rectangle(let width, let height) = value, let width = side(width), let height = side(height) else { return nil }
      return PixelSizes(widths: SizeRange(width, width, step: 0), heights: SizeRange(height, height, step: 0))
    }
  }

  private static func intervals(_ pod: Pod) -> FrameIntervals {
    // A rate of 0 means that it is unknown, or varies.
    func interval(_ pod: Pod) -> FrameInterval? {
      guard case .fraction(let frames, let seconds) = pod, frames > 0, seconds > 0 else { return nil }
      return FrameInterval(seconds, frames)
    }
    if let (slowest, fastest) = pod.bounds {
      guard let shortest = interval(fastest) else { return .discrete([]) }
      return .range(shortest: shortest, longest: interval(slowest) ?? FrameInterval(1, 1))
    }
    return .discrete(pod.values.unique.compactMap(interval))
  }

  /// The modes that are offered; of sizes and rates offered as a range, those nearest to the request.
  package func modes(for request: CameraRequest) -> [CameraMode] {
    codes.flatMap { code in
      sizes.flatMap { size in
        intervals.candidates(for: request).map {
          CameraMode(
            format: code, width: size.widths.nearest(to: request.width), height: size.heights.nearest(to: request.height), interval: $0)
        }
      }
    }
  }
}

extension PipeWireFormat {
  /// The one mode that was agreed on.
  struct Agreed: Equatable {
    let code: FourCC, encoding: PixelEncoding
    /// Size in pixels.
    let width: Int, height: Int
    /// Frames per second; nil if they vary, or are not known.
    let fps: Double?
    let range: ColorRange
  }

  /// Nil if more than one is left.
  var agreed: Agreed? {
    guard codes.count == 1, sizes.count == 1, let encoding = PixelEncoding(codes[0]) else { return nil }
    let interval = if case .discrete(let intervals) = intervals { intervals.first } else { FrameInterval?.none }
    return Agreed(
      code: codes[0], encoding: encoding, width: sizes[0].widths.maximum, height: sizes[0].heights.maximum, fps: interval?.fps, range: range
    )
  }

  /// `640×480 YUYV`, for messages.
  package var text: String { agreed.map { "\($0.width)×\($0.height) \($0.code)" } ?? "no single format" }
}

extension [Pod] {
  /// Each once, in their order: the preferred value is repeated among the alternatives.
  fileprivate var unique: [Pod] { enumerated().filter { !self[..<$0.offset].contains($0.element) }.map(\.element) }
}

// MARK: What a stream asks for

extension PipeWireFormat {
  /// What a stream offers to read, the best first: the chosen mode, then whatever can be read, since another program may have agreed on it.
  package static func offers(_ mode: CameraMode) -> [Pod] {
    var exact = properties(mode.format == .mjpeg ? [] : [mode.format])
    exact[SPA.Format.size] = .rectangle(UInt32(mode.width), UInt32(mode.height))
    if let interval = mode.interval { exact[SPA.Format.rate] = .fraction(interval.denominator, interval.numerator) }
    // Luma alone is read only of a camera that gives nothing else, and then it is the format of the mode.
    let codes = FourCC.uncompressed.map(\.code).filter { $0 != .grey }
    let others = [[mode.format == .mjpeg ? codes[0] : mode.format] + codes, []].map { codes in
      var any = properties(codes)
      any[SPA.Format.size] = .choice(
        .range, [.rectangle(UInt32(mode.width), UInt32(mode.height)), .rectangle(1, 1), .rectangle(16_384, 16_384)])
      any[SPA.Format.rate] = .choice(.range, [.fraction(30, 1), .fraction(0, 1), .fraction(1000, 1)])
      return any
    }
    return ([exact] + others).map { .object(type: SPA.Kind.format, id: SPA.Parameter.enumFormat, $0) }
  }

  /// - Parameter codes: the pixel formats, the preferred one first; none for JPEG.
  private static func properties(_ codes: [FourCC]) -> [UInt32: Pod] {
    var properties: [UInt32: Pod] = [
      SPA.Format.mediaType: .id(SPA.Format.video),
      SPA.Format.mediaSubtype: .id(codes.isEmpty ? SPA.Format.mjpg : SPA.Format.raw),
    ]
    let numbers = codes.compactMap(\.spa).map(Pod.id)
    if let first = numbers.first { properties[SPA.Format.pixels] = numbers.count == 1 ? first : .choice(.enumeration, numbers) }
    return properties
  }

  /// The memory that pictures may be in, and what comes with each.
  static let bufferRequests: [Pod] = {
    let memory = [SPA.Data.pointer, SPA.Data.memory, SPA.Data.dmaBuf].reduce(0) { $0 | Int32(1) << Int32($1) }
    let buffers: [UInt32: Pod] = [
      SPA.Buffers.count: .choice(.range, [.int(4), .int(2), .int(16)]),
      SPA.Buffers.dataType: .choice(.flags, [.int(memory)]),
    ]
    let metas: [(UInt32, Int32)] = [(SPA.Meta.header, 32), (SPA.Meta.crop, 16), (SPA.Meta.transform, 4)]
    return [.object(type: SPA.Kind.buffers, id: SPA.Parameter.buffers, buffers)]
      + metas.map {
        .object(
          type: SPA.Kind.meta, id: SPA.Parameter.meta, [SPA.Buffers.metaType: .id($0.0), SPA.Buffers.metaSize: .int($0.1)])
      }
  }()
}
