import Bridge
import Testing

private let second: UInt64 = 1_000_000_000

extension SwipeDelivery {
  fileprivate mutating func add(_ number: UInt8, madeNs: UInt64 = 0, nowNs: UInt64? = nil) {
    add([number], madeNs: madeNs, nowNs: nowNs ?? madeNs)
  }

  /// Sends the next swipe as a message of this id, and returns its payload.
  fileprivate mutating func send(as id: Int32, nowNs: UInt64 = 0) -> UInt8? {
    guard let swipe = next(nowNs: nowNs) else { return nil }
    sent(as: id, nowNs: nowNs)
    return swipe.payload[0]
  }

  fileprivate var counts: [Int] { [delivered, dropped, pending] }
}

@Suite struct SwipeDeliveryTests {
  private var delivery = SwipeDelivery()

  @Test mutating func `A confirmed swipe is delivered`() {
    delivery.add(1)
    #expect(delivery.send(as: 10) == 1)
    #expect(delivery.counts == [0, 0, 1])
    delivery.confirmed(10)
    #expect(delivery.counts == [1, 0, 0])
  }

  @Test mutating func `The confirmation of another message, or a second one, changes nothing`() {
    delivery.add(1)
    _ = delivery.send(as: 10)
    for id: Int32 in [9, 10, 10] { delivery.confirmed(id) }
    #expect(delivery.counts == [1, 0, 0])
  }

  @Test mutating func `A swipe that has waited for 2 s is dropped, a younger one is sent`() {
    delivery.add(1, madeNs: 0)
    delivery.add(2, madeNs: 1)
    #expect(delivery.send(as: 10, nowNs: 2 * second) == 2)
    #expect(delivery.counts == [0, 1, 1])
  }

  @Test mutating func `A swipe of the future is one of now`() {
    delivery.add(1, madeNs: 100 * second, nowNs: second)
    #expect(delivery.next(nowNs: 3 * second) == nil)
    #expect(delivery.dropped == 1)
  }

  @Test mutating func `What is not confirmed when the connection ends is dropped, and not sent again`() {
    delivery.add(1)
    delivery.add(2)
    _ = delivery.send(as: 10)
    delivery.disconnected()
    #expect(delivery.counts == [0, 1, 1])
    #expect(delivery.send(as: 10) == 2)
    // The id is that of the second one now.
    delivery.confirmed(10)
    #expect(delivery.counts == [1, 1, 0])
  }

  @Test mutating func `A confirmation is due 2 s after the first swipe that waits for one was sent`() {
    #expect(delivery.dueNs == nil)
    delivery.add(1, madeNs: 5)
    delivery.add(2, madeNs: 7)
    #expect(delivery.dueNs == nil)
    #expect(delivery.send(as: 1, nowNs: 7) == 1)
    #expect(delivery.send(as: 2, nowNs: 9) == 2)
    #expect(delivery.dueNs == 7 + 2 * second)
    delivery.confirmed(1)
    #expect(delivery.dueNs == 9 + 2 * second)
  }

  @Test mutating func `A swipe that waited for a connection leaves the broker as much time to confirm it as any other`() {
    let sentNs = 2 * second - 1
    delivery.add(1, madeNs: 0)
    #expect(delivery.send(as: 1, nowNs: sentNs) == 1)
    #expect(delivery.dueNs == sentNs + 2 * second)
  }

  @Test mutating func `At most 20 swipes wait for their confirmation`() {
    for number: UInt8 in 1...21 { delivery.add(number) }
    for id: Int32 in 1...20 { #expect(delivery.send(as: id) != nil) }
    #expect(delivery.send(as: 21) == nil)
    delivery.confirmed(3)
    #expect(delivery.send(as: 21) == 21)
  }

  @Test mutating func `Of more than 256 that wait, the oldest are dropped`() {
    for number in 0..<300 { delivery.add(UInt8(number % 256)) }
    #expect(delivery.counts == [0, 44, 256])
    #expect(delivery.send(as: 1) == 44)
  }

  @Test mutating func `At the end, everything is delivered or dropped`() {
    for number: UInt8 in 1...3 { delivery.add(number) }
    for id: Int32 in 1...2 { _ = delivery.send(as: id) }
    delivery.confirmed(1)
    delivery.end()
    #expect(delivery.counts == [1, 2, 0])
  }
}
