import EventProtocol

/// What a client sends goes the server's whole way from bytes to answers, without the socket.
///
/// The first byte says how: its low half in how large pieces the rest arrives; with a high half of 7 the rest comes 128 times, so that
/// a short input reaches the limits of a line and of an answer.
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
  // A repeated line once more says nothing new.
  for line in Set(read) {
    answer(line)
    // The client's half, which a stranger's socket may feed as well.
    if case .event(let event) = try? ServerMessage(line: line) { checkLine(event.line) }
  }
  return 0
}

/// The lines must be those that the standard library finds, up to the first that is too long.
private func check(_ lines: [[UInt8]], against stream: [UInt8]) {
  let expected = stream.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).prefix { $0.count <= lineLimit }
  promise(lines == expected.map(Array.init), "the lines are not those that were sent")
}

/// Carries out a line as the server does; every answer must be one that the client understands.
private func answer(_ line: [UInt8]) {
  guard var exchange = Exchange(line) else { return }
  var topics = Topic.initial
  while let request = exchange.request {
    switch request {
    case .subscribe(let more):
      topics.formUnion(more)
      exchange.answer(.success(.topics(topics)))
    case .unsubscribe(let fewer):
      topics.subtract(fewer)
      exchange.answer(.success(.topics(topics)))
    case .status: exchange.answer(.success(.status(status)))
    case .control: exchange.answer(.failure(.unavailable("nothing runs")))
    }
  }
  guard let answer = exchange.line else { return }
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

/// As `precondition`, with its message in release builds too.
private func promise(_ isKept: Bool, _ message: @autoclosure () -> String) {
  if !isKept { fatalError(message()) }
}
