import EventProtocol
import Foundation
import Hands
import Imaging
import Synchronization
import TestTime
import Testing
import swiped

/// What a maker has published, whether anybody wants it, and how wide it is shown.
private final class Taken: Sendable {
  let previews = Mutex<[PreviewEvent]>([])
  let isWanted = Atomic(true), width = Atomic(0)

  /// The sizes of the pictures, in their order.
  func sizes() throws -> [[Int]] {
    try previews.withLock { $0 }.map { preview in
      #expect(Event.preview(preview).line.count <= lineLimit)
      var size: [Int] = []
      var decoder = try JPEGDecoder()
      try #require(Data(base64Encoded: preview.jpeg)).withUnsafeBytes { bytes in
        try decoder.withFrame(decoding: bytes) { size = [$0.width, $0.height] }
      }
      return size
    }
  }
}

private struct Album {
  let taken = Taken()
  let maker: PreviewMaker

  init() {
    maker = PreviewMaker { [taken] in
      taken.isWanted.load(ordering: .relaxed) ? taken.width.load(ordering: .relaxed) : nil
    } publish: { [taken] preview in
      taken.previews.withLock { $0.append(preview) }
    }
  }

  /// Offers a picture and waits until it is done.
  func offer(_ number: UInt64, at ns: UInt64, noise: Bool = false, hands: [HumanHandPoseObservation] = []) async -> Bool {
    let before = taken.previews.withLock { $0.count }
    let bytes = (0..<640 * 480 * 3).map { noise ? UInt8.random(in: 0...255) : UInt8(truncatingIfNeeded: $0 / 640) }
    bytes.withUnsafeBytes { bytes in
      let plane = Plane(base: bytes.baseAddress!, bytesPerRow: 640 * 3)
      maker.offer(
        Frame(width: 640, height: 480, format: .rgb24, range: .full, planes: (plane, nil, nil), sequence: number), hands, at: ns)
    }
    await maker.finish()
    return taken.previews.withLock { $0.count } > before
  }
}

@Suite("The preview")
struct PreviewMakerTests {
  @Test("is not made without a subscriber")
  func unwanted() async {
    let album = Album()
    album.taken.isWanted.store(false, ordering: .relaxed)
    for number in 0..<20 { #expect(await !album.offer(UInt64(number), at: UInt64(number) * 1_000_000_000)) }
    album.taken.isWanted.store(true, ordering: .relaxed)
    #expect(await album.offer(20, at: 20_000_000_000))
  }

  @Test("comes at most 10 times per second, whatever the frame rate", .long(seconds: 110), arguments: [30, 60, 240, 10, 6])
  func rate(fps: UInt64) async {
    let album = Album()
    var made = 0
    // After the first second, in which the second picture may be a little early.
    for number in 0..<3 * fps {
      let isMade = await album.offer(number, at: 5_000_000_000 + number * 1_000_000_000 / fps)
      made += isMade && number >= fps ? 1 : 0
    }
    #expect(fps <= 10 ? made == 2 * fps : (19...20).contains(made), "\(made)")
  }

  @Test("comes with each frame of a camera at 10 fps, whose frames are 20 ms early and late")
  func unevenFrames() async {
    let album = Album()
    for number in 0..<20 as Range<UInt64> {
      let lateNs: UInt64 = number.isMultiple(of: 2) ? 0 : 20_000_000
      #expect(await album.offer(number, at: 5_000_000_000 + number * 100_000_000 - lateNs))
    }
  }

  @Test("is a JPEG of 320×240 that fits into a line of the protocol, even if it is noise, and shows the hand")
  func picture() async throws {
    let album = Album()
    let hand = HumanHandPoseObservation(confidence: 1, chirality: .left, imageWidth: 640, imageHeight: 480) { joint in
      (Float(joint.rawValue) * 30, 200, 0)
    }
    #expect(await album.offer(7, at: 1_000_000_000, noise: true))
    #expect(await album.offer(8, at: 2_000_000_000))
    #expect(await album.offer(9, at: 3_000_000_000, hands: [hand]))
    let previews = album.taken.previews.withLock { $0 }
    #expect(previews.map(\.frame) == [7, 8, 9])
    #expect(try album.taken.sizes() == [[320, 240], [320, 240], [320, 240]])
    #expect(previews[1].jpeg != previews[2].jpeg)
  }

  @Test(
    "has 640×480 pixels for those who show more than 320, unless it would not fit into a line",
    arguments: [Int.min, 0, 320, 321, Int.max])
  func sharpness(width: Int) async throws {
    let album = Album()
    album.taken.width.store(width, ordering: .relaxed)
    #expect(await album.offer(1, at: 1_000_000_000))
    #expect(await album.offer(2, at: 2_000_000_000, noise: true))
    #expect(try album.taken.sizes() == [width > 320 ? [640, 480] : [320, 240], [320, 240]])
  }
}
