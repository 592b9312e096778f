import FrameSources
import Glibc
import Platform
import Product
import SystemPackage
import Testing

@Suite("A file of compressed video")
struct VideoFileTests {
  @Test(
    "The ending names a video, in any case, also where there is no such file",
    arguments: [
      ("clip.mp4", true), ("a/b/CLIP.MOV", true), ("x.webm", true), ("x.mkv", true), ("x.avi", true), ("x.y4m", false), ("x.jpg", false),
      ("x.ts", false), ("mp4", false), (".mp4", false), ("x.mp4.txt", false), ("-", false), ("/dev/video0", false), ("", false),
    ])
  func ending(path: String, isVideo: Bool) { #expect(VideoFile.looksLikeVideo(FilePath(path)) == isVideo) }

  private static let transport: [UInt8] = (0..<3).flatMap { _ in [0x47] + [UInt8](repeating: 0, count: 187) }

  @Test(
    "The first bytes name a video, whatever the ending",
    arguments: [
      [0, 0, 0, 0x20] + Array("ftypisom".utf8), [0, 0, 0, 0x14] + Array("ftypqt  ".utf8), [0, 0, 0, 8] + Array("wide".utf8),
      [0x1A, 0x45, 0xDF, 0xA3, 1], Array("RIFF....AVI LIST".utf8), Array("FLV\u{1}".utf8), [0, 0, 1, 0xBA, 0x44],
      transport, [0, 0, 0, 0] + transport.prefix(188) + [0, 0, 0, 0] + transport.prefix(188) + [0, 0, 0, 0] + transport.prefix(188),
    ] as [[UInt8]])
  func content(start: [UInt8]) {
    let file = TestFile(start)
    #expect(VideoFile.looksLikeVideo(FilePath(file.path)))
  }

  @Test(
    "Pictures, sound, text and empty files are no videos",
    arguments: [
      [], [0, 0, 0, 0x20] + Array("ftypheic".utf8), [0, 0, 0, 0x20] + Array("ftypavif".utf8), Array("RIFF....WEBPVP8 ".utf8),
      Array("RIFF....WAVEfmt ".utf8), Array("GIF89a".utf8), Array("YUV4MPEG2 W1 H1\n".utf8), [0xFF, 0xD8, 0xFF, 0xE0],
      Array("GGGGGGGG".utf8), [0x47],
    ] as [[UInt8]])
  func otherContent(start: [UInt8]) {
    let file = TestFile(start)
    #expect(!VideoFile.looksLikeVideo(FilePath(file.path)))
  }

  @Test("A name of a video does not make a picture or a stream one, and a damaged video stays one")
  func misnamed() throws {
    for (start, isVideo) in [([0xFF, 0xD8, 0xFF], false), (Array("YUV4MPEG2 W1".utf8), false), ([], true), ([1, 2, 3], true)]
      as [([UInt8], Bool)]
    {
      let file = TestFile(start)
      let link = FilePath("\(file.path).mp4")
      try systemCall { symlink(file.path, link.string) }
      defer { unlink(link.string) }
      #expect(VideoFile.looksLikeVideo(link) == isVideo, "\(start)")
    }
  }

  @Test("A folder, a device and a pipe are no videos, and nothing waits for them")
  func noFile() throws {
    let folder = FilePath("/tmp/swiped-test-\(getpid()).mp4")
    let fifo = FilePath("/tmp/swiped-test-\(getpid()).mkv")
    try systemCall { mkdir(folder.string, 0o700) }
    try systemCall { mkfifo(fifo.string, 0o600) }
    defer {
      rmdir(folder.string)
      unlink(fifo.string)
    }
    for path in [folder, fifo, "/dev/null"] { #expect(!VideoFile.looksLikeVideo(path)) }
  }

  @Test(
    "The command is right for any name",
    arguments: [
      ("clip.mp4", "clip.mp4"), ("my clip.mp4", "'my clip.mp4'"), ("-i.mp4", "./-i.mp4"), ("12:30.mp4", "./12:30.mp4"),
      ("/a:b/c.mp4", "/a:b/c.mp4"),
    ])
  func command(path: String, word: String) {
    #expect(
      VideoFile.pipe(FilePath(path), to: "landmarks -").description
        == "ffmpeg -i \(word) -v error -pix_fmt yuv420p -f yuv4mpegpipe - | landmarks -")
  }
}
