import Imaging
import Landmarks
import Testing

@Suite("What resembles a far palm without being one")
struct FalseAlarmsTests {
  private static let geometry = FrameGeometry(width: 1280, height: 720)
  private static let face = SIMD2<Float>(600, 300)
  private static let second: UInt64 = 1_000_000_000

  /// What is known `seconds` after a false alarm at the face, in a square of 320 pixels.
  ///
  /// - Parameter moves: whether something moves there, four times a second.
  private func alarms(after seconds: Double, moves: (Double) -> Bool? = { _ in true }) -> (FalseAlarms, ns: UInt64) {
    var alarms = FalseAlarms()
    alarms.add(Self.face, inSquareOf: 320, Self.geometry, at: Self.second)
    var ns = Self.second
    for quarter in 0...Int(seconds * 4) {
      ns = Self.second + UInt64(quarter) * Self.second / 4
      var cells = CellSet()
      let moves = moves(Double(quarter) / 4)
      if moves == true { cells.insert(300 / 24 * LumaGrid.columns + 600 / 32) }
      alarms.update(moving: moves == nil ? nil : cells, at: ns)
    }
    return (alarms, ns)
  }

  @Test("is known from two seconds later until twenty seconds later", arguments: [(1.75, false), (2, true), (20, true), (20.25, false)])
  func time(seconds: Double, isKnown: Bool) {
    let (alarms, ns) = alarms(after: seconds)
    #expect(alarms.isKnown(Self.face, inSquareOf: 320, at: ns) == isKnown)
  }

  @Test("is known within a quarter of the square's side", arguments: [(80, 0, true), (0, -80, true), (81, 0, false), (0, 81, false)])
  func reach(x: Int, y: Int, isKnown: Bool) {
    let (alarms, ns) = alarms(after: 3)
    #expect(alarms.isKnown(Self.face + SIMD2(Float(x), Float(y)), inSquareOf: 320, at: ns) == isKnown)
  }

  @Test("is forgotten when nothing has moved there for more than a second, as it may be a hand that is held still")
  func still() {
    let (paused, pausedNs) = alarms(after: 4) { $0 <= 3 }
    #expect(paused.isKnown(Self.face, inSquareOf: 320, at: pausedNs))
    let (still, stillNs) = alarms(after: 4.25) { $0 <= 3 }
    #expect(!still.isKnown(Self.face, inSquareOf: 320, at: stillNs))
  }

  @Test("is known in squares of the same size only", arguments: [(320, true), (202, false), (482, false)])
  func size(side: Float, isKnown: Bool) {
    let (alarms, ns) = alarms(after: 3)
    #expect(alarms.isKnown(Self.face, inSquareOf: side, at: ns) == isKnown)
  }

  @Test("is forgotten when a hand is found there, since it may have been that hand", arguments: [(80, false), (81, true)])
  func found(distance: Float, isKnown: Bool) {
    var (alarms, ns) = alarms(after: 3)
    alarms.didFindHand(at: Self.face + SIMD2(distance, 0))
    #expect(alarms.isKnown(Self.face, inSquareOf: 320, at: ns) == isKnown)
  }

  @Test("is searched three times in a row, then in one look of nine, until a hand is found")
  func cost() {
    var alarms = FalseAlarms()
    // Something resembles a palm in each look.
    func searches(in looks: Int) -> Int {
      (0..<looks).count { _ in
        let isSearched = alarms.allowsSearch
        alarms.didLook(wasSearched: isSearched, hasFound: false)
        return isSearched
      }
    }
    #expect(searches(in: 3) == 3)
    #expect(searches(in: 90) == 10)
    alarms.didLook(wasSearched: true, hasFound: true)
    #expect(searches(in: 3) == 3)
    #expect(searches(in: 8) == 0)
  }

  @Test("is searched once more where something has just begun to move, or in the first look after it that sees something")
  func suspended() {
    var (alarms, ns) = alarms(after: 3)
    for _ in 0..<3 { alarms.didLook(wasSearched: true, hasFound: false) }
    #expect(!alarms.allowsSearch && alarms.isKnown(Self.face, inSquareOf: 320, at: ns))
    alarms.suspend()
    #expect(alarms.allowsSearch && !alarms.isKnown(Self.face, inSquareOf: 320, at: ns))
    alarms.didLook(wasSearched: true, hasFound: false)
    #expect(!alarms.allowsSearch && alarms.isKnown(Self.face, inSquareOf: 320, at: ns))
    alarms.suspend()
    alarms.didLook(wasSearched: false, hasFound: false)
    #expect(alarms.allowsSearch && alarms.isKnown(Self.face, inSquareOf: 320, at: ns))
  }

  @Test("moves for all that is known where motion is unknown")
  func unknownMotion() {
    let (alarms, ns) = alarms(after: 5) { _ in nil }
    #expect(alarms.isKnown(Self.face, inSquareOf: 320, at: ns))
  }

  @Test("is as old as its first alarm, so that it is forgotten however often it comes again")
  func again() {
    var (alarms, ns) = alarms(after: 19)
    alarms.add(Self.face + 40, inSquareOf: 320, Self.geometry, at: ns)
    ns += 3 * Self.second / 2
    alarms.update(moving: nil, at: ns)
    #expect(!alarms.isKnown(Self.face, inSquareOf: 320, at: ns))
  }

  @Test("is forgotten when the clock goes back, to any time", arguments: [0, 1, 2, 3] as [UInt64])
  func clock(seconds: UInt64) {
    var (alarms, ns) = alarms(after: 3)
    alarms.update(moving: nil, at: seconds * Self.second)
    #expect(!alarms.isKnown(Self.face, inSquareOf: 320, at: ns))
  }

  @Test("may come at the last time that there is")
  func lastTime() {
    var alarms = FalseAlarms()
    alarms.add(Self.face, inSquareOf: 320, Self.geometry, at: .max)
    alarms.update(moving: nil, at: .max)
    for ns in [0, 2 * Self.second, .max] { #expect(!alarms.isKnown(Self.face, inSquareOf: 320, at: ns)) }
  }
}
