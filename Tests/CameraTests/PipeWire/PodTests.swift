import Camera
import Testing

extension Pod {
  /// What another program reads of it.
  fileprivate var read: Pod? { bytes.withUnsafeBytes { Pod($0) } }
}

@Suite("A value of PipeWire")
struct PodTests {
  private static let values: [Pod] = [
    .id(7), .int(-3), .rectangle(640, 480), .fraction(30, 1),
    .choice(.enumeration, [.id(4), .id(4), .id(23)]), .choice(.range, [.rectangle(640, 480), .rectangle(1, 1), .rectangle(4096, 4096)]),
    .object(type: 0x40003, id: 3, [1: .id(2), 2: .id(1), 0x20001: .choice(.enumeration, [.id(4), .id(8)]), 0x20004: .fraction(15, 1)]),
  ]

  @Test("What is written is read again", arguments: values)
  func roundTrip(value: Pod) {
    #expect(value.read == value)
    #expect(value.bytes.count % 8 == 0)
  }

  @Test("A size is written as PipeWire writes it")
  func golden() {
    // spa_pod_builder_rectangle(&b, 640, 480)
    #expect(Pod.rectangle(640, 480).bytes == [8, 0, 0, 0, 10, 0, 0, 0, 0x80, 2, 0, 0, 0xe0, 1, 0, 0])
    // spa_pod_builder_id(&b, 5): padded to eight bytes
    #expect(Pod.id(5).bytes == [4, 0, 0, 0, 3, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0])
  }

  @Test("Cut off anywhere, it is nothing or a part, and no memory behind it is read", arguments: values)
  func cut(value: Pod) {
    let bytes = value.bytes
    for count in 0..<bytes.count {
      let exact = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 8)
      exact.copyBytes(from: bytes.prefix(count))
      _ = Pod(UnsafeRawBufferPointer(exact))
      exact.deallocate()
    }
  }

  @Test("Any bytes are read without a crash")
  func noise() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<20_000 {
      var bytes = Self.values.randomElement(using: &random)!.bytes
      for _ in 0..<Int.random(in: 1...4) { bytes[Int.random(in: bytes.indices)] = .random(in: 0...255) }
      bytes.withUnsafeBytes { _ = Pod($0) }
    }
  }

  @Test("A choice that was made is the chosen value, although the alternatives are still there")
  func chosen() {
    #expect(Pod.choice(.none, [.rectangle(320, 240), .rectangle(1, 1), .rectangle(4096, 4096)]).read == .rectangle(320, 240))
    #expect(Pod.choice(.none, []).read == nil)
  }

  @Test("Choices in choices without end are refused")
  func nested() {
    var pod = Pod.id(1)
    for _ in 0..<100 { pod = .object(type: 1, id: 1, [1: pod]) }
    #expect(pod.read == nil)
  }

  @Test("Of a choice, the preferred value is the first; a range has bounds")
  func choices() {
    #expect(Pod.choice(.enumeration, [.id(4), .id(8)]).values == [.id(4), .id(8)])
    #expect(Pod.choice(.range, [.int(5), .int(1), .int(9)]).values == [.int(5)])
    #expect(Pod.choice(.range, [.int(5), .int(1), .int(9)]).bounds! == (.int(1), .int(9)))
    #expect(Pod.id(4).values == [.id(4)] && Pod.id(4).bounds == nil)
  }
}
