import Hands
import Imaging
import Inference

/// Follows all hands in front of a camera, each with an identity, and runs the models only on frames that need them.
///
/// ``HandTracker`` finds what MediaPipe finds. This one also finds hands that are raised while another is followed, and keeps those that move
/// fast. Of a hand that is in view alone and moves slowly, both find the same joints.
public struct HandFollower: ~Copyable {
  /// At most so many hands are followed: two people's.
  package static let mostHands = 4
  /// A detected hand whose region overlaps that of a followed one by more than this is the same one, as in MediaPipe.
  private static let sameHand: Float = 0.5
  /// A hand is present above this probability: MediaPipe's tracking confidence.
  private static let leastPresence: Float = 0.5
  /// A hand that is found in a square of the picture is present above this probability: enlarged, more things resemble a hand. Of faces that talk,
  /// six were taken for one with 0.81 to 0.89; of 139 far thumbs, 132 have more than 0.947 when they are found.
  private static let leastPresenceInSquare: Float = 0.92
  /// A hand whose region is wider than this part of a square is searched for in larger ones. Those of far thumbs are 0.11 to 0.42 as wide (90 %),
  /// and what resembles a hand in faces is mostly wider.
  private static let mostInSquare: Float = 0.6
  /// Below this probability, a followed hand may have turned in its region, so that a detected palm places it better.
  private static let doubtful: Float = 0.8
  /// A detected face counts above this score. With 0.5, as in MediaPipe, a person far away in front of a plain wall may count as one large face,
  /// with up to 0.77.
  private static let leastFace: Float = 0.8

  private var detector: PalmDetector
  private var landmarker: HandLandmarker
  private let prefix: RuntimePrefix
  private let threads: Int
  /// Takes 8 MiB, and is loaded with the first small hand: whoever sits near the camera never needs it.
  private var faceDetector: Detector?
  private var schedule: InferenceSchedule
  private var search = HandSearch()
  /// Where to search while no near hand is followed.
  private var plan = SearchPlan()
  private var falseAlarms = FalseAlarms()
  /// In a dark room, what the models get in place of the frame.
  private var brightPicture = BrightPicture()
  private var nearestFace = NearestFace()
  /// What moves beside the hands.
  private var moving = CellSet()
  /// The one that is followed for longest first.
  private var followed: [FollowedHand] = []
  /// The regions of those that are not lost.
  private var regions: [RotatedRegion] = []
  private var lastID = 0
  private var last: (geometry: FrameGeometry, ns: UInt64)?

  /// Hands in the last frame, the one that is followed for longest first. Each has an identity.
  public private(set) var hands: [HumanHandPoseObservation] = []
  /// Whether the models ran on the last frame; otherwise ``hands`` were reused from an earlier one.
  public private(set) var ranInference = false

  /// Whether every search is of the whole picture, as for hands that are near: to measure what the searches of squares find.
  package var searchesWholePictures = false

  /// Whether faces are searched beside small hands, so that ``HumanHandPoseObservation/isInBackground`` is known: where it decides nothing, that
  /// can be spared.
  public var searchesFaces = true

  /// Why faces cannot be searched, as when the model has been removed since the start: then no hand is in the background. Nil while they can.
  public private(set) var faceProblem: (any Error)?

  /// Whether pictures of a dark room are brightened: to measure what that finds.
  package var brightensDarkPictures = true

  /// Time since which there has been neither a hand nor motion, on the frames' clock; nil while there is either, or without
  /// ``InferenceReuse/stillRoom``.
  public var idleSinceNs: UInt64? { schedule.idleSinceNs }

  /// Of frames captured before this time, on the frames' clock, the pixels are not read: the previous result is reused. Never without
  /// ``InferenceReuse/slowSearch``.
  public var idleUntilNs: UInt64 { schedule.idleUntilNs }

  /// The mean brightness of the last picture that was compared with earlier ones, without a hand; 0…255. Nil while a hand is followed.
  package var brightness: Double? { hands.isEmpty ? schedule.brightness : nil }

  /// - Parameters:
  ///   - prefix: folder of runtime and models.
  ///   - precision: number format of most of the landmark model, and of a first search for palms.
  ///   - threads: number of threads that one inference may use.
  ///   - reuse: when results are reused instead of running the models. Frames must have capture times.
  /// - Throws: `InferenceError` or `UserError`.
  public init(prefix: RuntimePrefix, precision: Precision = .f32, threads: Int = 1, reusing reuse: InferenceReuse = []) throws {
    let runtime = try Runtime(prefix, cache: .find())
    let detector = try PalmDetector(runtime, precision: precision, threads: threads)
    _ = try ModelFile.faceDetectionShortRange.verified(in: prefix)
    landmarker = try HandLandmarker(runtime, precision: precision, threads: threads)
    self.detector = detector
    (self.prefix, self.threads) = (prefix, threads)
    schedule = InferenceSchedule(reusing: reuse)
    followed.reserveCapacity(2 * Self.mostHands)
    regions.reserveCapacity(Self.mostHands)
    hands.reserveCapacity(Self.mostHands)
  }

  /// Finds the hands of the next frame and stores them in ``hands``.
  ///
  /// - Parameters:
  ///   - frame: the frame after the last one, or any frame after ``reset()``.
  ///   - need: how soon a change of a followed hand must be seen.
  /// - Throws: `InferenceError` or `UserError`.
  public mutating func track(_ frame: borrowing Frame, need: TrackingNeed = .whenMoved) throws {
    let ns = frame.capturedNs
    // Regions are places in frames of one size.
    if let last, last.geometry != frame.geometry || ns < last.ns { reset() }
    last = (frame.geometry, ns)
    let follows = schedule.needsInference(frame, around: regions, need: need)
    let isSearchDue = isSearchDue(at: ns)
    let searches = regions.isEmpty ? follows : isSearchDue && foregroundCount < Self.mostHands
    ranInference = follows || searches
    guard ranInference else { return }
    let before = hands.count
    if brightensDarkPictures, let brightening = schedule.brightening {
      brightPicture.take(frame, brightening)
      let picture = brightPicture
      try picture.withFrame { try find($0, follows, searches) }
    } else {
      brightPicture.clear()
      try find(frame, follows, searches)
    }
    followed.removeAll { $0.isForgotten(at: ns) }
    report()
    // A search that finds nothing says nothing about the hands that are followed.
    if follows || hands.count != before { schedule.didRunInference(found: hands, at: ns) }
  }

  private mutating func find(_ frame: borrowing Frame, _ follows: Bool, _ searches: Bool) throws {
    if follows { try follow(frame, at: frame.capturedNs) }
    if searches { try searchForMore(frame, at: frame.capturedNs) }
    do { if searchesFaces, faceProblem == nil { try findNearestFace(frame) } } catch { faceProblem = error }
    // One that is searched for no more hides nobody.
    if !searchesFaces || faceProblem != nil { nearestFace = NearestFace() }
  }

  private mutating func findNearestFace(_ frame: borrowing Frame) throws {
    guard nearestFace.isSearchDue(for: followed.lazy.compactMap(\.hand), side: longerSide, at: frame.capturedNs) else { return }
    if faceDetector == nil { faceDetector = try Detector(.faceShortRange, Runtime(prefix, cache: .find()), threads: threads) }
    var largest: Float?
    for place in NearestFace.places(in: frame.geometry) {
      for face in try faceDetector?.detect(frame, in: place) ?? [] where face.score > Self.leastFace {
        largest = max(largest ?? 0, face.high.x - face.low.x)
      }
    }
    nearestFace.didSearch(width: largest.map(Double.init), at: frame.capturedNs)
  }

  /// The number of hands that are not those of people in the background.
  private var foregroundCount: Int { hands.count { !$0.isInBackground } }

  /// Of the last frame, in pixels.
  private var longerSide: Int { last.map { max($0.geometry.width, $0.geometry.height) } ?? 0 }

  /// Forgets every hand, as before the first frame.
  public mutating func reset() {
    schedule.reset()
    faceProblem = nil
    followed.removeAll(keepingCapacity: true)
    search = HandSearch()
    plan = SearchPlan()
    falseAlarms = FalseAlarms()
    nearestFace = NearestFace()
    brightPicture.clear()
    report()
  }

  /// Takes what moves in a frame, and whether to search it for further hands: where something moves beside those that are followed, and now and
  /// then.
  private mutating func isSearchDue(at ns: UInt64) -> Bool {
    guard !schedule.isIdle else { return false }
    let known = schedule.findMotion(outside: regions, in: &moving) ? moving : nil
    plan.add(known, at: ns)
    falseAlarms.update(moving: known, at: ns)
    return !regions.isEmpty && search.isDue(moving: known, isForegroundEmpty: foregroundCount == 0, at: ns)
  }

  /// Searches for each hand where it is expected.
  private mutating func follow(_ frame: borrowing Frame, at ns: UInt64) throws {
    for index in followed.indices where followed[index].isLookedFor(at: ns) {
      let wasLost = followed[index].isLost
      var found: HumanHandPoseObservation?
      if let expected = followed[index].expectedRegion(at: ns) { found = try landmarks(frame, expected) }
      if found == nil { found = try landmarks(frame, followed[index].region) }
      update(index, with: found, at: ns)
      guard !wasLost, followed[index].isLost else { continue }
      search.didLose(at: ns)
      plan.didLose(followed[index].region, at: ns)
    }
  }

  /// - Returns: the hand in a region; nil if there is none.
  private mutating func landmarks(_ frame: borrowing Frame, _ region: RotatedRegion) throws -> HumanHandPoseObservation? {
    guard region.isSane else { return nil }
    let hand = try landmarker.landmarks(frame, in: region)
    return hand.confidence > Self.leastPresence && hand.isSane ? hand : nil
  }

  /// Two followed hands whose regions have become the same are one: the older one stays.
  private mutating func update(_ index: Int, with found: HumanHandPoseObservation?, at ns: UInt64) {
    if let found, isNew(HandRegion.around(found), among: index) { followed[index].see(found, at: ns) } else { followed[index].lose(at: ns) }
  }

  private mutating func searchForMore(_ frame: borrowing Frame, at ns: UInt64) throws {
    var hasFound = false
    let isWhole = searchesWholePictures || isBesideNearHand(frame.geometry)
    if isWhole { plan.forgetMotion() }
    let square = isWhole ? nil : plan.next(in: frame.geometry, at: ns)
    if square != nil, plan.isOfNewMotion { falseAlarms.suspend() }
    falseAlarms.followed = followed.filter { !$0.isLost }.map(\.region)
    for palm in try detector.detect(frame, in: square, except: falseAlarms) {
      let region = HandRegion.around(palm)
      guard isNew(region, among: followed.count) else { continue }
      // Those that were lost come first.
      if let lost = lostHand(near: region, at: ns) {
        // Nor may it be one that is followed.
        guard let found = try landmarks(frame, region), isNew(HandRegion.around(found), among: followed.count),
          !followed.contains(where: { $0.hand?.isSameHand(as: found) ?? false })
        else { continue }
        followed[lost].see(found, at: ns)
        hasFound = true
        falseAlarms.didFindHand(at: SIMD2(region.centerX, region.centerY))
        continue
      }
      guard square.map({ region.width <= Self.mostInSquare * $0.width }) ?? true, let found = try landmarks(frame, region),
        square == nil || found.confidence > Self.leastPresenceInSquare,
        isNew(HandRegion.around(found), among: followed.count)
      else { continue }
      if let same = followed.firstIndex(where: { $0.hand?.isSameHand(as: found) ?? false }) {
        if followed[same].hand!.confidence < min(Self.doubtful, found.confidence) { followed[same].see(found, at: ns) }
        continue
      }
      guard makeRoom(for: found) else { continue }
      lastID += 1
      followed.append(FollowedHand(found, id: lastID, inSquare: square != nil, at: ns))
      hasFound = true
      falseAlarms.didFindHand(at: SIMD2(region.centerX, region.centerY))
    }
    if let square {
      falseAlarms.didLook(wasSearched: detector.seemingPalm != nil, hasFound: hasFound)
      if !hasFound, let place = detector.seemingPalm { falseAlarms.add(place, inSquareOf: square.width, frame.geometry, at: ns) }
    }
    search.didSearch(hasFound: hasFound, isRoundOver: isWhole || plan.isRoundOver, at: ns)
  }

  /// Whether one more hand can be followed. If there are as many as can be, one in the background is forgotten for one that is not.
  private mutating func makeRoom(for hand: HumanHandPoseObservation) -> Bool {
    guard followed.count(where: { !$0.isLost }) >= Self.mostHands else { return true }
    let (face, side) = (nearestFace, longerSide)
    guard !face.hides(hand, side: side),
      let index = followed.lastIndex(where: { $0.hand.map { face.hides($0, side: side) } ?? false })
    else { return false }
    followed.remove(at: index)
    return true
  }

  /// Whether a hand is followed that a search of the whole picture finds: then another one is as near, and squares need not be searched.
  private func isBesideNearHand(_ geometry: FrameGeometry) -> Bool {
    followed.contains { !$0.isLost && SearchPlan.isNear($0.region, in: geometry, isFoundInWhole: !$0.wasFoundInSquare) }
  }

  /// - Returns: the lost hand whose way leads nearest to a region.
  private func lostHand(near region: RotatedRegion, at ns: UInt64) -> Int? {
    let distances = followed.map { $0.distance(to: region, at: ns) ?? .infinity }
    guard let index = distances.indices.min(by: { distances[$0] < distances[$1] }), distances[index] < .infinity else { return nil }
    return index
  }

  /// Whether a region can be searched and is not that of one of the first hands.
  private func isNew(_ region: RotatedRegion, among count: Int) -> Bool {
    region.isSane && !followed[..<count].contains { !$0.isLost && $0.region.intersectionOverUnion(region) > Self.sameHand }
  }

  private mutating func report() {
    hands.removeAll(keepingCapacity: true)
    regions.removeAll(keepingCapacity: true)
    for followed in followed {
      guard var hand = followed.hand else { continue }
      hand.isInBackground = nearestFace.hides(hand, side: longerSide)
      hands.append(hand)
      regions.append(followed.region)
    }
  }
}
