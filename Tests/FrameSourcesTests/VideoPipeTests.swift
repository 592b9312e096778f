import FrameSources
import SystemPackage
import Testing

@Suite("The pipe of a compressed video")
struct VideoPipeTests {
  @Test(
    "The command is right for any name",
    arguments: [
      ("clip.mp4", "clip.mp4"), ("my clip.mp4", "'my clip.mp4'"), ("-i.mp4", "./-i.mp4"), ("12:30.mp4", "./12:30.mp4"),
      ("/a:b/c.mp4", "/a:b/c.mp4"),
    ])
  func command(path: String, word: String) {
    #expect(
      VideoPipe.command(FilePath(path), to: "landmarks -").description
        == "ffmpeg -i \(word) -v error -pix_fmt yuv420p -f yuv4mpegpipe - | landmarks -")
  }
}
