import EventProtocol
import Foundation
import Glibc
import TestTime
import Testing

/// A gray PNG file; its pixels may be missing.
func png(width: Int, height: Int, hasPixels: Bool = true) -> [UInt8] {
  func bytes(_ number: some BinaryInteger) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * (3 - $0))) } }
  func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    let content = Array(type.utf8) + data
    let checksum = content.reduce(~UInt32(0)) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0xedb8_8320 : sum >> 1 }
    }
    return bytes(data.count) + content + bytes(~checksum)
  }
  // A zlib stream of stored blocks: row after row, each after the number of its filter.
  let rows = hasPixels ? (0..<height).flatMap { _ in [0] + [UInt8](repeating: 128, count: width) } : []
  var stream: [UInt8] = [0x78, 0x01]
  for start in stride(from: 0, to: rows.count, by: 65_535) {
    let block = rows[start..<min(start + 65_535, rows.count)]
    let (low, high) = (UInt8(block.count & 255), UInt8(block.count >> 8))
    stream += [block.endIndex == rows.count ? 1 : 0, low, high, ~low, ~high] + block
  }
  var (a, b) = (1, 0)
  for byte in rows {
    a = (a + Int(byte)) % 65_521
    b = (b + a) % 65_521
  }
  let header = chunk("IHDR", bytes(width) + bytes(height) + [8, 0, 0, 0, 0])
  return [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] + header + chunk("IDAT", stream + bytes(b << 16 | a)) + chunk("IEND", [])
}

/// The headers of a JPEG file.
///
/// - Parameter channels: 1 for gray, 4 for CMYK.
private func jpegHeader(width: Int, height: Int, channels: UInt8 = 1) -> [UInt8] {
  func bytes(_ number: Int) -> [UInt8] { [UInt8(number >> 8), UInt8(number & 255)] }
  let quantization: [UInt8] = [0xff, 0xdb, 0, 67, 0] + [UInt8](repeating: 1, count: 64)
  let frame = [0xff, 0xc0, 0, 8 + 3 * channels, 8] + bytes(height) + bytes(width) + [channels] + (1...channels).flatMap { [$0, 0x11, 0] }
  return [0xff, 0xd8] + quantization + frame + [0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 0xff, 0xd9]
}

/// A gray JPEG file of 24×8 pixels.
///
/// - Parameter orientation: value of the tag in its Exif data.
private func jpeg(orientation: UInt8) -> [UInt8] {
  let plain = [UInt8](
    Data(
      base64Encoded: """
        /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/\
        wAALCAAIABgBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAAP/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AA//Z
        """)!)
  let entry: [UInt8] = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0]
  let exif = Array("Exif\0\0MM\0*".utf8) + [0, 0, 0, 8, 0, 1] + entry + [0, 0, 0, 0]
  return Array(plain[..<2]) + [0xff, 0xe1, 0, UInt8(exif.count + 2)] + exif + plain[2...]
}

extension Scratch {
  /// A shell variable's value with bytes that are not UTF-8, which Foundation's `Process` cannot pass: `\344` and the like are octal.
  fileprivate func runInShell(_ script: String, _ program: String, _ arguments: [String] = []) async throws -> Program.Outcome {
    try await run("/bin/sh", ["-c", script, Program.folder.appendingPathComponent(program).path] + arguments, home: self)
  }
}

extension EndToEnd {
  @Suite("Attack: pictures")
  struct PictureAttacks {
    @Test("A batch with pictures of every bad kind prints the good ones, a line for each bad one, and ends with 66", .long(seconds: 20))
    func batch() async throws {
      let home = Scratch()
      #expect(mkfifo(home.file("fifo"), 0o600) == 0)
      let large = try home.write("large.png", png(width: 64, height: 48))
      #expect(truncate(large, 300 << 20) == 0)
      let bad = [
        (try home.write("tall.png", png(width: 1, height: 1_000_000)), "has 1×1000000 pixels, over the limit"),
        (try home.write("huge.png", png(width: 1_000_000, height: 1_000_000, hasPixels: false)), "has 1000000×1000000 pixels"),
        (try home.write("huge.jpg", jpegHeader(width: 65_500, height: 65_500)), "has 65500×65500 pixels, over the limit"),
        (try home.write("cut.png", png(width: 60, height: 40).prefix(300)), "not a valid PNG"),
        (try home.write("cut.jpg", jpeg(orientation: 1).dropLast(40)), "not a valid JPEG"),
        (try home.write("ink.jpg", jpegHeader(width: 16, height: 16, channels: 4)), "is a JPEG with CMYK colors"),
        (try home.write("animated.jpg", "GIF89a\u{1}\0\u{1}\0\0\0\0;".utf8), "neither a JPEG nor a PNG"),
        (home.file("fifo"), "is a FIFO, not a regular file"), ("/dev/zero", "is a device, not a regular file"),
        (large, "has 314572800 bytes, over the limit"), (home.file("none"), "No such file"),
      ]
      let good = [
        (try home.write("row.png", png(width: 65_500, height: 1)), 65_500, 1),
        (try home.write("column.png", png(width: 1, height: 65_500)), 1, 65_500),
        (try home.write("dot.png", png(width: 1, height: 1)), 1, 1), (try home.write("plain.png", png(width: 64, height: 48)), 64, 48),
        (try home.write("strip.png", png(width: 20_000, height: 10)), 20_000, 10),
        (try home.write("wrong-name.jpg", png(width: 30, height: 20)), 30, 20),
      ]
      // The good ones in between and at both ends.
      let files = zip(bad, good + good + good).flatMap { [$1.0, $0.0] } + [good[3].0]
      let end = try await run("landmarks", ["--json"] + files, home: home)
      #expect(end.status == 66)
      #expect(end.errors.count == bad.count, "\(end.errors)")
      for (line, (path, cause)) in zip(end.errors, bad) {
        #expect(line.hasPrefix("landmarks: \(path): ") && line.contains(cause) && line.contains("; "), "\(line)")
      }
      let expected = (good + good + good).prefix(bad.count) + [good[3]]
      try #require(end.output.count == expected.count, "\(end.output)")
      for (line, (path, width, height)) in zip(end.output, expected) {
        let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        #expect(object["file"] as? String == path && object["width"] as? Int == width && object["height"] as? Int == height)
        #expect(object["hands"] as? [String] == [])
      }
    }

    @Test("A JPEG is upright as its Exif data says, and as it is if they name no orientation")
    func orientations() async throws {
      let home = Scratch()
      let files = try (0...9 as ClosedRange<UInt8>).map { try home.write("\($0).jpg", jpeg(orientation: $0)) }
      let end = try await run("landmarks", ["--json"] + files, home: home)
      #expect(end.status == 0 && end.errors == [])
      let widths = try end.output.map { line in
        try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])["width"] as? Int
      }
      #expect(widths == [24, 24, 24, 24, 24, 8, 8, 8, 8, 24])
    }

    @Test("Pictures whose names are not UTF-8 are read, also when their names read alike")
    func rawNames() async throws {
      let home = Scratch()
      let (small, large) = (try home.write("small", png(width: 3, height: 2)), try home.write("large", png(width: 5, height: 4)))
      let script = """
        a="\(home.path)/b$(printf '\\344').png"; b="\(home.path)/b$(printf '\\366').png"; mv \(small) "$a"; mv \(large) "$b"
        exec "$0" --json "$b" "$a"
        """
      let end = try await home.runInShell(script, "landmarks")
      #expect(end.status == 0 && end.errors == [])
      let name = "\(home.path)/b\u{FFFD}.png"
      func base64(_ byte: UInt8) -> String { Data(Array("\(home.path)/b".utf8) + [byte] + Array(".png".utf8)).base64EncodedString() }
      #expect(
        end.output == [
          #"{"file":"\#(name)","file_bytes":"\#(base64(0xf6))","hands":[],"height":4,"width":5}"#,
          #"{"file":"\#(name)","file_bytes":"\#(base64(0xe4))","hands":[],"height":2,"width":3}"#,
        ])
    }

    @Test("A name with control characters is shown escaped")
    func controlCharacters() async throws {
      let home = Scratch()
      let end = try await run("landmarks", [home.file("a\u{1b}[31m\n.png")], home: home)
      #expect(end.status == 66)
      expectOneLine(end.errors, of: "landmarks")
      // The bracket makes it a pattern.
      #expect(end.errors.first?.contains(#"/a\u{1b}[31m\n.png: no such file"#) == true)
    }
  }

  @Suite("Attack: names that are not UTF-8")
  struct NameAttacks {
    @Test("A configuration, a stream and a recording may have them")
    func daemon() async throws {
      let home = Scratch()
      try home.write("c", "gesture.threshold = 4000\n".utf8)
      try home.write("v", y4m(frames: [6144, 6144, 6144]))
      let script = """
        c="\(home.path)/$(printf '\\344').toml"; v="\(home.path)/$(printf '\\366').y4m"; mv \(home.path)/c "$c"; mv \(home.path)/v "$v"
        exec "$0" run --no-keys --events --socket \(home.socket) --config="$c" --source "y4m:$v"
        """
      let end = try await home.runInShell(script, "swiped")
      #expect(end.status == 0, "\(end.errors)")
      let statuses: [Status] = try end.output.compactMap { if case .status(let status) = try event($0) { status } else { nil } }
      #expect(statuses.last?.gesture?["threshold"] == .number(4000) && statuses.last?.frames.handled == 3)
    }

    @Test("A missing file is reported in one line, with its name escaped")
    func missing() async throws {
      let home = Scratch()
      let script = "exec \"$0\" run --no-keys --socket \(home.socket) --source \"y4m:\(home.path)/$(printf '\\366')\""
      let end = try await home.runInShell(script, "swiped")
      #expect(end.status == 66)
      expectOneLine(end.errors, of: "swiped")
      #expect(end.errors.first?.contains("/\u{FFFD}: cannot be opened (No such file") == true)
    }

    @Test("A recording is written to such a name, and replayed from it")
    func recording() async throws {
      let home = Scratch()
      let daemon = try await home.daemon()
      let script = "exec \"$0\" record --socket \(home.socket) --seconds 0.5 \"\(home.path)/$(printf '\\344').gz\""
      #expect(try await home.runInShell(script, "swipectl").status == 0)
      daemon.send(SIGTERM)
      #expect(try await daemon.finish().status == 0)
      // Only a file whose name has that very byte is found.
      let replay = "exec \"$0\" run --no-keys --socket \(home.socket) --source trace:\"$(echo \(home.path)/$(printf '\\344').gz)\""
      let end = try await home.runInShell(replay, "swiped")
      #expect(end.status == 0, "\(end.errors)")
    }
  }
}
