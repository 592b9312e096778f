import EventProtocol

/// Passes a client's bytes through the server's code from bytes to answers, without the socket.
///
/// The low half of the first byte sets the size of the pieces in which the rest arrives. With a high half of 7 the rest is repeated 128
/// times, so that a short input reaches the limits of a line and of an answer.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  guard count > 0 else { return 0 }
  let input = UnsafeBufferPointer(start: bytes, count: count)
  let pieceSize = 1 << (input[0] & 0xF)
  let copies = input[0] >> 4 == 7 ? 128 : 1
  let stream = Array(repeatElement(input.dropFirst(), count: copies).joined().prefix(2 * lineLimit))

  var lines = LineSplitter()
  var (rest, read) = (stream[...], [[UInt8]]())
  do {
    while !rest.isEmpty {
      lines.append(rest.prefix(pieceSize))
      rest = rest.dropFirst(pieceSize)
      while let line = try lines.next() { read.append(line) }
    }
    read.append(lines.rest())
  } catch {
    promise(error == .lineTooLong, "\(error)")
  }
  check(read, against: stream)
  // Repeated lines add no coverage.
  for line in Set(read) {
    answer(line)
    // The client's code, which may read any server's bytes.
    if case .event(let event) = try? ServerMessage(line: line) { checkLine(event.line) }
  }
  return 0
}

/// Checks that the lines are those that the standard library finds, up to the first that is too long.
private func check(_ lines: [[UInt8]], against stream: [UInt8]) {
  let expected = stream.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).prefix { $0.count <= lineLimit }
  promise(lines == expected.map(Array.init), "the lines are not those that were sent")
}

/// Handles a line as the server does, and checks that the client can read every answer.
private func answer(_ line: [UInt8]) {
  guard var batch = RequestBatch(line) else { return }
  var topics = Topic.initial
  while let request = batch.request {
    switch request {
    case .subscribe(let more, _):
      topics.formUnion(more)
      batch.respond(.success(.topics(topics)))
    case .unsubscribe(let fewer):
      topics.subtract(fewer)
      batch.respond(.success(.topics(topics)))
    case .status: batch.respond(.success(.status(status)))
    case .recent(let from): batch.respond(.success(.recent(RecentEvents(next: from))))
    case .control(.setProfile(let name)): batch.respond(.failure(.unknownProfile(name, names: ["plain", "daily"])))
    case .control: batch.respond(.failure(.unavailable("nothing runs")))
    }
  }
  guard let answer = batch.line else { return }
  checkLine(answer)
  promise(answer.count <= lineLimit + 1, "an answer over the limit")
  promise((try? ServerMessage(line: answer.dropLast())) != nil, "the answer is no message")
  let isBatch = answer.first == UInt8(ascii: "[")
  let responses =
    isBatch ? try? JSONCoding.decode([Response].self, from: answer) : (try? JSONCoding.decode(Response.self, from: answer)).map { [$0] }
  promise(responses?.isEmpty == false, "the answer is no response")
}

private func checkLine(_ line: [UInt8]) {
  promise(line.firstIndex(of: UInt8(ascii: "\n")) == line.count - 1, "not one line")
  promise(String(validating: line, as: UTF8.self) != nil, "not UTF-8")
}

private let status = Status(state: .running, keys: .off, source: "synthetic", precision: "f32", pid: 1)

/// Checks a condition, and prints the message in release builds too, unlike `precondition`.
private func promise(_ isKept: Bool, _ message: @autoclosure () -> String) {
  if !isKept { fatalError(message()) }
}
