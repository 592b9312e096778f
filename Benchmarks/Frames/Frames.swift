import Foundation
import RenderedHand

/// Writes the rendered hand as a YUV4MPEG2 stream at 30 frames per second, so that different programs are measured on the same pictures.
@main
enum Frames {
  private static let pixels = HandRenderer.width * HandRenderer.height

  static func main() throws {
    guard CommandLine.arguments.count == 2, let seconds = Int(CommandLine.arguments[1]), (1...3600).contains(seconds) else {
      FileHandle.standardError.write(Data("usage: bench-frames SECONDS > FILE, 1 to 3600 seconds\n".utf8))
      Foundation.exit(64)
    }
    let output = FileHandle.standardOutput
    var renderer = HandRenderer()
    try output.write(contentsOf: Data("YUV4MPEG2 W\(HandRenderer.width) H\(HandRenderer.height) F30:1 Ip A1:1 C422\n".utf8))
    for number in 0..<30 * seconds {
      renderer.render(at: Double(number) / 30)
      try output.write(contentsOf: Data("FRAME\n".utf8))
      try output.write(contentsOf: planes(of: renderer.bytes))
    }
  }

  /// Converts YUYV to planes of Y, U and V.
  private static func planes(of yuyv: UnsafeRawBufferPointer) -> Data {
    var planes = [UInt8](repeating: 0, count: 2 * pixels)
    for pair in 0..<pixels / 2 {
      planes[2 * pair] = yuyv[4 * pair]
      planes[2 * pair + 1] = yuyv[4 * pair + 2]
      planes[pixels + pair] = yuyv[4 * pair + 1]
      planes[pixels + pixels / 2 + pair] = yuyv[4 * pair + 3]
    }
    return Data(planes)
  }
}
