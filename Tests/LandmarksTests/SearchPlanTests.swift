import Imaging
import Landmarks
import Testing

@Suite("The plan of searches while no hand is followed")
struct SearchPlanTests {
  private static let hd = FrameGeometry(width: 1280, height: 720)

  /// The places of the next searches, at 15 a second.
  private func places(
    _ plan: inout SearchPlan, _ count: Int, in geometry: FrameGeometry = hd, from first: Int = 0, moving: [RotatedRegion]?
  ) -> [RotatedRegion?] {
    let cells = moving.map { Self.cells($0, geometry) }
    return (first..<first + count).map {
      let ns = UInt64($0) * 66_666_667
      plan.add(cells, at: ns)
      return plan.next(in: geometry, at: ns)
    }
  }

  private static func cells(_ regions: [RotatedRegion], _ geometry: FrameGeometry) -> CellSet {
    var set = CellSet()
    for region in regions {
      let cells = LumaGrid.cells(around: region, of: geometry)
      for row in cells.rows { for column in cells.columns { set.insert(row * LumaGrid.columns + column) } }
    }
    return set
  }

  private static func hand(_ x: Float, _ y: Float, side: Float = 80) -> RotatedRegion {
    RotatedRegion(centerX: x, centerY: y, width: side, height: side)
  }

  /// Whether a hand is far enough inside a square to be found there, or as far as the picture allows.
  private func shows(_ square: RotatedRegion, _ hand: RotatedRegion) -> Bool {
    max(abs(hand.centerX - square.centerX), abs(hand.centerY - square.centerY)) <= (square.width - hand.width) / 2
  }

  @Test("is the whole picture every second time, with and without motion")
  func whole() {
    for moving in [nil, [], [Self.hand(300, 300)]] as [[RotatedRegion]?] {
      var plan = SearchPlan()
      let places = places(&plan, 40, moving: moving)
      #expect(places.enumerated().allSatisfy { index, place in (place == nil) == (index % 2 == 0) })
    }
  }

  @Test("is always the whole picture if that is small", arguments: [(1, 1), (64, 48), (320, 180), (5000, 16)])
  func small(width: Int, height: Int) {
    var plan = SearchPlan()
    let geometry = FrameGeometry(width: width, height: height)
    #expect(places(&plan, 20, in: geometry, moving: nil).allSatisfy { $0 == nil })
  }

  @Test("has no two squares of nearly the same size", arguments: [(320, 240), (426, 240), (480, 360), (640, 480), (1280, 720)])
  func sizes(width: Int, height: Int) {
    var plan = SearchPlan()
    let sides = Set(places(&plan, 20, in: FrameGeometry(width: width, height: height), moving: nil).compactMap { $0?.width }).sorted()
    #expect(!sides.isEmpty && zip(sides, sides.dropFirst()).allSatisfy { $1 > 1.1 * $0 }, "\(sides)")
  }

  @Test(
    "shows what begins to move in squares of every size within six searches",
    arguments: FrameRotation.allCases, [(640, 480), (1280, 720), (1920, 1080)])
  func motion(rotation: FrameRotation, size: (Int, Int)) throws {
    let geometry = FrameGeometry(width: size.0, height: size.1, rotation: rotation, isMirrored: size.0 == 1280)
    let (width, height) = (Float(geometry.uprightSize.width), Float(geometry.uprightSize.height))
    for place in [SIMD2(0.1, 0.1), SIMD2(0.5, 0.5), SIMD2(0.9, 0.3), SIMD2(0.2, 0.8), SIMD2(0.93, 0.93)] as [SIMD2<Float>] {
      let hand = Self.hand(place.x * width, place.y * height, side: 0.08 * min(width, height))
      var plan = SearchPlan()
      _ = places(&plan, 31, in: geometry, moving: [])
      let squares = places(&plan, 6, in: geometry, from: 31, moving: [hand]).compactMap(\.self)
      #expect(Set(squares.map(\.width)).count == 3)
      #expect(squares.allSatisfy { shows($0, hand) }, "\(place)")
    }
  }

  @Test("stays in the picture, with upright squares of at least 160 pixels", arguments: FrameRotation.allCases)
  func inside(rotation: FrameRotation) {
    for (width, height) in [(640, 480), (1280, 720), (720, 1280), (4000, 300)] {
      let geometry = FrameGeometry(width: width, height: height, rotation: rotation)
      let (width, height) = (Float(geometry.uprightSize.width), Float(geometry.uprightSize.height))
      var plan = SearchPlan()
      for square in places(&plan, 300, in: geometry, moving: nil).compactMap(\.self) {
        #expect(square.rotation == 0 && square.width == square.height && square.width >= 160)
        #expect(square.centerX >= square.width / 2 && square.centerX <= width - square.width / 2)
        #expect(square.centerY >= square.width / 2 && square.centerY <= height - square.width / 2)
      }
    }
  }

  @Test("shows every place in squares of every size in turn while nothing moves, or nobody knows what moves", arguments: [true, false])
  func slowRound(isKnown: Bool) {
    var plan = SearchPlan()
    let squares = places(&plan, 900, moving: isKnown ? [] : nil).compactMap(\.self)
    for side in Set(squares.map(\.width)) {
      for x in stride(from: Float(40), to: 1280, by: 80) {
        for y in stride(from: Float(40), to: 720, by: 80) {
          #expect(squares.contains { $0.width == side && shows($0, Self.hand(x, y, side: 30)) }, "\(side): \(x), \(y)")
        }
      }
    }
  }

  @Test("shows two things that move far from each other in turn")
  func two() {
    var plan = SearchPlan()
    let hands = [Self.hand(200, 200), Self.hand(1000, 500)]
    let squares = places(&plan, 13, moving: hands).compactMap(\.self)
    for hand in hands { #expect(Set(squares.filter { shows($0, hand) }.map(\.width)).count == 3) }
  }

  @Test("shows other places now and then while the same thing moves, and at once what begins to move")
  func elsewhere() {
    var plan = SearchPlan()
    let always = Self.hand(300, 300, side: 200)
    let new = Self.hand(1000, 400)
    let squares = places(&plan, 1200, moving: [always]).compactMap(\.self)
    #expect(squares.contains { !shows($0, Self.hand(300, 300, side: 20)) })
    #expect(squares.contains { shows($0, Self.hand(1000, 400)) })
    #expect(places(&plan, 6, from: 1200, moving: [always, new]).compactMap(\.self).allSatisfy { shows($0, new) })
  }

  @Test("shows the place where something has moved sooner than others after all motion has ended")
  func afterMotion() {
    var plan = SearchPlan()
    let hand = Self.hand(900, 300)
    _ = places(&plan, 300, moving: [])
    _ = places(&plan, 4, from: 300, moving: [hand])
    let squares = places(&plan, 24, from: 304, moving: []).compactMap(\.self)
    for side in Set(squares.map(\.width)) { #expect(squares.count { $0.width == side && shows($0, hand) } >= 2) }
  }

  @Test("begins with the whole picture when something moves after a pause")
  func pause() {
    for searches in 20..<24 {
      var plan = SearchPlan()
      _ = places(&plan, searches, moving: [])
      #expect(places(&plan, 1, from: searches, moving: [Self.hand(300, 300)]) == [nil])
    }
  }

  @Test("begins with the smallest squares in which what begins to move has room", arguments: [(100, 0), (250, 1), (450, 2), (700, 1)])
  func sizes(side: Float, size: Int) throws {
    var plan = SearchPlan()
    _ = places(&plan, 31, moving: [])
    let widths = places(&plan, 6, from: 31, moving: [Self.hand(600, 350, side: side)]).compactMap { $0?.width }
    try #require(widths.count == 3)
    #expect(widths[0] == widths.sorted()[size])
  }

  @Test("begins at once beside what moves all the time")
  func beside() throws {
    var plan = SearchPlan()
    let always = Self.hand(300, 300, side: 200)
    for searches in [40, 41] {
      _ = places(&plan, searches, moving: [always])
      #expect(!plan.isOfNewMotion)
      let first = try #require(places(&plan, 1, from: searches, moving: [always, Self.hand(1000, 400)])[0])
      #expect(shows(first, Self.hand(1000, 400)) && first.width == 201.6 && plan.isOfNewMotion)
      plan = SearchPlan()
    }
  }

  @Test("shows a place where a far hand was lost every fourth time for a second, in a square in which it has room")
  func lost() throws {
    var plan = SearchPlan()
    _ = places(&plan, 30, moving: [])
    let hand = Self.hand(900, 300)
    plan.didLose(hand, at: 30 * 66_666_667)
    let places = places(&plan, 12, from: 30, moving: [Self.hand(100, 600)])
    let found = places.indices.filter { places[$0].map { $0.centerX == 900 && $0.centerY == 300 && shows($0, hand) } ?? false }
    #expect(found == [1, 5, 9])
  }

  @Test("is the whole picture for a second after a near hand was lost")
  func lostNear() {
    var plan = SearchPlan()
    _ = places(&plan, 30, moving: [])
    plan.didLose(Self.hand(900, 300, side: 300), at: 30 * 66_666_667)
    let places = places(&plan, 30, from: 30, moving: [Self.hand(100, 600)])
    #expect(places.prefix(15).allSatisfy { $0 == nil })
    #expect(places.contains { $0 != nil })
  }

  @Test("starts over with pictures of another size")
  func otherSize() {
    var plan = SearchPlan()
    _ = places(&plan, 31, moving: nil)
    let small = places(&plan, 2, in: FrameGeometry(width: 640, height: 480), from: 31, moving: nil)
    #expect(small[0] == nil && small[1] != nil)
  }
}
