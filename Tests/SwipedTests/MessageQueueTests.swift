import Focus
import Testing

@testable import swiped

@Suite("Messages to the pipeline")
struct MessageQueueTests {
  private func application(_ turn: Int) -> RunState.Message {
    .application(FrontDecision(.init(isOpen: true, acts: true, turn: turn), under: AppSettings()))
  }

  private func turns(_ queue: MessageQueue) -> [Int?] {
    var turns: [Int?] = []
    queue.take { message in
      if case .application(let decision) = message { turns.append(decision.rule.turn) } else { turns.append(nil) }
    }
    return turns
  }

  @Test("Of changes of the application in front that follow each other, only the last is taken, in its place among the others")
  func applications() throws {
    let queue = try MessageQueue()
    for turn in 1...10_000 { queue.post(application(turn)) }
    queue.post(.resume)
    queue.post(application(10_001))
    #expect(turns(queue) == [10_000, nil, 10_001])
    #expect(turns(queue) == [])
  }

  @Test("What a message causes is taken with it, but messages without an end do not keep the pipeline")
  func causes() throws {
    let queue = try MessageQueue()
    var taken = 0
    queue.post(.resume)
    queue.take { _ in
      taken += 1
      queue.post(.resume)
    }
    #expect(taken == 2)
    queue.take { _ in taken += 1 }
    #expect(taken == 3)
  }
}
