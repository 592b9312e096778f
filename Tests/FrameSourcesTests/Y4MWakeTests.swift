import Foundation
import FrameSources
import Glibc
import Imaging
import Platform
import Testing

@Suite("Waiting for a YUV4MPEG2 stream")
struct Y4MWakeTests {
  @Test("A slow pipe does not delay a wakeup, and no byte of header or frame is lost")
  func slowPipe() throws {
    var pipe = TestPipe()
    let wake = TestPipe()
    wake.send("!")
    var seen: [SeenFrame] = []
    var stream = try Y4MStream(reading: OwnedDescriptor(duplicating: pipe.reading), path: "-", startNs: 0)
    #expect(stream.description.width == 0)
    let all = greyHeader + greyFrame(1) + greyFrame(2, parameters: " Ip") + greyFrame(3)
    for byte in all {
      pipe.send([byte])
      // The wakeup is still unread: each call must end, and read at most what is available.
      #expect(try stream.next(wake: wake.reading) { seen.append(SeenFrame($0)) } == .woken)
    }
    #expect(seen.isEmpty)
    pipe.finish()
    while try stream.next(wake: -1, { seen.append(SeenFrame($0)) }) == .frame {}
    #expect(seen.map(\.firsts[0]) == [1, 2, 3] && seen.map(\.sequence) == [0, 1, 2])
    #expect(stream.description.width == 4)
  }

  @Test("A wait for a silent pipe ends at its time, and no byte of header or frame is lost")
  func silentPipe() throws {
    let pipe = TestPipe()
    var seen: [SeenFrame] = []
    var stream = try Y4MStream(reading: OwnedDescriptor(duplicating: pipe.reading), path: "-", startNs: 0)
    for byte in greyHeader + greyFrame(7) {
      #expect(try stream.next(wake: -1, untilNs: 0) { _ in } == .woken)
      pipe.send([byte])
    }
    #expect(try stream.next(wake: -1, untilNs: 0) { seen.append(SeenFrame($0)) } == .frame)
    #expect(seen.map(\.firsts[0]) == [7])
    #expect(try stream.next(wake: -1, untilNs: 0) { _ in } == .woken)
  }

  @Test("A frame that arrives in pieces is assembled across wakeups")
  func pieces() throws {
    let pipe = TestPipe()
    let frame = greyFrame(7)
    var seen: [SeenFrame] = []
    var stream = try Y4MStream(reading: OwnedDescriptor(duplicating: pipe.reading), path: "-", startNs: 0)
    pipe.send(Array(greyHeader[..<9]))
    #expect(try wokenWhileWaiting(&stream, from: pipe.reading, &seen))
    pipe.send(Array(greyHeader[9...]) + frame[..<3])
    #expect(try wokenWhileWaiting(&stream, from: pipe.reading, &seen))
    pipe.send(Array(frame[3..<10]))
    #expect(try wokenWhileWaiting(&stream, from: pipe.reading, &seen))
    pipe.send(Array(frame[10...]))
    #expect(try stream.next(wake: -1) { seen.append(SeenFrame($0)) } == .frame)
    #expect(seen.map(\.firsts[0]) == [7])
  }

  @Test("A named pipe without a writer is opened and closed without waiting")
  func namedPipe() throws {
    let path = "/tmp/swiped-test-fifo-\(getpid())"
    unlink(path)
    try #require(mkfifo(path, 0o600) == 0)
    defer { unlink(path) }
    let wake = TestPipe()
    wake.send("!")
    var stream = try Y4MStream(path: path, startNs: 0)
    #expect(try stream.next(wake: wake.reading) { _ in } == .woken)
    let writer = open(path, O_WRONLY | O_CLOEXEC)
    let bytes = greyHeader + greyFrame(5)
    #expect(write(writer, bytes, bytes.count) == bytes.count)
    close(writer)
    #expect(try stream.next(wake: -1) { _ in } == .frame)
    #expect(try stream.next(wake: -1) { _ in } == .ended)
  }

  @Test("A frame counts as handled even if its handler throws")
  func throwingHandler() throws {
    struct Refused: Error {}
    let file = TestFile(greyHeader + greyFrame(1) + greyFrame(2))
    var seen: [SeenFrame] = []
    var stream = try Y4MStream(path: file.path, startNs: 0)
    #expect(throws: Refused.self) { try stream.next(wake: -1) { _ in throw Refused() } }
    #expect(try stream.next(wake: -1) { seen.append(SeenFrame($0)) } == .frame)
    #expect(seen.map(\.firsts[0]) == [2])
  }

  /// Waits for the stream, while another thread wakes the wait as soon as the pipe is empty.
  private func wokenWhileWaiting(_ stream: inout Y4MStream, from pipe: Int32, _ seen: inout [SeenFrame]) throws -> Bool {
    let wake = TestPipe()
    let writing = wake.writing
    Thread.detachNewThread {
      var entry = pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)
      while poll(&entry, 1, 0) == 1 { sched_yield() }
      _ = write(writing, "!", 1)
    }
    return try stream.next(wake: wake.reading) { seen.append(SeenFrame($0)) } == .woken
  }
}
