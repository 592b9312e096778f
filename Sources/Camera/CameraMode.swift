/// What the user asked of a camera.
package struct CameraRequest: Equatable, Sendable {
  /// The size in pixels that is taken where a camera offers more than that at a higher cost only.
  fileprivate static let usual = (width: 640, height: 480)
  /// A larger size, in which hands have twice as many pixels, and are found farther away.
  fileprivate static let larger = (width: 1280, height: 720)

  /// Size in pixels.
  package var width = usual.width, height = usual.height
  /// Whether nobody asked for this size, so that a larger one is taken if the camera lists it and its pictures cost about as much. Where a
  /// camera offers a range of sizes, it may scale them in software.
  package var isSizeAutomatic = true
  /// Whether the larger size is taken although its pictures cost more, since a hand was far away.
  package var takesLargerSize = false
  /// Frames per second.
  package var fps = 30.0
  /// Which larger size a camera cannot stream though it lists it, and why; nil if none was tried.
  private(set) var largerSizeProblem: String?
  /// Whether auto exposure may lower the frame rate in dim light; nil leaves the camera's setting as it is.
  package var dynamicFramerate: Bool?

  package init() {}

  /// - Parameters:
  ///   - width: pixels in a row; nil if nobody asked for a width.
  ///   - height: rows; nil as above.
  ///   - fps: frames per second.
  package init(width: Int?, height: Int?, fps: Double) {
    (self.width, self.height) = (width ?? Self.usual.width, height ?? Self.usual.height)
    (isSizeAutomatic, self.fps) = (width == nil && height == nil, fps)
  }

  /// The size that may be taken in place of the requested one.
  var largerSize: (width: Int, height: Int)? { isSizeAutomatic ? Self.larger : nil }

  /// The same request without a larger size than asked for: of a camera that other programs read, too, since their size is this one's.
  package var ofUsualSize: CameraRequest {
    var request = self
    request.isSizeAutomatic = false
    return request
  }

  /// The same request of a camera that cannot stream the larger size.
  func ofUsualSize(because problem: String) -> CameraRequest {
    var request = ofUsualSize
    let tried = isSizeAutomatic ? Self.larger : (width, height)
    (request.width, request.height) = Self.usual
    request.largerSizeProblem = "\(sizeText(tried)) failed: \(problem)"
    return request
  }

  /// Frames per second below which gestures are followed poorly.
  package static let minimumFPS = 24.0
}

/// The time between two frames, as V4L2 has it: a fraction of a second.
package struct FrameInterval: Equatable, Sendable {
  package var numerator: UInt32, denominator: UInt32

  package init(_ numerator: UInt32, _ denominator: UInt32) {
    (self.numerator, self.denominator) = (numerator, denominator)
  }

  /// Frames per second; nil if either number is zero.
  package var fps: Double? { numerator == 0 || denominator == 0 ? nil : Double(denominator) / Double(numerator) }

  /// The interval nearest to a frame rate within a range that a driver offers.
  package static func nearest(toFPS fps: Double, shortest: FrameInterval, longest: FrameInterval) -> FrameInterval {
    if let fastest = shortest.fps, fastest < fps { return shortest }
    if let slowest = longest.fps, slowest > fps { return longest }
    return FrameInterval(1000, UInt32((fps * 1000).rounded()))
  }
}

/// The widths or heights that a driver offers, in pixels; a single one where minimum and maximum are equal.
package struct SizeRange: Codable, Equatable, Sendable {
  package var minimum: Int, maximum: Int, step: Int

  package init(_ minimum: Int, _ maximum: Int, step: Int) {
    (self.minimum, self.maximum, self.step) = (minimum, maximum, step)
  }

  /// The offered size nearest to a requested one.
  package func nearest(to size: Int) -> Int {
    guard maximum > minimum else { return minimum }
    let step = max(step, 1)
    let steps = (min(max(size, minimum), maximum) - minimum + step / 2) / step
    return min(minimum + steps * step, minimum + (maximum - minimum) / step * step)
  }
}

/// A format, size and frame rate that a camera can deliver.
package struct CameraMode: Equatable, Sendable {
  package var format: FourCC
  /// Whether libv4l2 converts to this format from one that the camera has.
  package var isEmulated: Bool
  /// Size in pixels.
  package var width: Int, height: Int
  /// nil if the driver does not report it.
  package var interval: FrameInterval?

  package init(format: FourCC, isEmulated: Bool = false, width: Int, height: Int, interval: FrameInterval?) {
    (self.format, self.isEmulated, self.width, self.height, self.interval) = (format, isEmulated, width, height, interval)
  }
}

extension CameraMode {
  /// Chooses the mode to ask the driver for.
  ///
  /// Of the modes that reach ``CameraRequest/minimumFPS``, takes the one nearest in size; among equal sizes, prefers uncompressed
  /// over JPEG over what libv4l2 converts, then the rate nearest to the request. If none is that fast, takes the fastest.
  /// Color is preferred over luma alone in both cases. If nobody asked for a size, takes a larger one that is as fast and takes no more
  /// work: pictures that need no decoding cost the same in any size, and where JPEG must be decoded anyway, fewer of the large pictures are
  /// compared while nothing moves. With ``CameraRequest/takesLargerSize``, also one that takes more.
  ///
  /// - Returns: nil if no mode has a readable format.
  package static func choose(among modes: [CameraMode], request: CameraRequest = CameraRequest()) -> CameraMode? {
    guard let usual = chooseBySize(among: modes, request) else { return nil }
    let larger = larger(than: usual, among: modes, request).filter { $0.cost <= usual.cost || request.takesLargerSize }
    return larger.min { $0.rank(request) < $1.rank(request) } ?? usual
  }

  private static func chooseBySize(among modes: [CameraMode], _ request: CameraRequest) -> CameraMode? {
    let readable = modes.filter { PixelEncoding($0.format) != nil }
    let color = readable.filter { $0.format != .grey }
    let candidates = color.isEmpty ? readable : color
    let fast = candidates.filter { $0.reachesMinimum(request) }
    if !fast.isEmpty { return fast.min { $0.rank(request) < $1.rank(request) } }
    return candidates.min {
      (-$0.fps(request), $0.distance(to: request), $0.cost) < (-$1.fps(request), $1.distance(to: request), $1.cost)
    }
  }

  /// The modes of the larger size that a request allows, in color and as fast as the usual mode.
  private static func larger(than usual: CameraMode, among modes: [CameraMode], _ request: CameraRequest) -> [CameraMode] {
    guard let size = request.largerSize, usual.width * usual.height < size.width * size.height, usual.reachesMinimum(request) else {
      return []
    }
    return modes.filter {
      ($0.width, $0.height) == size && PixelEncoding($0.format) != nil && $0.format != .grey && !$0.isEmulated
        && $0.interval != nil && $0.fps(request).rounded() >= usual.fps(request).rounded()
    }
  }

  /// The order in which modes that are fast enough are preferred, the lowest first.
  private func rank(_ request: CameraRequest) -> (Double, Int, Double) { (distance(to: request), cost, abs(fps(request) - request.fps)) }

  /// The reason why ``choose(among:request:)`` chose this mode, for the log: "nearest to 640×480 that reaches 24 fps, no decoding".
  ///
  /// - Parameter modes: those that it was chosen among.
  package func reason(request: CameraRequest = CameraRequest(), among modes: [CameraMode] = []) -> String {
    let minimum = "\(rounded(CameraRequest.minimumFPS)) fps"
    if let size = request.largerSize, (width, height) == size, let usual = Self.chooseBySize(among: modes, request), usual != self {
      if cost > usual.cost {
        return "larger than \(request.width)×\(request.height), since a hand was far away; reaches \(minimum), decoded from JPEG"
      }
      let work = ["no decoding", "decoded from JPEG, as smaller pictures would be"][min(cost, 1)]
      return "larger than \(request.width)×\(request.height), to find hands that are far away; reaches \(minimum), \(work)"
    }
    let choice =
      reachesMinimum(request)
      ? "nearest to \(request.width)×\(request.height) that reaches \(minimum)" : "the fastest there is, none reaches \(minimum)"
    let work = ["no decoding", "decoded from JPEG, as nothing uncompressed is as near and as fast", "converted by libv4l2"][cost]
    let problem = request.largerSizeProblem.map { "; \($0)" }
    return "\(choice), \(work)\(problem ?? hint(request, modes))"
  }

  /// When a larger size is taken that takes more work, if there is one.
  private func hint(_ request: CameraRequest, _ modes: [CameraMode]) -> String {
    guard let larger = costlierLarger(among: modes, request) else { return "" }
    return "; takes \(sizeText((larger.width, larger.height))), which must be decoded from JPEG, after a hand was far away"
  }

  /// The mode that ``CameraRequest/takesLargerSize`` takes in place of this one, which ``choose(among:request:)`` has chosen; nil if there is none.
  func costlierLarger(among modes: [CameraMode], _ request: CameraRequest) -> CameraMode? {
    Self.larger(than: self, among: modes, request).filter { $0.cost > cost }.min { $0.rank(request) < $1.rank(request) }
  }

  /// Frames per second; a rate that the driver does not report is taken to be the requested one.
  private func fps(_ request: CameraRequest) -> Double { interval?.fps ?? request.fps }

  /// Rounded, so that 23.976 counts as 24.
  private func reachesMinimum(_ request: CameraRequest) -> Bool { fps(request).rounded() >= CameraRequest.minimumFPS }

  /// The ratio of the areas of this mode and the request, at least 1.
  private func distance(to request: CameraRequest) -> Double {
    let ratio = Double(width * height) / Double(request.width * request.height)
    return max(ratio, 1 / ratio)
  }

  /// Whether pictures are larger than the usual ones.
  var isLarge: Bool { width * height > CameraRequest.usual.width * CameraRequest.usual.height }

  /// Whether nobody asked for pictures as large as these.
  func isLarger(than request: CameraRequest) -> Bool {
    request.largerSize.map { (width, height) == $0 } ?? false && width * height > request.width * request.height
  }

  /// The work per frame: 0 none, 1 JPEG decoding, 2 conversion by libv4l2.
  private var cost: Int { isEmulated ? 2 : PixelEncoding(format) == .jpeg ? 1 : 0 }
}

private func sizeText(_ size: (width: Int, height: Int)) -> String { "\(size.width)×\(size.height)" }
