import Testing

@testable import Bridge

@Suite("A client id")
struct ClientIDTests {
  @Test("differs by machine, user and device, and is one that every broker accepts")
  func differs() {
    let ids = [
      ClientID.id(machine: [1], user: 1000, "desk"), ClientID.id(machine: [2], user: 1000, "desk"),
      ClientID.id(machine: [1], user: 1001, "desk"),
      ClientID.id(machine: [1], user: 1000, "sofa"),
    ]
    #expect(Set(ids).count == ids.count)
    #expect(ids.allSatisfy { $0.utf8.count <= 23 && $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) } })
    #expect(ClientID.own(device: "desk", machine: "m") == ClientID.own(device: "desk", machine: "m"))
  }
}

@Suite("A connection that another client takes")
struct ConnectionContestTests {
  private let lost = BrokerError.unreachable("lost")

  @Test("is one that was accepted and lost four times in a row")
  func four() {
    var contest = ConnectionContest()
    for count in 1...5 {
      contest.ended(lost, afterConnectedNs: 60_000_000_000)
      #expect(contest.isOn == (count >= 4))
    }
    contest.ended(lost, afterConnectedNs: 500_000_000_000)
    #expect(!contest.isOn)
  }

  @Test("is none while the broker is away, refuses, or does not confirm")
  func others() {
    for (error, connectedNs) in [(lost, nil), (.denied("x"), nil), (.unconfirmed, 1), (.oversized, 1)] as [(BrokerError, UInt64?)] {
      var contest = ConnectionContest()
      for _ in 1...3 { contest.ended(lost, afterConnectedNs: 1) }
      contest.ended(error, afterConnectedNs: connectedNs)
      contest.ended(lost, afterConnectedNs: 1)
      #expect(!contest.isOn)
    }
  }
}

@Suite("What the broker keeps")
struct RetainedEchoTests {
  private let published = [
    Publication.retained("a", [1]), .retained("removed", []), .retained("b", [2]), .retained("c", [3]),
    Publication(topic: "swipe", payload: [4], isRetained: false),
  ]

  @Test("is asked for once, when there is more than that there is no daemon")
  func begins() {
    var echo = RetainedEcho()
    let begun = [[], [.retained("a", [1])], published, published].map { echo.begin(with: $0, nowNs: 7) }
    #expect(begun == [nil, nil, ["a", "b", "c"], nil])
    #expect(echo.dueNs == 5_000_000_007)
  }

  @Test("is missing if it has not come after five seconds, unless it may not be read")
  func missing() {
    var echo = RetainedEcho()
    _ = echo.begin(with: published, nowNs: 0)
    echo.take("b")
    echo.take("another")
    let isKnown = !echo.cannotKnow("another")
    #expect(isKnown)
    let ends = [4_999_999_999, 5_000_000_000, 6_000_000_000].map { echo.end(nowNs: $0) }
    #expect(ends.map { $0?.missing } == [nil, ["a", "c"], nil])
    #expect(ends[1]?.topics == ["a", "b", "c"] && echo.dueNs == nil)
  }

  @Test("is complete as soon as all of it has come, or may not be read")
  func complete() {
    var echo = RetainedEcho()
    _ = echo.begin(with: published, nowNs: 0)
    echo.take("a")
    echo.take("b")
    let early = echo.end(nowNs: 1)
    #expect(early == nil)
    let isUnknown = echo.cannotKnow("c")
    #expect(isUnknown)
    let outcome = echo.end(nowNs: 1)
    #expect(outcome?.missing == [])
  }
}
