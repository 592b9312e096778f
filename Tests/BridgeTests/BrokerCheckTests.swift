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

@Suite("What is said of the connections to the broker")
struct BrokerHistoryTests {
  private let lost = BrokerError.unreachable("lost")
  private let second: UInt64 = 1_000_000_000

  /// What is said at the begin and the end of connections, each in use for some seconds; nil for an attempt.
  private func said(_ history: inout BrokerHistory, _ seconds: [UInt64?], wasUsed: Bool = true) -> [String] {
    seconds.map { seconds in
      let begin = seconds == nil ? "" : history.begin() ? "connected, " : "silent, "
      switch history.end(lost, afterConnectedNs: seconds.map { $0 * second }, wasUsed: wasUsed, id: "x") {
      case nil: return begin + "nothing"
      case .contested(let id)?: return begin + "another has \(id)"
      case .rejected?: return begin + "rejected"
      case let error?: return begin + (error == lost ? "lost" : "?")
      }
    }
  }

  @Test("Another client has the id after four that were in use and lost soon, and that is said once")
  func contest() {
    var history = BrokerHistory()
    #expect(
      said(&history, [60, 60, 1, 1, 1, 60]) == [
        "connected, lost", "connected, lost", "connected, lost", "connected, another has x", "silent, nothing", "silent, nothing",
      ])
    let isNew = history.begin()
    let isStable = history.confirmStable()
    #expect(!isNew && isStable)
    #expect(said(&history, [1]) == ["connected, lost"])
  }

  @Test("A connection that ends before the broker has confirmed a message is rejected, and that is said once")
  func rejection() {
    var history = BrokerHistory()
    #expect(said(&history, [0, 0, 0], wasUsed: false) == ["connected, rejected", "silent, nothing", "silent, nothing"])
  }

  @Test("A broker that is away, or that was restarted now and then, has no other client, and each loss is said")
  func losses() {
    var history = BrokerHistory()
    #expect(said(&history, [500, 500, 500, 500, 500]) == Array(repeating: "connected, lost", count: 5))
    #expect(said(&history, [nil, nil]) == ["nothing", "nothing"])
    #expect(said(&history, [1, nil, 1, nil, 1, nil, 1, nil]).filter { $0 != "connected, lost" } == Array(repeating: "nothing", count: 4))
  }

  @Test("A good connection is said at its begin only")
  func good() {
    var history = BrokerHistory()
    let isNew = history.begin()
    let isStable = history.confirmStable()
    #expect(isNew && !isStable)
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
    let begun = [[], [.retained("a", [1])], published, published].map { echo.add($0, nowNs: 7) }
    #expect(begun == [nil, nil, ["a", "b", "c"], nil])
    #expect(echo.dueNs == 5_000_000_007)
  }

  @Test("is missing if it has not come after five seconds, unless it may not be read")
  func missing() {
    var echo = RetainedEcho()
    _ = echo.add(published, nowNs: 0)
    echo.take("a", [9])
    echo.take("b", [2])
    echo.take("another", [])
    let isKnown = !echo.markUnreadable("another")
    #expect(isKnown)
    let ends = [4_999_999_999, 5_000_000_000, 6_000_000_000].map { echo.end(nowNs: $0) }
    #expect(ends.map { $0?.missing } == [nil, ["a", "c"], nil])
    #expect(ends[1]?.topics == ["a", "b", "c"] && echo.dueNs == nil)
  }

  @Test("is complete as soon as all of it has come, or may not be read")
  func complete() {
    var echo = RetainedEcho()
    _ = echo.add(published, nowNs: 0)
    echo.take("a", [1])
    _ = echo.add([.retained("b", [7])], nowNs: 1)
    echo.take("b", [7])
    let early = echo.end(nowNs: 1)
    #expect(early == nil)
    let isUnknown = echo.markUnreadable("c")
    #expect(isUnknown)
    let outcome = echo.end(nowNs: 1)
    #expect(outcome?.missing == [])
  }
}
