import Landmarks
import Testing

@Suite("The search for further hands")
struct HandSearchTests {
  /// The times of the searches in s, of frames at 30 a second.
  ///
  /// - Parameters:
  ///   - moving: the cells that move at a time; nil if that is unknown.
  ///   - round: the number of searches in a round, from 1 s on.
  private func searches(
    _ seconds: Double, moving: (Double) -> [Int]?, finds: Bool = false, losesAt lost: Double? = nil, round: Int = 1
  ) -> [Double] {
    var search = HandSearch()
    var times: [Double] = []
    for frame in 0..<Int(30 * seconds) {
      let ns = UInt64(frame) * 33_333_333
      let time = Double(ns) / 1e9
      if let lost, frame == Int(30 * lost) { search.didLose(at: ns) }
      let cells = moving(time).map { cells in
        var set = CellSet()
        for cell in cells { set.insert(cell) }
        return set
      }
      guard search.isDue(moving: cells, at: ns) else { continue }
      search.didSearch(hasFound: finds, isRoundOver: times.count { $0 >= 1 } % round == round - 1, at: ns)
      times.append(time)
    }
    return times
  }

  @Test("is made every three seconds where nothing moves beside the hand")
  func calm() { #expect(searches(30, moving: { _ in [] }).count == 10) }

  @Test("is made within 0.1 s of a motion")
  func soon() {
    let times = searches(2, moving: { $0 > 1 ? [7] : [] })
    #expect(times.first { $0 > 1 }.map { $0 < 1.11 } == true)
  }

  @Test("is made once more after a motion that ends")
  func after() {
    let times = searches(2.9, moving: { (1...1.05).contains($0) ? [7] : [] })
    #expect(times.contains { (1.0...1.5).contains($0) })
  }

  @Test("is made every 0.1 s until each size of squares was searched after a motion, and then as seldom as before")
  func round() {
    let times = searches(2.9, moving: { (1...1.05).contains($0) ? [7] : [] }, round: 6)
    #expect(times.count { (1.0...1.7).contains($0) } == 6 && times.count { $0 > 1 } == 6)
    #expect(searches(60, moving: { [Int(30 * $0) % 1000] }, round: 6).count <= 180)
  }

  @Test("is made at most three times a second where ever other things move, and where that is unknown")
  func always() {
    #expect(searches(6, moving: { [Int(30 * $0)] }).count <= 18)
    #expect(searches(10, moving: { _ in nil }).count <= 28)
  }

  @Test("is made at most once a second where something always moves at the same place, but soon for what moves beside it")
  func known() {
    #expect(searches(60, moving: { _ in [7, 8] }).count <= 60)
    let times = searches(5, moving: { $0 > 3 ? [7, 8, 9] : [7, 8] })
    #expect(times.first { $0 > 3 }.map { $0 < 3.11 } == true)
  }

  @Test("is made in each frame for 0.3 s after a hand was lost")
  func lost() {
    let times = searches(3, moving: { _ in [] }, losesAt: 1)
    #expect(times.count { (1...1.3).contains($0) } >= 9)
    #expect(times.count { $0 > 1.4 } <= 1)
  }

  @Test("is not made in each frame for a hand that is lost again and again")
  func flicker() {
    var search = HandSearch()
    var count = 0
    for frame in 0..<300 {
      let ns = UInt64(frame) * 33_333_333
      search.didLose(at: ns)
      guard search.isDue(moving: CellSet(), at: ns) else { continue }
      search.didSearch(hasFound: false, at: ns)
      count += 1
    }
    #expect(count < 110)
  }

  @Test("is made four times a second where a person moves, while all hands that are followed are in the background")
  func background() {
    for isForegroundEmpty in [false, true] {
      var (search, count) = (HandSearch(), 0)
      var body = CellSet()
      body.insert(100)
      for frame in 0..<300 {
        let ns = UInt64(frame) * 33_333_333
        guard search.isDue(moving: body, isForegroundEmpty: isForegroundEmpty, at: ns) else { continue }
        search.didSearch(hasFound: false, at: ns)
        count += 1
      }
      #expect(isForegroundEmpty ? (36...44).contains(count) : count < 12, "\(count)")
    }
  }

  @Test("goes on after a clock that goes back")
  func back() {
    var search = HandSearch()
    search.didSearch(hasFound: false, at: 5_000_000_000)
    let isDue = search.isDue(moving: CellSet(), at: 1_000_000_000)
    #expect(isDue)
  }
}
