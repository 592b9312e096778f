import Glibc

/// Subscribers of swipes and frames, some of which never read, polled by one thread.
struct Crowd {
  /// From a swipe's `emitted_ns` to its arrival, in ms.
  private(set) var latencies: [Double] = []
  private(set) var lostSwipes = 0, lostFrames = 0, closed = 0

  private let path: String
  private var sockets: [pollfd] = []
  private var readers: [Reader]

  private struct Reader {
    var bytes: [UInt8] = []
    var lastSeq: Int?
  }

  init(path: String, fast: Int, stalled: Int) async throws {
    self.path = path
    readers = [Reader](repeating: Reader(), count: fast)
    for number in 0..<fast + stalled {
      // Without POLLIN, poll() reports only that a stalled subscriber was closed.
      sockets.append(pollfd(fd: try await Self.connected(path), events: Int16(number < fast ? POLLIN : 0), revents: 0))
    }
  }

  /// Connects, and retries for 5 s: the server may not listen yet, or may still have its limit of 64 clients.
  private static func connected(_ path: String) async throws -> Int32 {
    for _ in 0..<500 {
      if let socket = connect(path) { return socket }
      try await Task.sleep(for: .milliseconds(10))
    }
    throw Failure(description: "nothing listens at \(path)")
  }

  /// Connects and subscribes; nil if nothing listens.
  private static func connect(_ path: String) -> Int32? {
    let socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let status = withUnsafeBytes(of: &address) {
      Glibc.connect(socket, $0.assumingMemoryBound(to: sockaddr.self).baseAddress, socklen_t($0.count))
    }
    let request = Array(#"{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"topics":["frame"]}}"#.utf8) + [10]
    if status == 0, write(socket, request, request.count) == request.count { return socket }
    close(socket)
    return nil
  }

  mutating func listen(seconds: Int) throws {
    let end = now() + UInt64(seconds) * 1_000_000_000
    var piece = [UInt8](repeating: 0, count: 1 << 17)
    while now() < end {
      guard poll(&sockets, nfds_t(sockets.count), 100) > 0 else { continue }
      for number in sockets.indices where sockets[number].revents != 0 {
        if number < readers.count {
          let count = recv(sockets[number].fd, &piece, piece.count, Int32(MSG_DONTWAIT))
          guard count > 0 else { throw Failure(description: "a subscriber that reads was closed") }
          take(piece[..<count], reader: number)
        } else {
          close(sockets[number].fd)
          closed += 1
          sockets[number].fd = Self.connect(path) ?? -1
        }
      }
    }
    for socket in sockets { close(socket.fd) }
  }

  private mutating func take(_ piece: ArraySlice<UInt8>, reader: Int) {
    let time = now()
    readers[reader].bytes += piece
    var rest = readers[reader].bytes[...]
    while let end = rest.firstIndex(of: 10) {
      let line = rest[..<end]
      if let emitted = number(after: "\"emitted_ns\":", in: line), let seq = number(after: "\"seq\":", in: line) {
        latencies.append(Double(Int(clamping: time) - emitted) / 1e6)
        if let last = readers[reader].lastSeq { lostSwipes += seq - last - 1 }
        readers[reader].lastSeq = seq
      } else if let count = number(after: "\"count\":", in: line) {
        lostFrames += count
      }
      rest = rest[(end + 1)...]
    }
    readers[reader].bytes = Array(rest)
  }

  /// The number after a member's name, in a short line: a frame's line has none of them.
  private func number(after name: String, in line: ArraySlice<UInt8>) -> Int? {
    guard line.count < 400, let name = line.firstRange(of: Array(name.utf8)) else { return nil }
    return Int(String(decoding: line[name.upperBound...].prefix { (48...57).contains($0) }, as: UTF8.self))
  }
}
