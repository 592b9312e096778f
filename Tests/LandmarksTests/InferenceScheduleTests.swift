import Corpus
import Glibc
import Hands
import Imaging
import Landmarks
import Testing

/// Frames of ten seconds.
private let tenSeconds = 300

@Suite("Inferences in a still room")
struct StillRoomTests {
  @Test("become rare, but never stop: one in five seconds")
  func rare() {
    let scene = Scene()
    #expect(scene.watch(frames: tenSeconds) <= 20)
    scene.watch(frames: tenSeconds)
    #expect((11...13).contains(scene.watch(frames: 6 * tenSeconds)))
    let gaps = zip(scene.inferences.suffix(11), scene.inferences.suffix(10)).map { $1 - $0 }
    #expect(gaps.allSatisfy { $0 == 150 })
  }

  @Test("are not caused by noise, from almost none to that of a dark room", arguments: [0, 0.1, 0.25, 0.5, 1, 2] as [Float])
  func noise(_ noise: Float) {
    for seed in 1...3 as ClosedRange<UInt64> {
      let scene = Scene(seed: seed)
      scene.noise = noise
      scene.watch(frames: 2 * tenSeconds)
      #expect(scene.watch(frames: 3 * tenSeconds) <= 8, "room \(seed)")
    }
  }

  @Test("are not caused by noise that is stronger in bright places or averaged over frames")
  func unevenNoise() {
    for seed in 1...3 as ClosedRange<UInt64> {
      let scene = Scene(seed: seed)
      (scene.noise, scene.shotNoise, scene.averaging) = (0.4, 2, 0.7)
      scene.watch(frames: 2 * tenSeconds)
      #expect(scene.watch(frames: 3 * tenSeconds) <= 9, "room \(seed)")
    }
  }

  @Test(
    "are no more frequent with noise than without it, from the first frame on",
    arguments: [(0.1, 0), (0.5, 0), (2, 0), (0.3, 3)] as [(Float, Float)])
  func start(noise: Float, shotNoise: Float) {
    for seed in 1...3 as ClosedRange<UInt64> {
      let scene = Scene(seed: seed)
      (scene.noise, scene.shotNoise) = (noise, shotNoise)
      #expect(scene.watch(frames: 3 * tenSeconds) <= 24, "room \(seed)")
    }
  }

  @Test("are not caused by the rounding of JPEG, even if a cell is a single block", arguments: [0, 1, 4, 10] as [Float])
  func compression(noise: Float) throws {
    for quality in [60, 80] {
      var generator = SeededGenerator(1)
      let normals = (0..<1 << 17).map { _ in noise * generator.normal() }
      var encoder = try JPEGEncoder()
      var decoder = try JPEGDecoder()
      var (schedule, grid) = (InferenceSchedule(reusing: .stillRoom), LumaGrid())
      // 320 by 240 pixels: edges that cross the blocks, and a small visitor at frame 290.
      var bytes = [UInt8](repeating: 0, count: 320 * 240)
      var inferences: [Int] = []
      for number in 0..<300 {
        let start = Int.random(in: 0..<1 << 17 - bytes.count, using: &generator)
        for i in bytes.indices {
          let (x, y) = (i % 320, i / 320)
          let isVisited = number >= 290 && (100..<128).contains(x) && (150..<182).contains(y)
          let wall = 40 + x / 90 * 35 + y / 70 * 13
          bytes[i] = UInt8(clamping: wall + (isVisited ? 14 : 0) + Int(normals[start + i].rounded()))
        }
        let ns = UInt64(number) * 1_000_000_000 / 30
        let file = try bytes.withUnsafeBytes { bytes in
          let plane = Plane(base: bytes.baseAddress!, bytesPerRow: 320)
          let frame = Frame(width: 320, height: 240, format: .grey, range: .full, planes: (plane, nil, nil))
          return try encoder.encode(RGBPicture(frame, fitting: (320, 240)), quality: quality)
        }
        try file.withUnsafeBytes { file in
          try decoder.withFrame(decoding: file) { frame in
            grid.read(frame)
            guard schedule.needsInference(grid, at: ns) else { return }
            _ = frame.planes
            inferences.append(number)
            schedule.didRunInference(found: [], at: ns)
          }
        }
      }
      #expect(inferences.filter { $0 < 290 }.count <= 20, "quality \(quality): \(inferences)")
      #expect(inferences.contains { (290...291).contains($0) }, "quality \(quality): \(inferences)")
    }
  }

  @Test("are not caused by mains flicker, which shows as moving bands")
  func flicker() {
    for beat in [0.0, 0.013, 0.33, 0.5] {
      let scene = Scene()
      scene.light = { row, frame in Float(1 + 0.12 * sin(2 * .pi * (Double(row) / 9 + beat * Double(frame)))) }
      scene.watch(frames: 2 * tenSeconds)
      #expect(scene.watch(frames: 3 * tenSeconds) <= 8, "beat \(beat)")
    }
  }

  @Test("are not caused by an exposure that changes slowly or by fading daylight")
  func exposure() {
    let scene = Scene()
    // Brighter by a tenth in two seconds; and darker by a third in a minute.
    scene.light = { _, frame in frame < 900 ? 1 + 0.1 * min(Float(max(frame - 600, 0)) / 60, 1) : 1.1 - 0.35 * Float(frame - 900) / 1800 }
    scene.watch(frames: 600)
    #expect(scene.watch(frames: 300) <= 4)
    #expect(scene.watch(frames: 1800) <= 16)
  }

  @Test("become rare again within seconds after noise rises, as when a light is turned off")
  func risingNoise() {
    let scene = Scene()
    scene.noise = 0.2
    scene.watch(frames: tenSeconds)
    scene.noise = 1.5
    scene.watch(frames: 2 * tenSeconds)
    #expect(scene.watch(frames: tenSeconds) <= 4)
  }
}

@Suite("A visitor in a still room")
struct VisitorTests {
  /// Runs the schedule on a still room with a visitor who arrives at frame 600.
  ///
  /// - Returns: number of frames from the arrival to the first inference that the visitor caused.
  private func delay(seed: UInt64 = 1, _ prepare: (Scene) -> Void) -> Int? {
    let (alone, visited) = (Scene(seed: seed), Scene(seed: seed))
    prepare(alone)
    alone.visitor = { _, _, _ in 0 }
    alone.watch(frames: 720)
    prepare(visited)
    visited.watch(frames: 720)
    // An inference that was due in that frame anyway counts too.
    return alone.inferences.contains(600) ? 0 : Set(visited.inferences).subtracting(alone.inferences).min().map { $0 - 600 }
  }

  /// A hand of an eighth of the picture's height, and less wide.
  private func smallHand(_ contrast: Float, from start: Int = 600, column: Int = 20, row: Int = 15) -> (Int, Int, Int) -> Float {
    { x, y, frame in frame >= start && (column..<column + 3).contains(x) && (row..<row + 4).contains(y) ? contrast : 0 }
  }

  @Test("is detected in the first frame, even if small and of low contrast", arguments: [-8, 8] as [Float])
  func small(contrast: Float) {
    for seed in 1...10 as ClosedRange<UInt64> {
      for (column, row) in [(0, 0), (37, 26), (18, 12)] {
        let delay = delay(seed: seed) { $0.visitor = smallHand(contrast, column: column, row: row) }
        #expect(delay == 0, "room \(seed), at \(column), \(row)")
      }
    }
  }

  @Test("is detected in the noise of a dark room")
  func dark() {
    for seed in 1...10 as ClosedRange<UInt64> {
      let delay = delay(seed: seed) { ($0.noise, $0.visitor) = (1.5, smallHand(12)) }
      #expect(delay ?? 99 <= 1, "room \(seed)")
    }
  }

  @Test("is detected under lamps that flicker and while the exposure changes")
  func flicker() {
    let flickering = delay { scene in
      scene.light = { row, frame in Float(1 + 0.12 * sin(2 * .pi * (Double(row) / 9 + 0.33 * Double(frame)))) }
      scene.visitor = smallHand(15)
    }
    #expect(flickering == 0)
    let brightening = delay { scene in
      scene.light = { _, frame in frame < 550 ? 1 : 1 + 0.1 * min(Float(frame - 550) / 60, 1) }
      scene.visitor = smallHand(15)
    }
    #expect(brightening == 0)
  }

  @Test("who enters slowly is detected at the edge of the picture: slow changes add up")
  func slow() {
    for speed in [0.01, 0.03, 0.1] {
      let delay = delay { scene in
        // From the left, a fifth of the picture high; a half-covered cell is half as bright.
        scene.visitor = { column, row, frame in
          let tip = Float(speed) * Float(frame - 600)
          return (12..<18).contains(row) ? 12 * min(max(tip - Float(column), 0), 1) : 0
        }
      }
      // Detected by the time the fingertips are one and a half cells inside the picture.
      #expect(Double(delay ?? 999) * speed <= 1.5, "speed \(speed)")
    }
  }

  @Test("who fades in slowly is detected")
  func fading() {
    let delay = delay { $0.visitor = { [hand = smallHand(1)] x, y, frame in hand(x, y, frame) * min(0.2 * Float(frame - 600), 12) } }
    #expect(delay ?? 999 <= 25)
  }

  @Test("who suddenly covers nearly all of the picture is detected")
  func large() {
    let delay = delay { $0.visitor = { column, _, frame in frame >= 600 && column >= 3 ? 25 : 0 } }
    #expect(delay == 0)
  }

  @Test("who moves without showing a hand causes inference on every second frame, and for a moment after")
  func moving() {
    let scene = Scene()
    scene.visitor = { x, y, frame in
      let place = 2 + min(max(frame - 600, 0), 60) / 2
      return frame >= 600 && (place..<place + 4).contains(x) && (10..<16).contains(y) ? 20 : 0
    }
    scene.watch(frames: 600)
    #expect(scene.watch(frames: 60) == 30)
    #expect((4...5).contains(scene.watch(frames: 9)))
    scene.watch(frames: tenSeconds)
    #expect(scene.watch(frames: tenSeconds) <= 3)
  }

  @Test("who appears after ten seconds without a hand is looked at within 250 ms, if that may be", arguments: [15, 30, 60])
  func slowLook(fps: Int) {
    let lag = 250 * fps / 1000
    for start in 12 * fps..<12 * fps + lag {
      let scene = Scene(reusing: [.stillRoom, .stillHand, .slowSearch], fps: fps)
      scene.visitor = smallHand(20, from: start)
      scene.watch(frames: start)
      #expect(scene.idleUntilNs > 0)
      #expect(scene.watch(frames: lag) >= 1, "at frame \(start)")
    }
  }

  @Test("who appears in a still room after ten seconds without a hand is looked at in every second frame for half a second")
  func attention() {
    for start in 360..<367 {
      let scene = Scene(reusing: [.stillRoom, .stillHand, .slowSearch])
      scene.visitor = { x, y, frame in frame >= start && x == frame % 40 && (10..<16).contains(y) ? 20 : 0 }
      scene.watch(frames: start + 60)
      let seen = scene.inferences.filter { $0 >= start }
      let gaps = zip(seen.dropFirst(), seen).map { $0 - $1 }
      #expect(seen.first.map { $0 < start + 7 } == true)
      #expect((7...8).contains(gaps.prefix { $0 == 2 }.count) && gaps.last == 7, "\(gaps)")
    }
  }

  @Test("and is not looked at in between, at a few looks a second")
  func rareLooks() {
    let scene = Scene(reusing: [.stillRoom, .stillHand, .slowSearch])
    scene.visitor = { x, y, frame in x == frame % 40 && (10..<16).contains(y) ? 20 : 0 }
    scene.watch(frames: 2 * tenSeconds)
    #expect((42...43).contains(scene.watch(frames: tenSeconds)))
    // Frames from before, as of a camera that has been opened again, are looked at, and every second is searched.
    scene.goBack(frames: 5 * tenSeconds / 2)
    #expect(scene.watch(frames: 2) == 1)
  }

  @Test("who appears in large JPEG pictures, of which fewer are compared in a still room, is looked at within 600 ms")
  func largePictures() {
    for start in 360..<378 {
      let scene = Scene(reusing: [.stillRoom, .stillHand, .slowSearch])
      scene.isLargeJPEG = true
      scene.visitor = { x, y, frame in frame >= start && x == frame % 40 && (10..<16).contains(y) ? 20 : 0 }
      scene.watch(frames: start)
      scene.watch(frames: 20)
      let seen = scene.inferences.filter { $0 >= start }
      #expect(seen.count >= 2 && seen[0] < start + 18 && seen[1] == seen[0] + 2, "\(seen) from \(start)")
      // While it goes on moving, as many are compared as of small pictures.
      scene.watch(frames: 16)
      #expect((42...43).contains(scene.watch(frames: 300)))
    }
  }

  @Test("who is gone for two seconds leaves large JPEG pictures of which fewer than two a second are compared")
  func stillLargePictures() {
    let scene = Scene(reusing: [.stillRoom, .stillHand, .slowSearch])
    scene.isLargeJPEG = true
    scene.visitor = { x, y, frame in frame < 450 && x == frame % 40 && (10..<16).contains(y) ? 20 : 0 }
    scene.watch(frames: 450 + 90)
    var times = Set<UInt64>()
    for _ in 0..<300 {
      scene.watch(frames: 1)
      times.insert(scene.idleUntilNs)
    }
    #expect((17...19).contains(times.count))
  }

  @Test("who shows no hand for ten seconds is searched for one every 234 ms, if that is allowed, and at once after a hand was found")
  func slowSearch() {
    let scene = Scene(reusing: [.stillRoom, .stillHand, .slowSearch])
    scene.visitor = { x, y, frame in x == frame % 40 && (10..<16).contains(y) ? 20 : 0 }
    scene.watch(frames: 40)
    #expect(scene.watch(frames: 240) == 120)
    scene.watch(frames: 40)
    let before = scene.inferences.count
    scene.watch(frames: tenSeconds)
    let gaps = zip(scene.inferences.dropFirst(before + 1), scene.inferences.dropFirst(before)).map { $0 - $1 }
    #expect(gaps.count >= 40 && gaps.allSatisfy { $0 == 7 })
    // A hand is found, and lost again.
    scene.regions = [RotatedRegion(centerX: 320, centerY: 240, width: 600, height: 400, rotation: 0)]
    scene.watch(frames: 8)
    #expect(scene.watch(frames: 30) == 30)
    scene.regions = []
    #expect(scene.watch(frames: 30) == 30)
    #expect((119...121).contains(scene.watch(frames: 240)))
  }

  @Test("is searched as rarely as before after something was taken for a hand that is not surely one, and often after one that is")
  func unsureHand() {
    for (presence, searches) in [(0.92, 4), (0.95, 28)] as [(Float, Int)] {
      let scene = Scene(reusing: [.stillRoom, .stillHand, .slowSearch])
      scene.visitor = { x, y, frame in x == frame % 40 && (10..<16).contains(y) ? 20 : 0 }
      scene.presence = presence
      scene.watch(frames: tenSeconds + 40)
      for _ in 0..<4 {
        scene.regions = [RotatedRegion(centerX: 320, centerY: 240, width: 600, height: 400, rotation: 0)]
        scene.watch(frames: 8)
        scene.regions = []
        #expect(scene.watch(frames: 28) == searches, "presence \(presence)")
      }
    }
  }

  @Test("causes inference on every frame while a moving hand is tracked, and for a second after it is lost")
  func gone() {
    let scene = Scene()
    scene.visitor = { x, y, frame in x == frame % 40 && (10..<16).contains(y) ? 20 : 0 }
    scene.regions = [RotatedRegion(centerX: 320, centerY: 240, width: 600, height: 400, rotation: 0)]
    #expect(scene.watch(frames: 90) == 90)
    scene.regions = []
    #expect(scene.watch(frames: 30) == 30)
    scene.watch(frames: 3)
    #expect(scene.watch(frames: 60) == 30)
    scene.regions = [RotatedRegion(centerX: 320, centerY: 240, width: 600, height: 400, rotation: 0)]
    scene.watch(frames: 1)
    #expect(scene.watch(frames: 60) == 60)
  }
}

@Suite("The idle time of a room")
struct StillSinceTests {
  @Test("starts at the beginning, with any noise", arguments: [0, 0.1, 0.5, 1, 2] as [Float])
  func noise(_ noise: Float) throws {
    let scene = Scene()
    scene.noise = noise
    #expect(scene.idleSinceNs == nil)
    scene.watch(frames: 9 * tenSeconds)
    #expect(try #require(scene.idleSinceNs) < 30_000_000_000)
  }

  @Test("starts at the last motion, and there is none while a hand is tracked")
  func movement() {
    let scene = Scene()
    scene.visitor = { column, row, frame in (600..<660).contains(frame) && column == frame % 40 && row < 20 ? 20 : 0 }
    scene.watch(frames: 600 + tenSeconds)
    // The visitor leaves after sixty frames.
    #expect(scene.idleSinceNs == 22_000_000_000)
    scene.regions = [RotatedRegion(centerX: 320, centerY: 240, width: 200, height: 200, rotation: 0.3)]
    scene.watch(frames: tenSeconds)
    #expect(scene.idleSinceNs == nil)
    scene.regions = []
    scene.watch(frames: tenSeconds)
    #expect(scene.idleSinceNs.map { $0 >= 40_000_000_000 } == true)
  }

  @Test("is unknown unless results are reused in a still room", arguments: [InferenceReuse.stillHand, []])
  func unknown(_ reuse: InferenceReuse) {
    let scene = Scene(reusing: reuse)
    scene.watch(frames: tenSeconds)
    #expect(scene.idleSinceNs == nil)
  }
}

@Suite("Inferences on a tracked hand")
struct StillHandTests {
  private static let region = RotatedRegion(centerX: 320, centerY: 240, width: 200, height: 200, rotation: 0.3)

  private func scene(seed: UInt64 = 1) -> Scene {
    let scene = Scene(seed: seed)
    scene.regions = [Self.region]
    return scene
  }

  @Test(
    "run on one in five frames while it does not move, and on few more with noise",
    arguments: [(0, 60), (0.5, 75), (1.5, 120)] as [(Float, Int)])
  func still(noise: Float, most: Int) {
    for seed in 1...3 as ClosedRange<UInt64> {
      let scene = scene(seed: seed)
      scene.noise = noise
      scene.watch(frames: tenSeconds)
      let inferences = scene.watch(frames: tenSeconds)
      #expect((60...most).contains(inferences), "room \(seed): \(inferences)")
    }
  }

  @Test("are not caused by motion elsewhere, and run at once when a thumb moves by a pixel")
  func thumb() {
    for seed in 1...10 as ClosedRange<UInt64> {
      let scene = scene(seed: seed)
      // The bright edge of a thumb, 48 pixels long, moves by one of a cell's 16 columns over a background 56 codes darker.
      scene.visitor = { column, row, frame in
        if frame >= 601, column == 20, (14..<17).contains(row) { return 3.5 }
        return frame >= 500 && column < 5 ? Float(frame % 7) * 10 : 0
      }
      scene.watch(frames: 500)
      #expect(scene.watch(frames: 100) <= 35, "room \(seed)")
      scene.watch(frames: 3)
      #expect(scene.inferences.contains { (601...602).contains($0) }, "room \(seed)")
    }
  }
}

@Suite("Inferences on a calm hand")
struct CalmHandTests {
  private func scene(_ reuse: InferenceReuse, _ need: TrackingNeed, fps: Int = 30) -> Scene {
    let scene = Scene(reusing: reuse, fps: fps)
    scene.visitor = { x, y, frame in x == frame % 40 && (10..<16).contains(y) ? 20 : 0 }
    scene.regions = [RotatedRegion(centerX: 320, centerY: 240, width: 600, height: 400, rotation: 0)]
    scene.need = need
    return scene
  }

  @Test("run on every second frame while it moves, if that may be", arguments: [InferenceReuse.calmHand, [.calmHand, .stillHand]])
  func everySecond(reuse: InferenceReuse) {
    let scene = scene(reuse, .soon)
    scene.watch(frames: 40)
    #expect(scene.watch(frames: 60) == 30)
    scene.need = .whenMoved
    scene.watch(frames: 1)
    #expect(scene.watch(frames: 60) == 60)
  }

  @Test("run on every frame otherwise")
  func everyFrame() {
    #expect(scene([.stillRoom, .stillHand], .soon).watch(frames: 60) == 60)
    #expect(scene([.stillRoom, .stillHand, .calmHand], .always).watch(frames: 60) == 60)
    // A camera with few frames a second, as in the dark.
    #expect(scene([.stillRoom, .stillHand, .calmHand], .soon, fps: 15).watch(frames: 60) == 60)
  }
}

@Suite("Inference back-off")
struct InferenceBackoffTests {
  private let second: UInt64 = 1_000_000_000

  @Test("makes inference due on the first frame, on every change, and when time goes back")
  func atOnce() {
    var backoff = InferenceBackoff()
    func isDue(_ hasChanged: Bool, _ ns: UInt64) -> Bool { backoff.isDue(hasChanged: hasChanged, longestNs: second, at: ns) }
    #expect(isDue(false, 0))
    for moment in 0...3 { backoff.didRunInference(at: UInt64(moment) * second, hasChanged: false) }
    #expect(!isDue(false, 3 * second + 1))
    #expect(isDue(true, 3 * second + 2))
    #expect(isDue(false, 2 * second))
  }

  @Test("starts again after a change that only the inference found")
  func answerChanged() {
    var backoff = InferenceBackoff()
    func isDue(_ ns: UInt64) -> Bool { backoff.isDue(hasChanged: false, longestNs: second, at: ns) }
    #expect(isDue(0))
    backoff.didRunInference(at: 10 * second, hasChanged: false)
    #expect(!isDue(10 * second + 33_000_000))
    backoff.didRunInference(at: 11 * second, hasChanged: true)
    #expect(isDue(11 * second + 33_000_000))
  }
}
