import App
import Foundation
import Glibc
import Imaging
import TestTime
import TestWeb
import Testing

struct PictureTests {
  /// The program that decodes pictures, beside that of the tests.
  private static let worker = [
    URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().appendingPathComponent("swipectl").path,
    "picture-worker",
  ]

  private static func shell(_ script: String) -> [String] { ["sh", "-c", script] }

  private func upload(_ file: [UInt8], to app: AppFixture) throws -> Answer { try app.send("POST", "/pictures", body: file) }

  @Test("A picture that ends its decoder is answered with an error, and so is the next")
  func crash() throws {
    for (script, name) in [("kill -SEGV $$", "SIGSEGV"), ("exit 3", "status 3"), ("head -c 5 <&0 >/dev/null; kill -ABRT $$", "SIGABRT")] {
      let app = try AppFixture(pictures: Pictures(command: Self.shell(script)))
      for _ in 0..<2 {
        let answer = try upload(Photos.png, to: app)
        #expect(answer.status == 422 && answer.error?.contains(name) == true, "\(answer)")
      }
      #expect(try app.get("/").status == 200)
    }
  }

  @Test(
    "A decoder that something else ends or stops is started once more for the picture", .long(seconds: 20),
    arguments: ["KILL", "TERM", "STOP"])
  func interrupted(signal: String) throws {
    let scratch = Scratch()
    let count = "echo x >> \(scratch.file("starts"))"
    let once = "\(count); [ $(wc -l <\(scratch.file("starts"))) = 1 ] && kill -\(signal) $$; exec \(Self.worker.joined(separator: " "))"
    let app = try AppFixture(pictures: Pictures(command: Self.shell(once), patience: .seconds(signal == "STOP" ? 10 : 30)))
    // The answer of the decoder, which has looked at the picture.
    #expect(try upload(Array("GIF89a".utf8), to: app).status == 415)
    #expect(try scratch.text("starts") == "x\nx\n")
    // One that is stopped is noticed only then.
    let always = Pictures(command: Self.shell("\(count); kill -\(signal) $$; sleep 1000"), patience: .seconds(5))
    let other = try AppFixture(pictures: always)
    let answer = try upload(Photos.png, to: other)
    #expect(answer.status == 503 && answer.error?.contains("SIG\(signal)") == true && answer.error?.contains("was not finished") == true)
    #expect(try scratch.text("starts") == "x\nx\nx\nx\n")
  }

  @Test("A picture that takes too long ends its decoder, and the next one has another")
  func timeout() throws {
    let app = try AppFixture(pictures: Pictures(command: Self.shell("exec sleep 1000"), patience: .milliseconds(50)))
    for _ in 0..<2 { #expect(try upload(Photos.png, to: app).status == 422) }
  }

  @Test("A decoder that answers nonsense, or more than a result can have, is ended")
  func nonsense() throws {
    for script in ["printf 'xxxxxxxxxxxxxxxxxxxx'; exec sleep 1000", #"printf '\377\377\377\177\000'; exec sleep 1000"#] {
      let app = try AppFixture(pictures: Pictures(command: Self.shell(script)))
      #expect(try upload(Photos.png, to: app).status == 422)
    }
  }

  @Test("A decoder that cannot be started is said so")
  func missing() throws {
    let app = try AppFixture(pictures: Pictures(command: ["/nowhere/decoder"]))
    #expect(try upload(Photos.png, to: app).status == 503)
  }

  @Test("A thumbnail is a JPEG of at most 1024 pixels on a side; a file that is no picture is answered with an error")
  func thumbnails() throws {
    let scratch = Scratch()
    try scratch.write("photos/1.jpg", Photos.jpeg(width: 3000, height: 1200))
    try scratch.write("photos/2.jpg", Photos.jpeg(width: 30, height: 12))
    try scratch.write("photos/3.png", Photos.png)
    try scratch.write("photos/4.jpg", Photos.jpeg().prefix(300))
    try scratch.write("photos/5.jpg", "no picture".utf8)
    try scratch.write("photos/6.jpg", [])
    let app = try AppFixture(deck: scratch.file("photos"), pictures: Pictures(command: Self.worker))
    let answers = try (0..<6).map { try app.get("/deck/\($0)") }
    #expect(answers.map(\.status) == [200, 200, 200, 415, 415, 415])
    let sizes = try answers.prefix(3).map { answer in
      #expect(answer.header("content-type") == "image/jpeg")
      #expect(answer.header("cache-control") == "no-store")
      return try answer.body.withUnsafeBytes { bytes in
        let picture = try RGBPicture(decoding: bytes)
        return [picture.width, picture.height]
      }
    }
    #expect(sizes == [[750, 300], [30, 12], [1, 1]] || sizes[0][0] <= 1024 && sizes[0][0] > 512)
    for answer in answers[3...] { #expect(answer.error?.contains("; ") == true) }
  }

  @Test("An upload that is no picture is answered with its kind of error", .long(seconds: 12))
  func uploads() throws {
    let app = try AppFixture(pictures: Pictures(command: Self.worker))
    #expect(try upload(Array("GIF89a".utf8), to: app).status == 415)
    #expect(try upload([], to: app).status == 415)
    #expect(try upload([0xff, 0xd8], to: app).status == 422)
    #expect(try upload(Array(Photos.jpeg().dropLast(200)), to: app).status == 422)
    #expect(try upload(Array(Photos.png.dropLast(20)), to: app).status == 422)
  }

  @Test("The decoder ends when it has had nothing to do for a time, and another one follows", .long(seconds: 30))
  func idle() throws {
    let scratch = Scratch()
    let script = "echo x >> \(scratch.file("starts")); exec \(Self.worker.joined(separator: " "))"
    let pictures = Pictures(command: Self.shell(script), idleTime: .zero)
    let app = try AppFixture(pictures: pictures)
    for _ in 0..<3 {
      #expect(try upload([0xff, 0xd8], to: app).status == 422)
      while pictures.isRunning { sched_yield() }
    }
    #expect(try scratch.text("starts") == "x\nx\nx\n")
  }

  @Test("The decoder refuses to run by hand")
  func byHand() throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Self.worker[0])
    process.arguments = [Self.worker[1]]
    process.standardInput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 64)
  }
}
